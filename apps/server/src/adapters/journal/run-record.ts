import type { RunSource } from '@heddle/contracts';
import type { HistoryMessage, RecordedResult } from '@heddle/engine';
import type { JsonObject } from '@heddle/model';

export type { RunSource };

/** What a run has that neither its flow nor its first event says. */
export interface RunPlan {
  /** The one node that runs. */
  readonly node_id?: string;
  /** Results that nodes have from an earlier run, by node id. */
  readonly recorded?: Readonly<Record<string, RecordedResult>>;
  /** What was said before, when the caller keeps the conversation. */
  readonly history?: readonly HistoryMessage[];
}

/** What is known of a run before its first event; becomes its row. */
export interface RunRecord {
  readonly id: string;
  readonly workspaceId: string;
  readonly flowId: string;
  /** The published version; null for a draft, whose definition is then kept with the run. */
  readonly version: number | null;
  /** JSON text of the draft. */
  readonly definition: string | null;
  /** Null for most runs: of the whole flow, by nobody who keeps the conversation. */
  readonly plan: RunPlan | null;
  readonly source: RunSource;
  readonly userId: string;
  readonly apiKeyId: string | null;
  readonly sessionId: string | null;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

/** One exchange of a conversation: what the user said, and where the answer goes. */
export interface ConversationTurn {
  readonly sessionId: string;
  readonly userId: string;
  readonly query: string;
  /** The inputs that the conversation began with. */
  readonly inputs: JsonObject;
  readonly userMessageId: string;
  readonly assistantMessageId: string;
}

/** Text that a conversation keeps. */
export interface SpokenMessage {
  readonly id: string;
  readonly role: 'user' | 'assistant';
  readonly content: string;
  readonly clientId: string;
}
