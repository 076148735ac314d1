import type { JsonObject } from '@heddle/model';
import { readJson } from '../../wire/read-answer';
import { sendRequest } from '../../wire/send-request';
import type { ModelProtocol } from '../model-protocol';

interface EmbeddingAnswer {
  readonly embeddings?: readonly { readonly values?: readonly number[] }[];
}

/** Asks for vectors, one request within the request for each text; the protocol counts no tokens. */
export const embed: NonNullable<ModelProtocol['embed']> = async (request, call) => {
  const { body, dimensions, purpose } = call.traits.embedding;
  const shared: JsonObject = {
    ...body,
    ...call.params,
    ...(purpose && request.purpose ? { [purpose.param]: purpose[request.purpose] } : {}),
    ...(dimensions !== null && request.dimensions !== undefined ? { [dimensions]: request.dimensions } : {}),
    model: `models/${call.target.model}`,
  };
  const requests = request.texts.map((text) => ({ ...shared, content: { parts: [{ text }] } }));
  const response = await sendRequest(call, { path: call.traits.paths.embed ?? '', body: { requests } });
  const { embeddings = [] } = (await readJson(response)) as EmbeddingAnswer;
  return { vectors: embeddings.map(({ values = [] }) => values), tokens: undefined };
};
