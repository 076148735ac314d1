import type { WorkspaceRole } from '@heddle/contracts';
import { DataSource } from 'typeorm';
import type { TestServer } from './test-server';

/** Does something while everybody of the server has another role in their workspaces. */
export async function asRole<Value>(
  server: TestServer,
  role: WorkspaceRole,
  work: () => Promise<Value>,
): Promise<Value> {
  const database = server.app.get(DataSource);
  const set = (name: WorkspaceRole): Promise<unknown> =>
    database.query('UPDATE workspace_members SET role = $1', [name]);
  await set(role);
  try {
    return await work();
  } finally {
    await set('owner');
  }
}
