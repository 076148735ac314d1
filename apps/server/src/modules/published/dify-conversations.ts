import {
  nameText,
  storableText,
  type ConversationListQuery,
  type RenameConversationBody,
} from '@heddle/contracts';
import type { JsonObject } from '@heddle/model';
import { Injectable } from '@nestjs/common';
import {
  StoredConversations,
  type OwnConversation,
  type StoredConversation,
} from '../../adapters/history/stored-conversations';
import { requestErrors } from '../../platform/errors/request-errors';
import type { KeyHolder } from '../flows/api-keys.service';
import { ConversationNames } from './conversation-names';
import { seconds } from './dify-answers';
import { PublishedCalls } from './published-calls';

const NEW_CONVERSATION = 'New conversation';
const LONGEST_NAME = 50;

/** One line out of what was said first. */
const lineOf = (text: string): string => {
  const line = text.replace(/[\p{Cc}\s]+/gu, ' ').trim();
  const characters = [...line];
  return characters.length > LONGEST_NAME ? `${characters.slice(0, LONGEST_NAME).join('')}…` : line;
};

/** What a conversation is called as long as nobody says otherwise. */
const ownName = ({ name, firstWords }: StoredConversation): string =>
  name || lineOf(firstWords) || NEW_CONVERSATION;

const answerOf = (row: StoredConversation, introduction: string): JsonObject => ({
  id: row.id,
  name: ownName(row),
  inputs: row.inputs,
  status: 'normal',
  introduction,
  created_at: seconds(row.createdAt.getTime()),
  updated_at: seconds(row.updatedAt.getTime()),
});

/** The conversations of callers, in Dify's words. */
@Injectable()
export class DifyConversations {
  constructor(
    private readonly calls: PublishedCalls,
    private readonly stored: StoredConversations,
    private readonly names: ConversationNames,
  ) {}

  /** @throws NOT_CHAT_APP, NOT_FOUND when the caller has no conversation `last_id` */
  async list(holder: KeyHolder, query: ConversationListQuery): Promise<JsonObject> {
    const { user, limit, last_id: afterId, sort_by: order } = query;
    const introduction = await this.introduction(holder);
    const { workspaceId, flowId } = holder;
    if (afterId !== undefined) await this.own(holder, { user, id: afterId });
    const scope = { workspaceId, flowId, userId: user };
    const rows = await this.stored.list(scope, { afterId, order, limit: limit + 1 });
    return {
      limit,
      has_more: rows.length > limit,
      data: rows.slice(0, limit).map((row) => answerOf(row, introduction)),
    };
  }

  /** @throws NOT_CHAT_APP, NOT_FOUND */
  async remove(holder: KeyHolder, caller: { user: string; id: string }): Promise<void> {
    const { own } = await this.own(holder, caller);
    await this.stored.remove(own);
  }

  /** @throws NOT_CHAT_APP, NOT_FOUND, INPUT_REQUIRED */
  async rename(holder: KeyHolder, id: string, body: RenameConversationBody): Promise<JsonObject> {
    const introduction = await this.introduction(holder);
    const { own, row } = await this.own(holder, { user: body.user, id });
    const name = body.auto_generate === true ? await this.names.of(own, row) : givenName(body);
    await this.stored.rename(own, name);
    return answerOf({ ...row, name }, introduction);
  }

  /** A conversation of the caller. @throws NOT_CHAT_APP, NOT_FOUND */
  async own(
    holder: KeyHolder,
    { user, id }: { user: string; id: string },
  ): Promise<{ own: OwnConversation; row: StoredConversation }> {
    await this.calls.chatflowOf(holder);
    const { workspaceId, flowId } = holder;
    const own = { workspaceId, flowId, userId: user, sessionId: storableText(id) };
    const row = await this.stored.find(own);
    if (!row) throw requestErrors.NOT_FOUND({ what: 'the conversation' });
    return { own, row };
  }

  private async introduction(holder: KeyHolder): Promise<string> {
    const features = await this.calls.featuresOf(await this.calls.chatflowOf(holder));
    const opening = features['opening_statement'];
    return typeof opening === 'string' ? opening : '';
  }
}

function givenName({ name }: RenameConversationBody): string {
  const given = nameText(255).safeParse(name ?? '');
  if (given.success) return given.data;
  if (!name) throw requestErrors.INPUT_REQUIRED({ path: 'name' });
  throw requestErrors.INPUT_INVALID({ path: 'name', reason: 'expected one line of text' });
}
