import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { defineStatement, type StatementRunner } from '../../../database/statements/statement.ts';
import { ScimPersonEntity } from '../scim.entity.ts';

const LIST = defineStatement({
  name: 'list-scim-members',
  scope: 'tenant',
  row: z.strictObject({ group_id: z.uuid(), person_id: z.uuid() }),
  sql: `
select group_id, person_id from scim_group_members
where workspace_id = :workspaceId and connection_id = :connectionId and group_id = any(:groupIds::uuid[])
order by group_id, person_id`,
});

type Of = { workspaceId: string; id: string };

/** Returns the ids of members, by the ids of their groups. */
export async function findMemberIdsByGroup(
  on: StatementRunner,
  { workspaceId, id: connectionId }: Of,
  groupIds: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await LIST.all(on, { workspaceId, connectionId, groupIds: [...groupIds] });
  const members = new Map<string, string[]>(groupIds.map((id) => [id, []]));
  for (const { group_id, person_id } of rows) members.get(group_id)?.push(person_id);
  return members;
}

const COUNT = defineStatement({
  name: 'count-scim-members',
  scope: 'tenant',
  row: z.strictObject({ group_id: z.uuid(), count: z.int() }),
  sql: `
select group_id, count(*)::integer as count from scim_group_members
where workspace_id = :workspaceId and connection_id = :connectionId group by group_id`,
});

/** Returns how many members the groups of a connection have. */
export async function countMembersByGroup(
  on: StatementRunner,
  { workspaceId, id: connectionId }: Of,
): Promise<Map<string, number>> {
  const rows = await COUNT.all(on, { workspaceId, connectionId });
  return new Map(rows.map(({ group_id, count }) => [group_id, count]));
}

const ENQUEUE = defineStatement({
  name: 'enqueue-waiting-scim-people',
  scope: 'tenant',
  sql: `
select 1 from graphile_worker.add_job('apply_scim_people', json_build_object('workspace_id', :workspaceId::uuid,
  'connection_id', :connectionId::uuid, 'after', :after::uuid))`,
});

/**
 * Enqueues the job that applies pending people of a connection, after the transaction: all of them, or those after an
 * id.
 */
export async function enqueuePendingPeople(
  on: StatementRunner,
  { workspaceId, id }: Of,
  after: string | null = null,
): Promise<void> {
  await ENQUEUE.run(on, { workspaceId, connectionId: id, after });
}

/** Number of rows written by one statement. */
export const ROWS_PER_STATEMENT = 1_000;

/** Has people changed by what their groups give, after the transaction (rules/scim 16). */
export async function markPeoplePending(em: EntityManager, connection: Of, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  for (let from = 0; from < ids.length; from += ROWS_PER_STATEMENT) {
    const some = {
      connectionId: connection.id,
      id: { $in: ids.slice(from, from + ROWS_PER_STATEMENT) },
      deletedAt: null,
    };
    await em.nativeUpdate(ScimPersonEntity, some, { isPending: true });
  }
  await enqueuePendingPeople(em, connection);
}
