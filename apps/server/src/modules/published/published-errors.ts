import { defineErrors } from '@heddle/model';

/** Errors of calling published flows. */
export const publishedErrors = defineErrors({
  NOT_CHAT_APP: {
    category: 'user',
    message: () => 'this key belongs to a workflow; call /v1/workflows/run',
  },
  NOT_WORKFLOW_APP: {
    category: 'user',
    message: () => 'this key belongs to a chatflow; call /v1/chat-messages',
  },
  NOT_COMPLETION_APP: {
    category: 'user',
    message: () => 'this key belongs to a chatflow, which answers at /v1/chat-messages',
  },
  SCOPE_MISSING: {
    category: 'forbidden',
    message: ({ scope }: { scope: string }) => `this key does not have the scope '${scope}'`,
  },
  SUGGESTIONS_OFF: {
    category: 'user',
    message: () => 'suggested questions are switched off for this app',
  },
  NO_FILE_UPLOADED: {
    category: 'user',
    message: () => 'send multipart/form-data with a file in the field file',
  },
  MESSAGE_MISSING: {
    category: 'user',
    message: () => 'messages: expected one with role user',
  },
});
