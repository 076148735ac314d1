import { numberOr } from './conversation';
import { parseSettings, type Directive } from './directives';
import type { ModelFault } from './model-answer';

/** Remembers how often each `[[error:… times=n]]` has failed. */
export type FailureCounts = Map<string, number>;

const COUNTED = ['drop', 'end_early', 'hang', 'error_in_200', 'malformed'] as const;
const PLAIN = ['html', 'no_finish', 'no_usage'] as const;

function statusFault(directive: Directive, failures: FailureCounts): ModelFault | undefined {
  const { words, settings } = parseSettings(directive.argument);
  const key = settings.get('id') ?? directive.argument;
  const count = failures.get(key) ?? 0;
  if (count >= numberOr(settings.get('times'), Infinity)) return undefined;
  failures.set(key, count + 1);
  const [message, code, retryAfter] = [
    settings.get('message'),
    settings.get('code'),
    settings.get('retry_after'),
  ];
  return {
    kind: 'status',
    status: numberOr(words[0], 500),
    ...(message === undefined ? {} : { message }),
    ...(code === undefined ? {} : { code }),
    ...(retryAfter === undefined ? {} : { retryAfter }),
  };
}

function faultOf(directive: Directive, failures: FailureCounts): ModelFault | undefined {
  const { name, argument } = directive;
  if (name === 'error') return statusFault(directive, failures);
  const counted = COUNTED.find((kind) => kind === name);
  if (counted) return { kind: counted, afterChunks: numberOr(argument, counted === 'hang' ? -1 : 3) };
  const plain = PLAIN.find((kind) => kind === name);
  return plain && { kind: plain };
}

/** The first fault that directives ask for and that is not spent. */
export function directedFault(
  directives: readonly Directive[],
  failures: FailureCounts,
): ModelFault | undefined {
  for (const directive of directives) {
    const fault = faultOf(directive, failures);
    if (fault) return fault;
  }
  return undefined;
}
