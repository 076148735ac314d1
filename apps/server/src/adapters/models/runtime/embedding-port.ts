import type { EmbeddingPort, EmbeddingRequest, Embeddings } from '@heddle/engine';
import { isFlowError, type Usage } from '@heddle/model';
import { modelErrors } from '../failures/model-errors';
import type { ModelTarget } from '../model-target';
import { waysOf } from '../presets/provider-traits';
import type { EmbeddingBatch } from '../protocols/model-protocol';
import { askInTurn, type Question } from './ask-once';
import { findTries, type ModelMeans } from './model-means';
import { estimateTokens } from './token-estimate';
import type { Tries } from './tries';

type Vector = readonly number[];

/** Vectors of two models must not be compared, so only the same model elsewhere may stand in. */
const isSameModel = (first: ModelTarget, other: ModelTarget): boolean => first.model === other.model;

function problemOf({ vectors }: EmbeddingBatch, count: number): string | undefined {
  const width = vectors[0]?.length ?? 0;
  if (vectors.length !== count) return `${vectors.length} vectors for ${count} texts`;
  if (width === 0) return 'a vector is empty';
  if (vectors.some(({ length }) => length !== width)) return 'vectors of different lengths';
  return vectors.every((vector) => vector.every(Number.isFinite))
    ? undefined
    : 'a vector holds something else than numbers';
}

function question(request: EmbeddingRequest): Question<EmbeddingBatch> {
  const { texts, workspaceId } = request;
  return {
    type: 'embedding',
    workspaceId,
    tokens: texts.reduce((sum, text) => sum + estimateTokens(text), 0),
    async ask({ protocol }, call) {
      const { provider } = call.target;
      if (protocol.embed === undefined)
        throw modelErrors.MODEL_USE_NOT_SUPPORTED({ provider, use: 'embedding' });
      const batch = await protocol.embed(request, call);
      const reason = problemOf(batch, texts.length);
      if (reason !== undefined) throw modelErrors.UPSTREAM_ANSWER_INVALID({ provider, reason });
      return batch;
    },
  };
}

const total = (all: readonly Usage[]): Usage =>
  all.reduce(
    (sum, usage) => ({
      prompt_tokens: sum.prompt_tokens + usage.prompt_tokens,
      completion_tokens: 0,
      total_tokens: sum.total_tokens + usage.total_tokens,
      cost: sum.cost + usage.cost,
    }),
    { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0, cost: 0 },
  );

async function embedAll(
  means: ModelMeans,
  request: EmbeddingRequest,
  { signal, tries }: { tries: Tries; signal: AbortSignal },
): Promise<Embeddings> {
  const said = request.texts.map((text, at) => ({ text, at })).filter(({ text }) => text.trim() !== '');
  const vectors: (Vector | null)[] = request.texts.map(() => null);
  const usages: Usage[] = [];
  for (let from = 0; from < said.length;) {
    // Another provider of the model may take fewer at once, so the size is asked for each time.
    const batch = said.slice(from, from + waysOf(tries.target.providerType).traits.embedding.max_batch);
    const texts = batch.map(({ text }) => text);
    const { answer, usage } = await askInTurn(means, question({ ...request, texts }), { tries, signal });
    batch.forEach(({ at }, index) => (vectors[at] = answer.vectors[index] ?? null));
    usages.push(usage);
    from += batch.length;
  }
  const dimensions = vectors.find((vector) => vector !== null)?.length ?? 0;
  return { vectors, model: tries.target.model, dimensions, usage: total(usages) };
}

/** Makes the embedding port; a local model stands in where a workspace has none and none was named. */
export function createEmbeddingPort(means: ModelMeans, local: EmbeddingPort | undefined): EmbeddingPort {
  return {
    async embed(request, signal) {
      signal.throwIfAborted();
      try {
        const tries = await findTries(means, request, { type: 'embedding', fits: isSameModel });
        return await embedAll(means, request, { tries, signal });
      } catch (error) {
        const isNamed = request.model !== undefined || request.modelInstanceId !== undefined;
        if (local === undefined || isNamed || !isFlowError(error, 'MODEL_NOT_CONFIGURED')) throw error;
        return local.embed(request, signal);
      }
    },
  };
}
