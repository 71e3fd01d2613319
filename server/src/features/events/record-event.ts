import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../../context.ts';
import { execute } from '../../database/database.ts';
import { newId } from '../../platform/ids.ts';

/** Outgoing events that authoring, review and the Recommended queue cause (decisions §9). */
export type EventType =
  | 'module.submitted'
  | 'module.section_queried'
  | 'module.section_approved'
  | 'module.published'
  | 'module.rejected'
  | 'module.withdrawn'
  | 'module.unpublished'
  | 'module.archived'
  | 'module.restored'
  | 'suggestion.accepted'
  | 'suggestion.dismissed';

/** Writes an outgoing event in the transaction of what it tells of: it is sent if and only if that has happened. */
export async function recordEvent(
  em: EntityManager,
  { workspace, now }: Pick<Context, 'workspace' | 'now'>,
  type: EventType,
  data: Record<string, unknown>,
): Promise<void> {
  await execute(em, 'insert into outgoing_events (workspace_id, id, type, at, data) values ($1, $2, $3, $4, $5)', [
    workspace.id,
    newId(),
    type,
    now,
    JSON.stringify(data),
  ]);
}
