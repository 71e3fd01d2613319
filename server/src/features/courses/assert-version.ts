import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../../context.ts';
import { z } from 'zod';
import { defineStatement } from '../../database/statement.ts';
import { AppError } from '../../errors.ts';

const LAST_CHANGE = defineStatement({
  name: 'last-change',
  scope: 'tenant',
  row: z.strictObject({ name: z.string() }),
  sql: `
select actor_name as name from audit_events
where workspace_id = :workspaceId and action = :action and subject_id = :id order by at desc, id desc limit 1`,
});

type Change = {
  id: string;
  action: 'course.updated' | 'module.updated';
  /** "title or emoji" */
  what: string;
  /** The version that the change began from. */
  from: number;
  present: number;
};

/** @throws AppError `stale_version`, which says who changed it last, where the change began from another version */
export async function assertVersion(em: EntityManager, ctx: Context, change: Change): Promise<void> {
  const { id, action, what, from, present } = change;
  if (from === present) return;
  const last = await LAST_CHANGE.first(em, { workspaceId: ctx.workspace.id, action, id });
  const who = last?.name ?? 'Somebody';
  throw new AppError(
    'stale_version',
    `${who} changed ${what} after version ${from}, which you started from. Compare with version ${present}, then save again.`,
  );
}
