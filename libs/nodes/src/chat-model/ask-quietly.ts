import type { ChatRequest, NodeContext } from '@heddle/engine';
import type { Ask } from './ask-for-json';
import { readAnswer } from './read-answer';

/** Asks a model without streaming anything, thoughts kept apart. */
export const askQuietly =
  ({ ports, signal }: Pick<NodeContext<'chat'>, 'ports' | 'signal'>): Ask =>
  (request: ChatRequest) =>
    readAnswer(ports.chat.stream(request, signal), {
      reasoning: 'separate',
      signal,
      onPiece: () => undefined,
    });
