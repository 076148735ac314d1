import type {
  AddedMember,
  AddMemberBody,
  Member,
  Page,
  ResetPassword,
  WorkspaceRole,
} from '@heddle/contracts';
import { request } from '@/app/api/api-client';
import { readAll } from '@/app/api/read-all';

const BASE = '/api/workspace/members';

/** One page of the workspace's members, by name. */
export const listMembers = (
  filter: { readonly page: number; readonly q: string },
  signal: AbortSignal,
): Promise<Page<Member>> => request(BASE, { query: { ...filter, sort: 'name' }, signal });

/** Every member, to choose from. */
export const allMembers = (_: unknown, signal: AbortSignal): Promise<readonly Member[]> =>
  readAll(BASE, { query: { sort: 'email' }, signal });

/** Adds somebody; the password in the answer is shown this once. @throws {ApiError} 409 for a member */
export const addMember = (body: AddMemberBody): Promise<AddedMember> =>
  request(BASE, { method: 'POST', body });

/** Gives a member another role. @throws {ApiError} 409 for the last owner */
export const changeRole = (id: string, role: WorkspaceRole): Promise<Member> =>
  request(`${BASE}/${id}`, { method: 'PATCH', body: { role } });

/** Takes somebody out of the workspace. @throws {ApiError} 409 for the last owner */
export const removeMember = (id: string): Promise<void> => request(`${BASE}/${id}`, { method: 'DELETE' });

/** Gives a member a new password, shown this once. @throws {ApiError} 409 for members of other workspaces */
export const resetPassword = (id: string): Promise<ResetPassword> =>
  request(`${BASE}/${id}/password`, { method: 'POST' });
