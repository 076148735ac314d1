import { readEvents } from '../../wire/read-answer';
import { sendRequest } from '../../wire/send-request';
import type { ModelProtocol } from '../model-protocol';
import { chatBody } from './chat-body';
import { partReader } from './read-event';
import { USUAL } from './usual';

/** The protocol of Anthropic's Messages; it has neither embeddings nor an ordering of texts. */
export const anthropicProtocol: ModelProtocol = {
  usual: USUAL,
  chat: async (request, call) => {
    const { answersByTool, body } = chatBody(request, call);
    const response = await sendRequest(call, { path: call.traits.paths.chat ?? '', body });
    return readEvents(response, partReader(answersByTool));
  },
};
