import type { FlowDocument } from '@heddle/model';

/** A variable of the environment, with its value. */
export type EnvVariable = FlowDocument['variables']['env'][number];
/** A variable that a conversation keeps, with what it starts as. */
export type ConversationVariable = FlowDocument['variables']['conversation'][number];

/** Replaces the flow's variables. */
export const setVariables = (document: FlowDocument, variables: FlowDocument['variables']): FlowDocument => ({
  ...document,
  variables,
});
