import { chatBodySchema } from '../chat-body';
import { sseEvent, type Dialect } from './dialect';
import { completion, completionStream } from './openai-payloads';

const TYPES: Readonly<Record<number, string>> = { 401: 'authentication_error', 429: 'rate_limit_error' };
const CODES: Readonly<Record<number, string>> = { 401: 'invalid_api_key', 429: 'rate_limit_exceeded' };

/** OpenAI's chat completions, as most servers speak them. */
export const openAiDialect: Dialect = {
  read: (body) => chatBodySchema.parse(body),
  keyOf: ({ authorization = '' }) => authorization.replace(/^Bearer /, ''),
  refusal: ({ code, message, status }) => ({
    error: {
      message,
      type: TYPES[status] ?? (status < 500 && status > 299 ? 'invalid_request_error' : 'server_error'),
      param: null,
      code: code ?? CODES[status] ?? null,
    },
  }),
  tooLong: (tokens, limit) => ({
    status: 400,
    code: 'context_length_exceeded',
    message:
      `This model's maximum context length is ${limit} tokens. ` +
      `However, your messages resulted in ${tokens} tokens. Please reduce the length of the messages.`,
  }),
  whole: completion,
  stream: (id, body, plan) => {
    const { content, end, opening } = completionStream(id, body, plan);
    return {
      opening: sseEvent(opening),
      content: content.map((piece) => sseEvent(piece)),
      end: `${end.map((piece) => sseEvent(piece)).join('')}data: [DONE]\n\n`,
    };
  },
  errorEvent: (message) => sseEvent({ error: { message, type: 'server_error' } }),
};
