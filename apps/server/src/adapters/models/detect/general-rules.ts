import type { ModelRule } from '../presets/preset';

/** What a model is for and can do as its name tells it, where its provider does not; the first type that fits holds. */
export const GENERAL_RULES: readonly ModelRule[] = [
  { match: /rerank|ranker/i, type: 'rerank' },
  {
    match: /embed|(?:^|[/_-])(?:bge|gte|e5|m3e|bce)(?:[-_]|$)|minilm|jina-(?:clip|colbert)/i,
    type: 'embedding',
  },
  {
    match: /whisper|transcribe|sensevoice|paraformer|(?:^|[-_/])asr(?:[-_]|$)|telespeech/i,
    type: 'speech_to_text',
  },
  { match: /(?:^|[-_/])tts(?:[-_]|$)|cosyvoice|fish-speech|kokoro|text-to-speech/i, type: 'text_to_speech' },
  {
    match:
      /dall-e|gpt-image|imagen|image-(?:gen|edit|preview)|stable-diffusion|flux|kolors|cogview|wanx|(?:^|\/)(?:veo|sora|cogvideox|wan2)|moderation|realtime|(?:^|[/-])audio|computer-use|(?:^|\/)aqa$/i,
    type: null,
  },
  {
    match:
      /gpt-(?:4o|4\.1|4-turbo|5)|(?:^|\/)o[1-9](?:-|$)|claude|gemini|vision|(?:^|[-_/.\d])vl(?:[-_\d:]|$)|llava|pixtral|gemma-?3|llama-?4|glm-\d(?:\.\d)?v|kimi-(?:latest|k2\.5)|qvq|omni|moondream|minicpm-v/i,
    can: ['vision'],
  },
  {
    match:
      /gpt-(?:4|5|oss)|(?:^|\/)o[1-9](?:-|$)|claude|gemini|qwen|glm-4|glm-5|deepseek|kimi|moonshot|mistral|mixtral|command-|llama-?3\.[1-9]|llama-?4|granite|grok|doubao|hunyuan|ernie/i,
    can: ['tools'],
  },
  { match: /gpt-(?:4o|4\.1|5)|(?:^|\/)o[1-9](?:-|$)|gemini|claude/i, can: ['json_schema'] },
  {
    match:
      /(?:^|\/)o[1-9](?:-|$)|gpt-(?:5|oss)|reasoner|thinking|(?:^|[-_/])r1(?:[-_:]|$)|qwq|qvq|qwen3|glm-4\.[5-9]|glm-5|gemini-(?:2\.5|3)|claude-(?:opus|sonnet|haiku)-4|claude-3-7|magistral/i,
    can: ['reasoning'],
  },
];
