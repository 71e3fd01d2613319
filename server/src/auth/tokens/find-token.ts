import type { Scope } from '@training/shared/permissions';
import type { Actor, Workspace } from '../../context.ts';
import { read, type Database } from '../../database/database.ts';
import { isTokenValue, tokenHash } from './token-value.ts';

type FoundToken = {
  id: string;
  name: string;
  scopes: Scope[];
  created_at: string;
  workspace_id: string;
  slug: string;
  workspace_name: string;
  api_may_assign_super_admin: boolean;
  revision: string;
};

export const FIND_TOKEN = {
  name: 'find-token',
  text: `
select t.id, t.name, t.scopes, wire_time(t.created_at) as created_at, t.workspace_id, w.slug, w.name as workspace_name,
  w.api_may_assign_super_admin, r.revision::text as revision
from api_tokens t
join workspaces w on w.id = t.workspace_id
join catalog_revisions r on r.workspace_id = t.workspace_id
where t.hash = $1 and t.revoked_at is null`,
};

export type TokenActor = Extract<Actor, { kind: 'token' }>;

/** Whose token this is, read at every request and never cached: a revoked one is dead at once (decisions §3). */
export async function findToken(
  db: Database,
  value: string,
): Promise<{ workspace: Workspace; actor: TokenActor } | undefined> {
  if (!isTokenValue(value)) return undefined;
  const [found] = await read<FoundToken>(db, FIND_TOKEN, [tokenHash(value)]);
  if (!found) return undefined;
  return {
    workspace: { id: found.workspace_id, slug: found.slug, name: found.workspace_name },
    actor: {
      kind: 'token',
      id: found.id,
      name: found.name,
      scopes: found.scopes,
      createdAt: found.created_at,
      mayAssignSuperAdmin: found.api_may_assign_super_admin,
      catalogRevision: found.revision,
    },
  };
}
