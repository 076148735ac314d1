import { isJsonObject, type Json, type JsonObject } from '@heddle/model';
import type { TriggerConfig, TriggerInput } from '@heddle/nodes';

const MEBIBYTE = 1024 * 1024;
/** As many as requests may carry. */
const MOST_FILES = 50;
const TRANSFER_METHODS = ['local_file', 'remote_url'];
const FILE_KINDS = ['image', 'document', 'audio', 'video', 'custom'];

const CONTROLS: Readonly<Record<TriggerInput['type'], string>> = {
  string: 'text-input',
  paragraph: 'paragraph',
  number: 'number',
  integer: 'number',
  boolean: 'checkbox',
  select: 'select',
  object: 'json_object',
  array: 'json_object',
  file: 'file',
  files: 'file-list',
};

function fileLimits({
  allowed_file_types: kinds,
  allowed_file_extensions: extensions,
}: TriggerInput): JsonObject {
  return {
    allowed_file_types: kinds.length > 0 ? kinds : FILE_KINDS,
    allowed_file_extensions: extensions.map((extension) => `.${extension}`),
    allowed_file_upload_methods: TRANSFER_METHODS,
  };
}

/** One field of the form, under the name of its control. */
function formField(input: TriggerInput): JsonObject {
  const control = CONTROLS[input.type];
  const isFile = input.type === 'file' || input.type === 'files';
  const limit = input.type === 'files' ? input.max_files : input.max_length;
  return {
    [control]: {
      variable: input.name,
      label: input.label || input.name,
      type: control,
      required: input.required,
      options: input.options,
      default: input.default ?? '',
      ...(limit === undefined ? {} : { max_length: limit }),
      ...(isFile ? fileLimits(input) : {}),
    },
  };
}

const OFF = { enabled: false };
const NO_UPLOAD = {
  enabled: false,
  image: { enabled: false, number_limits: 3, transfer_methods: TRANSFER_METHODS },
};

const questions = (value: Json | undefined): string[] =>
  (Array.isArray(value) ? value : []).filter((item): item is string => typeof item === 'string');

/** What callers should know of a flow before they ask: what it wants, offers and takes. */
export function difyParameters(
  features: JsonObject,
  start: Pick<TriggerConfig, 'inputs'> | undefined,
  maxFileBytes: number,
): JsonObject {
  const {
    opening_statement: opening,
    suggested_questions_after_answer: after,
    file_upload: upload,
  } = features;
  const megabytes = Math.floor(maxFileBytes / MEBIBYTE);
  return {
    opening_statement: typeof opening === 'string' ? opening : '',
    suggested_questions: questions(features['suggested_questions']),
    suggested_questions_after_answer: { enabled: isJsonObject(after) && after['enabled'] === true },
    // What this server does not have is off, whatever a flow that came from elsewhere wanted.
    speech_to_text: OFF,
    text_to_speech: { ...OFF, voice: '', language: '' },
    retriever_resource: OFF,
    annotation_reply: OFF,
    more_like_this: OFF,
    sensitive_word_avoidance: OFF,
    user_input_form: (start?.inputs ?? []).map(formField),
    file_upload: isJsonObject(upload) ? upload : NO_UPLOAD,
    system_parameters: {
      file_size_limit: megabytes,
      image_file_size_limit: megabytes,
      audio_file_size_limit: megabytes,
      video_file_size_limit: megabytes,
      workflow_file_upload_limit: MOST_FILES,
    },
  };
}
