import { readEvents } from '../../wire/read-answer';
import { sendRequest } from '../../wire/send-request';
import type { ModelProtocol } from '../model-protocol';
import { chatBody } from './chat-body';
import { partReader } from './read-chunk';

/** Asks for a streamed chat completion. */
export const chat: ModelProtocol['chat'] = async (request, call) => {
  const { chat: traits, paths } = call.traits;
  const response = await sendRequest(call, { path: paths.chat ?? '', body: chatBody(request, call) });
  return readEvents(response, partReader(traits));
};
