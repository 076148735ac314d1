import type { RerankPort, RerankRequest, Reranking } from '@heddle/engine';
import { modelErrors } from '../failures/model-errors';
import type { RankedTexts } from '../protocols/model-protocol';
import { askInTurn, type Question } from './ask-once';
import { findTries, type ModelMeans } from './model-means';
import { estimateTokens } from './token-estimate';

const sigmoid = (value: number): number => 1 / (1 + Math.exp(-value));

/** Some servers send what their model computes as it is; that order holds, the numbers are put between 0 and 1. */
function scaled(items: RankedTexts['items']): RankedTexts['items'] {
  const isScaled = items.every(({ score }) => score >= 0 && score <= 1);
  return isScaled ? items : items.map(({ index, score }) => ({ index, score: sigmoid(score) }));
}

function problemOf({ items }: RankedTexts, count: number): string | undefined {
  if (items.length === 0) return 'it ranks nothing';
  const isKnown = items.every(({ index }) => Number.isInteger(index) && index >= 0 && index < count);
  if (!isKnown) return 'it ranks a text that was not sent';
  return items.every(({ score }) => Number.isFinite(score)) ? undefined : 'a score is no number';
}

function question(request: RerankRequest): Question<RankedTexts> {
  const { query, texts, workspaceId } = request;
  return {
    type: 'rerank',
    workspaceId,
    tokens: texts.reduce((sum, text) => sum + estimateTokens(text), texts.length * estimateTokens(query)),
    async ask({ protocol }, call) {
      const { provider } = call.target;
      if (protocol.rerank === undefined)
        throw modelErrors.MODEL_USE_NOT_SUPPORTED({ provider, use: 'rerank' });
      const ranked = await protocol.rerank(request, call);
      const reason = problemOf(ranked, texts.length);
      if (reason !== undefined) throw modelErrors.UPSTREAM_ANSWER_INVALID({ provider, reason });
      return ranked;
    },
  };
}

async function rankTexts(means: ModelMeans, request: RerankRequest, signal: AbortSignal): Promise<Reranking> {
  signal.throwIfAborted();
  const tries = await findTries(means, request, { type: 'rerank' });
  if (request.texts.length === 0) {
    const usage = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0, cost: 0 };
    return { items: [], model: tries.target.model, usage };
  }
  const { answer, target, usage } = await askInTurn(means, question(request), { tries, signal });
  const items = scaled(answer.items).toSorted((a, b) => b.score - a.score);
  return { items: items.slice(0, request.topN ?? items.length), model: target.model, usage };
}

/** Makes the rerank port over whichever models the directory knows. */
export const createRerankPort = (means: ModelMeans): RerankPort => ({
  rerank: (request, signal) => rankTexts(means, request, signal),
});
