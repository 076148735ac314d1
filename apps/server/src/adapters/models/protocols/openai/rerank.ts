import type { JsonObject } from '@heddle/model';
import { numberAt, valueAt, withValueAt } from '../../wire/json-place';
import { readJson } from '../../wire/read-answer';
import { sendRequest } from '../../wire/send-request';
import type { ModelProtocol } from '../model-protocol';

/** Asks for the order of texts; where what stands, in the request and in the answer, is the preset's to say. */
export const rerank: NonNullable<ModelProtocol['rerank']> = async (request, call) => {
  const { traits } = call;
  const shape = traits.rerank;
  const given: JsonObject = { ...shape.body, ...call.params, model: call.target.model };
  const asked = withValueAt(withValueAt(given, shape.query, request.query), shape.documents, [
    ...request.texts,
  ]);
  const body =
    shape.top_n === null || request.topN === undefined
      ? asked
      : withValueAt(asked, shape.top_n, request.topN);
  const answer = await readJson(await sendRequest(call, { path: traits.paths.rerank ?? '', body }));
  const results = valueAt(answer, shape.results);
  return {
    items: (Array.isArray(results) ? results : []).map((result: unknown) => ({
      index: Number(valueAt(result, shape.index)),
      score: Number(valueAt(result, shape.score)),
    })),
    tokens: numberAt(answer, shape.tokens),
  };
};
