import type { ConversationVariablesQuery, SetVariableBody } from '@heddle/contracts';
import { describeValue, matchesType, VALUE_TYPES, type Json, type JsonObject } from '@heddle/model';
import { Injectable } from '@nestjs/common';
import { StoredConversations, type StoredConversation } from '../../adapters/history/stored-conversations';
import { requestErrors } from '../../platform/errors/request-errors';
import type { KeyHolder } from '../flows/api-keys.service';
import { idWithinRun } from '../runs/run-id';
import { seconds } from './dify-answers';
import { DifyConversations } from './dify-conversations';
import { PublishedCalls } from './published-calls';

/** A variable of a conversation as it stands. */
interface Variable {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly value: Json;
}

/** Values are texts there; what is none is written as JSON. */
const textOf = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

const answerOf = ({ id, name, type, value }: Variable, row: StoredConversation): JsonObject => ({
  id,
  name,
  value_type: type,
  value: textOf(value),
  description: '',
  created_at: seconds(row.createdAt.getTime()),
  updated_at: seconds(row.updatedAt.getTime()),
});

/** Fits a value into the type of its variable; other APIs send numbers and lists as text. @throws INPUT_TYPE */
function fitted({ type }: Variable, value: Json): Json {
  const declared = VALUE_TYPES.find((known) => known === type) ?? 'any';
  if (matchesType(value, declared)) return value;
  const parsed = typeof value === 'string' ? parsedJson(value) : undefined;
  if (parsed !== undefined && matchesType(parsed, declared)) return parsed;
  throw requestErrors.INPUT_TYPE({ path: 'value', expected: type, got: describeValue(value) });
}

function parsedJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** What conversations carry along, in Dify's words. */
@Injectable()
export class DifyVariables {
  constructor(
    private readonly calls: PublishedCalls,
    private readonly conversations: DifyConversations,
    private readonly stored: StoredConversations,
  ) {}

  /** @throws NOT_CHAT_APP, NOT_FOUND */
  async list(holder: KeyHolder, id: string, query: ConversationVariablesQuery): Promise<JsonObject> {
    const { user, limit, last_id: lastId, variable_name: name } = query;
    const { row } = await this.conversations.own(holder, { user, id });
    const all = (await this.variables(holder, row)).filter(
      (variable) => name === undefined || name === '' || variable.name === name,
    );
    const last = lastId === undefined ? -1 : all.findIndex((variable) => variable.id === lastId);
    if (lastId !== undefined && last === -1) throw requestErrors.NOT_FOUND({ what: 'the variable' });
    const rest = all.slice(last + 1);
    return {
      limit,
      has_more: rest.length > limit,
      data: rest.slice(0, limit).map((variable) => answerOf(variable, row)),
    };
  }

  /** @throws NOT_CHAT_APP, NOT_FOUND, INPUT_TYPE */
  async set(
    holder: KeyHolder,
    { id, variableId }: { id: string; variableId: string },
    { user, value }: SetVariableBody,
  ): Promise<JsonObject> {
    const { own, row } = await this.conversations.own(holder, { user, id });
    const variable = (await this.variables(holder, row)).find((known) => known.id === variableId);
    if (!variable) throw requestErrors.NOT_FOUND({ what: 'the variable' });
    const next = { ...variable, value: fitted(variable, value as Json) };
    await this.stored.setVariable(own, { [variable.name]: next.value });
    return answerOf(next, { ...row, updatedAt: new Date() });
  }

  /** Those that the live version declares, with the values of the conversation. */
  private async variables(holder: KeyHolder, row: StoredConversation): Promise<Variable[]> {
    const { runnable } = await this.calls.target(holder);
    const scope = `${holder.flowId}:${row.id}`;
    const current = { ...runnable.conversation, ...row.variables };
    return Object.keys(runnable.conversation).map((name) => ({
      id: idWithinRun(scope, `variable:${name}`),
      name,
      type: runnable.conversationTypes[name] ?? 'any',
      value: current[name] ?? null,
    }));
  }
}
