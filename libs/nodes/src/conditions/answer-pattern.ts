import type { NodeContext } from '@heddle/engine';
import type { PatternQuestion } from './evaluation';

/** Answers whether a pattern is found in a text by asking the sandbox, where a bad pattern does no harm. */
export const answerInSandbox =
  ({ ports, signal }: Pick<NodeContext<'sandbox'>, 'ports' | 'signal'>) =>
  async ({ pattern, text }: PatternQuestion): Promise<boolean> => {
    const { value } = await ports.sandbox.run({ kind: 'regex', pattern, text }, signal);
    return value === true;
  };
