import { contextLength } from './context-length';

describe('contextLength', () => {
  it.each([
    [
      'OpenAI',
      'context_length_exceeded',
      "This model's maximum context length is 8192 tokens. However, your messages resulted in 12,345 tokens. Please reduce",
      { limit_tokens: 8192, prompt_tokens: 12345 },
    ],
    [
      'OpenAI with an answer asked for',
      '',
      "This model's maximum context length is 4097 tokens. However, you requested 5000 tokens (3976 in the messages, 1024 in the completion).",
      { limit_tokens: 4097, prompt_tokens: 5000 },
    ],
    [
      'Anthropic',
      '',
      'prompt is too long: 210000 tokens > 200000 maximum',
      { limit_tokens: 200000, prompt_tokens: 210000 },
    ],
    ['Qwen', '', 'Range of input length should be [1, 30720]', { limit_tokens: 30720 }],
    [
      'llama.cpp',
      'exceed_context_size_error',
      'the request exceeds the available context size (4096 tokens), try increasing it',
      { limit_tokens: 4096 },
    ],
    [
      'vLLM',
      '',
      "This model's maximum context length is 2048 tokens. However, your request has 3000 input tokens.",
      { limit_tokens: 2048, prompt_tokens: 3000 },
    ],
    [
      'Gemini',
      '',
      'The input token count (1048577) exceeds the maximum number of tokens allowed (1048576).',
      { limit_tokens: 1048576, prompt_tokens: 1048577 },
    ],
    ['a bare code', 'context_length_exceeded', 'no', {}],
  ])('understands %s', (_provider, code, message, expected) => {
    expect(contextLength(code, message)).toEqual(expected);
  });

  it.each([
    'Invalid value for temperature: 3',
    'The model does not exist',
    'Rate limit reached for 10 tokens',
  ])('leaves others alone: %s', (message) => {
    expect(contextLength('', message)).toBeUndefined();
  });
});
