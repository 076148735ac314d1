import type { ChatRequest } from '@heddle/engine';
import type { JsonObject } from '@heddle/model';
import {
  asking,
  collect,
  FULL_REQUEST,
  never,
  targetAt,
  useModels,
  type Outcome,
} from '../../../../../test/support/models/model-harness';
import { describeModelProtocol } from '../../../../../test/support/models/model-protocol-contract';
import type { ModelTarget } from '../../model-target';

describeModelProtocol({
  name: 'of Gemini',
  providerType: 'gemini',
  path: '/v1beta',
  keyOf: ({ headers }) => headers['x-goog-api-key'],
  temperatureOf: (body) => (body['generationConfig'] as JsonObject)['temperature'],
  image: { inlineData: { mimeType: 'image/png', data: 'AA==' } },
  // Without `alt=sse`, which proxies lose, the protocol answers with a list.
  whole: [
    { candidates: [{ content: { parts: [{ text: 'All at once.' }] } }], modelVersion: 'other' },
    {
      candidates: [
        { content: { parts: [{ functionCall: { name: 'f', args: { a: 1 } } }] }, finishReason: 'STOP' },
      ],
      usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 2 },
    },
  ],
  tooLong: {
    message: 'The input token count (12345) exceeds the maximum number of tokens allowed (8192).',
  },
});

const models = useModels();
const { server } = models;
const target = (more: Partial<ModelTarget> = {}): ModelTarget =>
  targetAt(`${server.origin}/v1beta`, { providerType: 'gemini', ...more });

async function ask(
  request: ChatRequest,
  more: Partial<ModelTarget> = {},
): Promise<Outcome & { body: JsonObject }> {
  const outcome = await collect(models.ports([target(more)]).chat.stream(request, never));
  return { ...outcome, body: server.requests.at(-1)?.body as JsonObject };
}

describe('a request to Gemini', () => {
  it('says everything in the words of the protocol', async () => {
    const responseFormat = { type: 'json_schema', schema: { type: 'object' } } as const;
    const { body } = await ask({ ...FULL_REQUEST, responseFormat });
    expect(server.requests[0]?.path).toBe('/v1beta/models/scripted:streamGenerateContent');
    expect(body).toEqual({
      systemInstruction: { parts: [{ text: 'Be brief.' }] },
      contents: [
        {
          role: 'user',
          parts: [
            { text: 'What is this?' },
            { inlineData: { mimeType: 'image/png', data: 'AA==' } },
            { fileData: { fileUri: 'https://images.example.com/cat.png' } },
          ],
        },
        { role: 'model', parts: [{ functionCall: { name: 'look', args: { at: 'it' } } }] },
        { role: 'user', parts: [{ functionResponse: { name: 'look', response: { result: 'a cat' } } }] },
        { role: 'model', parts: [{ text: 'A cat.' }] },
        { role: 'user', parts: [{ text: 'Sure?' }] },
      ],
      generationConfig: {
        temperature: 0,
        topP: 0.5,
        maxOutputTokens: 100,
        stopSequences: ['END'],
        seed: 7,
        responseMimeType: 'application/json',
        responseJsonSchema: { type: 'object' },
      },
      tools: [
        {
          functionDeclarations: [
            { name: 'look', description: 'Looks.', parametersJsonSchema: { type: 'object' } },
          ],
        },
      ],
      toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['look'] } },
    });
  });

  it('gives thoughts back with the calls that they led to', async () => {
    const content = '[[think:Look there.]][[tool:look {}]]';
    const { chunks } = await ask(asking(content));
    const toolCalls = chunks.flatMap((chunk) => (chunk.type === 'tool_call' ? [chunk.call] : []));
    const messages: ChatRequest['messages'] = [
      { role: 'user', content },
      { role: 'assistant', content: '', toolCalls },
      { role: 'tool', content: 'a cat', toolCallId: 'call_1' },
    ];
    const { body } = await ask(asking('', { messages }));
    const thoughtSignature = Buffer.from('Look there.').toString('base64');
    expect(body['contents']).toMatchObject([
      {},
      { parts: [{ functionCall: { name: 'look' }, thoughtSignature }] },
      {},
    ]);
  });

  it("keeps the model's settings beside its own", async () => {
    const defaultParams = { generationConfig: { thinkingConfig: { thinkingBudget: 0 }, temperature: 1 } };
    const { body } = await ask(asking('hi', { temperature: 0.5 }), { defaultParams });
    expect(body['generationConfig']).toEqual({ thinkingConfig: { thinkingBudget: 0 }, temperature: 0.5 });
  });

  it('is refused for a wrong key, although the status calls it a bad request', async () => {
    const { error } = await ask(
      asking('[[error:400 message="API key not valid. Please pass a valid API key."]]'),
    );
    expect(error).toMatchObject({ code: 'PROVIDER_AUTH_FAILED' });
  });
});

describe('an embedding by Gemini', () => {
  it('comes in batches of a hundred, in order, with what it is for', async () => {
    const texts = Array.from({ length: 150 }, (_, index) => `text ${index}`);
    const { embedding } = models.ports([target({ model: 'scripted-embedding' })]);
    const request = { workspaceId: 'w', texts, purpose: 'query', dimensions: 16 } as const;
    const { dimensions, vectors } = await embedding.embed(request, never);
    const [only] = (await embedding.embed({ ...request, texts: ['text 149'] }, never)).vectors;
    expect([dimensions, vectors.length, vectors[149]]).toEqual([16, 150, only]);
    expect(server.requests.map(({ body }) => ((body as JsonObject)['requests'] as object[]).length)).toEqual([
      100, 50, 1,
    ]);
    expect((server.requests[2]?.body as JsonObject)['requests']).toMatchObject([
      { model: 'models/scripted-embedding', taskType: 'RETRIEVAL_QUERY', outputDimensionality: 16 },
    ]);
  });
});
