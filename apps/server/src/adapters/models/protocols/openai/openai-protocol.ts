import type { ModelProtocol } from '../model-protocol';
import { chat } from './chat';
import { embed } from './embed';
import { rerank } from './rerank';
import { USUAL } from './usual';

/** The protocol of OpenAI, which most providers and local servers speak. */
export const openAiProtocol: ModelProtocol = { usual: USUAL, chat, embed, rerank };
