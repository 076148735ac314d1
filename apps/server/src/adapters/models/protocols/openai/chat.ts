import type { AnswerPart } from '../../answer/answer-part';
import { readEvents } from '../../wire/read-answer';
import { sendRequest } from '../../wire/send-request';
import type { ModelProtocol } from '../model-protocol';
import { chatBody } from './chat-body';
import { partReader } from './read-chunk';

/** Asks for a streamed chat completion. */
export const chat: ModelProtocol['chat'] = async (request, call) => {
  const response = await sendRequest(call, {
    path: call.traits.paths.chat ?? '',
    body: chatBody(request, call),
  });
  return parts(response, partReader(call.traits.chat));
};

async function* parts(
  response: Response,
  read: (event: unknown) => AnswerPart | undefined,
): AsyncGenerator<AnswerPart> {
  for await (const event of readEvents(response)) {
    const part = read(event);
    if (part) yield part;
  }
}
