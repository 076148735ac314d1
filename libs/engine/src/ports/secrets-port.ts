/** Reads secrets by name for the node adapters that need them; values never enter events. */
export interface SecretsPort {
  /** @throws SECRET_NOT_FOUND */
  read(workspaceId: string, name: string): Promise<string>;
}
