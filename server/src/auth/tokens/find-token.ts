import { TokenScope } from '@training/shared/permissions';
import { Timestamp } from '@training/shared/primitives';
import type { Actor, Workspace } from '../../core/context.ts';
import { z } from 'zod';
import type { Database } from '../../database/database.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { assertTokenWorkspaceHere } from '../../features/workspaces/moves/find-moved.ts';

const FoundToken = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  scopes: z.array(TokenScope),
  created_at: Timestamp,
  workspace_id: z.uuid(),
  slug: z.string(),
  workspace_name: z.string(),
  people_without_email: z.boolean(),
  api_may_assign_super_admin: z.boolean(),
  revision: z.uuid(),
});

/** Finds a token by its hash alone, in any workspace: the token determines the workspace. */
export const FIND_TOKEN = defineStatement({
  name: 'find-token',
  scope: 'cross_tenant',
  row: FoundToken,
  sql: `
select t.id, t.name, t.scopes, to_iso(t.created_at) as created_at, t.workspace_id, w.slug, w.name as workspace_name,
  w.people_without_email or w.addresses_kept_days is not null as people_without_email, w.api_may_assign_super_admin, r.revision::text as revision
from api_tokens t
join workspaces w on w.id = t.workspace_id
join catalog_revisions r on r.workspace_id = t.workspace_id
where t.hash = :hash and t.revoked_at is null and not w.is_away`,
});

export type TokenCaller = { workspace: Workspace; actor: Extract<Actor, { kind: 'token' }> };

/**
 * Finds the workspace and actor of a token by its hash. Reads the database at every request and caches nothing, so
 * that a revoked token stops working at once (rules/tokens 7).
 * @throws AppError `workspace_moved` or `unavailable` if its workspace is elsewhere
 */
export async function findTokenCaller(db: Database, hash: Buffer): Promise<TokenCaller | undefined> {
  const found = await FIND_TOKEN.first(db.pool, { hash });
  if (!found) return assertTokenWorkspaceHere(db.pool, hash).then(() => undefined);
  return {
    workspace: { id: found.workspace_id, slug: found.slug, name: found.workspace_name },
    actor: {
      kind: 'token',
      id: found.id,
      name: found.name,
      scopes: found.scopes,
      createdAt: found.created_at,
      mayAssignSuperAdmin: found.api_may_assign_super_admin,
      everyoneHasEmail: !found.people_without_email,
      catalogRevision: found.revision,
    },
  };
}
