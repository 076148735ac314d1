/** A message that was said earlier in a conversation. */
export interface HistoryMessage {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

/** Reads what was said before in a conversation. */
export interface HistoryPort {
  /** The last exchanges, oldest first; the message being answered is not among them. */
  window(
    scope: { workspaceId: string; flowId: string; sessionId: string; userId: string },
    exchanges: number,
  ): Promise<readonly HistoryMessage[]>;
}
