import { readEvents } from '../../wire/read-answer';
import { sendRequest } from '../../wire/send-request';
import type { ModelProtocol } from '../model-protocol';
import { chatBody } from './chat-body';
import { embed } from './embed';
import { partReader } from './read-event';
import { USUAL } from './usual';

/** The protocol of Google's Gemini; it has no ordering of texts. */
export const geminiProtocol: ModelProtocol = {
  usual: USUAL,
  embed,
  chat: async (request, call) => {
    const body = chatBody(request, call);
    const response = await sendRequest(call, { path: call.traits.paths.chat ?? '', body });
    return readEvents(response, partReader());
  },
};
