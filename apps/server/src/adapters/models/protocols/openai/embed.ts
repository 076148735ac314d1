import type { JsonObject } from '@heddle/model';
import { readJson } from '../../wire/read-answer';
import { sendRequest } from '../../wire/send-request';
import type { ModelProtocol } from '../model-protocol';

interface EmbeddingAnswer {
  readonly data?: readonly { readonly index?: number; readonly embedding?: readonly number[] }[];
  readonly usage?: { readonly prompt_tokens?: number; readonly total_tokens?: number } | null;
}

/** Asks for vectors; answers that come in another order are put into the order of the texts. */
export const embed: NonNullable<ModelProtocol['embed']> = async (request, call) => {
  const { body, dimensions, purpose } = call.traits.embedding;
  const params: JsonObject = {
    ...body,
    ...call.params,
    ...(purpose && request.purpose ? { [purpose.param]: purpose[request.purpose] } : {}),
    ...(dimensions !== null && request.dimensions !== undefined ? { [dimensions]: request.dimensions } : {}),
    model: call.target.model,
    input: [...request.texts],
  };
  const answer = await readJson(
    await sendRequest(call, { path: call.traits.paths.embed ?? '', body: params }),
  );
  const { data = [], usage } = answer as EmbeddingAnswer;
  const sorted = data.toSorted((a, b) => (a.index ?? 0) - (b.index ?? 0));
  return {
    vectors: sorted.map(({ embedding = [] }) => embedding),
    tokens: usage?.prompt_tokens ?? usage?.total_tokens,
  };
};
