import { withoutCredential, type ServiceAccess } from '../tools/service-access';
import type { AllowedCommand } from './stdio-allow-list';

/** An MCP server with everything needed to speak to it. */
export type McpServerAddress = { readonly name: string } & (
  | { readonly transport: 'streamable_http' | 'sse'; readonly access: ServiceAccess }
  | { readonly transport: 'stdio'; readonly command: AllowedCommand }
);

/** Hides the credential of a server in what it says. */
export const withoutServerCredential = (server: McpServerAddress, text: string): string =>
  server.transport === 'stdio' ? text : withoutCredential(text, server.access);
