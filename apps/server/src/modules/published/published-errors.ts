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
  SCOPE_MISSING: {
    category: 'forbidden',
    message: ({ scope }: { scope: string }) => `this key does not have the scope '${scope}'`,
  },
  MESSAGE_MISSING: {
    category: 'user',
    message: () => 'messages: expected one with role user',
  },
});
