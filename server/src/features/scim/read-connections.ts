import {
  ScimConnection,
  type ScimConnectionRef,
  type ScimConnectionList,
  type ScimRequestLog,
} from '@training/shared/scim/scim';
import type { Context } from '../../core/context.ts';
import { createWorkspaceEntityManager } from '../../core/transaction.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { ScimRequestEntity } from './scim.entity.ts';

const LIST = defineStatement({
  name: 'list-scim-connections',
  scope: 'tenant',
  row: ScimConnection,
  sql: `
select c.id, c.name, c.state, to_iso(c.state_since) as state_since, c.stopped_because,
  exists (select from api_tokens t
    where t.workspace_id = :workspaceId and t.scim_connection_id = c.id and t.revoked_at is null) as has_token,
  (select count(*)::integer from scim_people p
    where p.workspace_id = :workspaceId and p.connection_id = c.id and p.deleted_at is null) as people,
  (select count(*)::integer from scim_people p
    where p.workspace_id = :workspaceId and p.connection_id = c.id and p.is_pending) as pending
from scim_connections c where c.workspace_id = :workspaceId order by c.created_at desc, c.id limit 100`,
});

/** Returns the connections of the workspace's identity providers, the newest first. */
export async function listConnections({ db, workspace }: Context): Promise<ScimConnectionList> {
  return { connections: await LIST.all(db.pool, { workspaceId: workspace.id }) };
}

/** Returns the latest requests of a connection (rules/scim 10). */
export async function listRequests(ctx: Context, { id }: ScimConnectionRef): Promise<ScimRequestLog> {
  const order = { orderBy: { at: 'desc', id: 'desc' }, limit: 50 } as const;
  const rows = await createWorkspaceEntityManager(ctx).find(ScimRequestEntity, { connectionId: id }, order);
  return {
    requests: rows.map(({ at, operation, status, detail }) => ({
      at: at.toISOString(),
      operation,
      status,
      detail: detail ?? null,
    })),
  };
}
