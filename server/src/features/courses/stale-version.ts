import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../../context.ts';
import { execute } from '../../database/database.ts';
import { AppError } from '../../errors.ts';

const LAST_CHANGE = `
select actor_name as name from audit_events
where workspace_id = $1 and action = $2 and subject_id = $3 order by at desc, id desc limit 1`;

type Change = {
  id: string;
  action: 'course.updated' | 'module.updated';
  /** "title or emoji" */
  what: string;
  /** That the change began from. */
  from: number;
  present: number;
};

/** @throws AppError `stale_version`, which says who changed it last, where the change began from another version */
export async function mustBePresent(em: EntityManager, ctx: Context, change: Change): Promise<void> {
  const { id, action, what, from, present } = change;
  if (from === present) return;
  const [last] = await execute<{ name: string }>(em, LAST_CHANGE, [ctx.workspace.id, action, id]);
  const who = last?.name ?? 'Somebody';
  throw new AppError(
    'stale_version',
    `${who} has changed ${what} since version ${from}, from which this began. Compare with version ${present}, then save again.`,
  );
}
