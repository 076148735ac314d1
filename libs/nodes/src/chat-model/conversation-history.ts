import type { HistoryMessage, NodeContext } from '@heddle/engine';

/** What was said before in the conversation that a run belongs to; nothing outside of conversations. */
export async function conversationHistory(
  window: number,
  { ports, run }: Pick<NodeContext<'history'>, 'ports' | 'run'>,
): Promise<readonly HistoryMessage[]> {
  const { workspaceId, flowId, sessionId, userId } = run;
  if (sessionId === undefined || window === 0) return [];
  return ports.history.window({ workspaceId, flowId, sessionId, userId }, window);
}
