import { targetAt, useModels, never } from '../../../../test/support/models/model-harness';
import { waysOf } from '../presets/provider-traits';
import { offeredModels } from './offered-models';
import { ProbeCalls } from './probe-calls';

const read = (providerType: string, answer: unknown) =>
  Object.fromEntries(
    (offeredModels(answer, waysOf(providerType).traits.models) ?? []).map(({ capabilities, name, type }) => [
      name,
      [type, capabilities],
    ]),
  );

describe('what models are for', () => {
  it.each([
    ['gpt-4o-mini', 'llm'],
    ['text-embedding-3-small', 'embedding'],
    ['BAAI/bge-m3', 'embedding'],
    ['BAAI/bge-reranker-v2-m3', 'rerank'],
    ['netease-youdao/bce-embedding-base_v1', 'embedding'],
    ['Qwen/Qwen3-Reranker-8B', 'rerank'],
    ['whisper-1', 'speech_to_text'],
    ['gpt-4o-transcribe', 'speech_to_text'],
    ['tts-1-hd', 'text_to_speech'],
    ['gpt-4o-mini-tts', 'text_to_speech'],
    ['deepseek-chat', 'llm'],
    ['nomic-embed-text:latest', 'embedding'],
  ])('is told by the name: %s', (id, type) => {
    expect(read('openai_compatible', { data: [{ id }] })[id]?.[0]).toBe(type);
  });

  it.each(['dall-e-3', 'omni-moderation-latest', 'Kwai-Kolors/Kolors', 'gpt-4o-realtime-preview'])(
    'is nothing here: %s',
    (id) => expect(read('openai_compatible', { data: [{ id }] })).toEqual({}),
  );

  it.each([
    ['a name that is too long', 'm'.repeat(201)],
    ['a control character', 'm\0del'],
    ['nothing', ' '],
  ])('is not asked of %s', (_what, id) =>
    expect(read('openai_compatible', { data: [{ id }, { id: 'gpt-4o' }] })).toEqual({
      'gpt-4o': expect.anything(),
    }),
  );

  it('is told by vLLM with the length', () => {
    const entry = { id: 'Qwen/Qwen3-8B', object: 'model', owned_by: 'vllm', max_model_len: 40_960 };
    expect(read('vllm', { object: 'list', data: [entry] })).toEqual({
      'Qwen/Qwen3-8B': ['llm', { context_length: 40_960, tools: true, reasoning: true }],
    });
  });

  it('is told by Ollama with the family', () => {
    const models = [
      { name: 'llama3.2-vision:11b', details: { families: ['mllama'] } },
      { name: 'mxbai:latest', details: { families: ['bert'] } },
    ];
    expect(read('ollama', { models })).toEqual({
      'llama3.2-vision:11b': ['llm', { vision: true, tools: true }],
      'mxbai:latest': ['embedding', {}],
    });
  });

  it('is told by OpenRouter with what goes in and comes out', () => {
    const data = [
      {
        id: 'acme/seer',
        context_length: 128_000,
        architecture: { input_modalities: ['text', 'image'], output_modalities: ['text'] },
        supported_parameters: ['tools', 'structured_outputs'],
        top_provider: { max_completion_tokens: 8_000 },
      },
      { id: 'acme/painter', architecture: { output_modalities: ['image'] } },
    ];
    expect(read('openrouter', { data })).toEqual({
      'acme/seer': [
        'llm',
        { context_length: 128_000, max_output: 8_000, vision: true, tools: true, json_schema: true },
      ],
    });
  });

  it('is told by Gemini with what can be asked', () => {
    const models = [
      {
        name: 'models/gemini-2.5-flash',
        inputTokenLimit: 1_048_576,
        supportedGenerationMethods: ['generateContent'],
      },
      { name: 'models/text-embedding-004', supportedGenerationMethods: ['embedContent'] },
      { name: 'models/veo-3.0', supportedGenerationMethods: ['predictLongRunning'] },
    ];
    const found = read('gemini', { models });
    expect(Object.keys(found)).toEqual(['gemini-2.5-flash', 'text-embedding-004']);
    expect(found['gemini-2.5-flash']).toMatchObject(['llm', { context_length: 1_048_576, vision: true }]);
    expect(found['text-embedding-004']?.[0]).toBe('embedding');
  });

  it('is nothing where no models are listed', () => {
    expect(offeredModels({ hello: 'world' }, waysOf('openai').traits.models)).toBeUndefined();
  });
});

describe('a probe', () => {
  const models = useModels();
  const probe = (): ProbeCalls => new ProbeCalls(models.fetch);

  it('asks Ollama beside its OpenAI address', async () => {
    const target = targetAt(models.server.baseURL, { providerType: 'ollama', apiKeys: [] });
    expect((await probe().detect(target, never)).map(({ name }) => name)).toContain('scripted:latest');
    expect(models.server.requests[0]?.path).toBe('/api/tags');
  });

  it('tries a model once, whatever its limits', async () => {
    const limits = { requests_per_minute: 1, tokens_per_minute: 1, concurrency: 1 };
    const target = targetAt(models.server.baseURL, { limits });
    const request = { workspaceId: 'w', messages: [{ role: 'user', content: '[[error:500]]' }] } as const;
    const stream = probe().chat(target, request, never)[Symbol.asyncIterator]();
    await expect(stream.next()).rejects.toMatchObject({ code: 'UPSTREAM_ERROR' });
    expect(models.server.requests).toHaveLength(1);
  });

  it('says what is wrong with a provider', async () => {
    const at = (baseURL: string) => probe().ping(targetAt(baseURL), never);
    await expect(at(`${models.server.origin}/wrong`)).rejects.toMatchObject({ code: 'UPSTREAM_ERROR' });
    await expect(at('http://169.254.169.254/v1')).rejects.toMatchObject({ code: 'PROVIDER_URL_NOT_ALLOWED' });
    await expect(at('http://127.0.0.1:1/v1')).rejects.toMatchObject({
      message: expect.stringContaining('reached'),
    });
  });
});
