import type { CreateMcpServerBody, McpServer, UpdateMcpServerBody } from '@heddle/contracts';
import {
  authBodyOf,
  draftOfAuth,
  isAuthChanged,
  isElsewhere,
  isKeyNameBad,
  isUrlBad,
  NO_AUTH,
  type AuthDraft,
} from './auth-form';

/** An MCP server as it is typed. */
export interface McpDraft {
  readonly name: string;
  readonly transport: McpServer['transport'];
  readonly url: string;
  readonly command: string;
  /** One argument a line. */
  readonly args: string;
  readonly auth: AuthDraft;
}

/** A field of the form that can be wrong. */
export type McpField = 'name' | 'url' | 'command' | 'keyName';

/** What the form begins with for a new server. */
export const EMPTY_MCP_DRAFT: McpDraft = {
  name: '',
  transport: 'streamable_http',
  url: '',
  command: '',
  args: '',
  auth: NO_AUTH,
};

/** What the form begins with for a server that is there. */
export const draftOfServer = (server: McpServer): McpDraft => ({
  name: server.name,
  transport: server.transport,
  url: server.url ?? '',
  command: server.command ?? '',
  args: server.args.join('\n'),
  auth: draftOfAuth(server.auth),
});

/** What has to be put right before the form can be sent. */
export function problemsOf({ name, transport, url, command, auth }: McpDraft): readonly McpField[] {
  const isCommand = transport === 'stdio';
  const found: readonly [McpField, boolean][] = [
    ['name', name.trim() === ''],
    ['url', !isCommand && isUrlBad(url)],
    ['command', isCommand && command.trim() === ''],
    ['keyName', !isCommand && isKeyNameBad(auth)],
  ];
  return found.filter(([, isFound]) => isFound).map(([field]) => field);
}

/** The request that adds what was typed. */
export function createBodyOf(draft: McpDraft): CreateMcpServerBody {
  const { transport } = draft;
  const name = draft.name.trim();
  if (transport !== 'stdio') return { transport, name, url: draft.url.trim(), auth: authBodyOf(draft.auth) };
  // Arguments may have blanks that matter, so only lines without anything are left out.
  const args = draft.args.split(/\r?\n/).filter((line) => line.trim() !== '');
  return { transport, name, command: draft.command.trim(), args };
}

/** The request that changes a server to what was typed; what stays is left out, or the server is looked at again. */
export function updateBodyOf(draft: McpDraft, server: McpServer): UpdateMcpServerBody {
  const name = draft.name.trim();
  const isMoved = server.url !== null && isElsewhere(draft.url, server.url);
  const hasOtherAuth = server.url !== null && isAuthChanged(draft.auth, server.auth);
  return {
    ...(name === server.name ? {} : { name }),
    ...(isMoved ? { url: draft.url.trim() } : {}),
    ...(hasOtherAuth ? { auth: authBodyOf(draft.auth) } : {}),
  };
}
