import { ShiftToStore, type ReplaceShiftsResponse, type ReplaceShifts } from '@training/shared/shifts/shifts';
import { z } from 'zod';
import { applyEachRow } from '../../core/apply-each-row.ts';
import type { Context } from '../../core/context.ts';
import { AppError, invalidFieldError } from '../../core/errors.ts';
import { inTransaction } from '../../core/transaction.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { recordEvent } from '../events/record-event.ts';
import { createPersonLookup } from '../users/person-lookup.ts';
import { ShiftEntity } from './shift.entity.ts';
import { assertWithinShiftLimit, LOCK_SHIFTS } from './shifts.ts';

const COMPARE = defineStatement({
  name: 'compare-shifts',
  scope: 'tenant',
  row: z.strictObject({ all: z.int(), held: z.int(), ends: z.array(z.string().nullable()) }),
  sql: `
select count(*)::int as all, (count(*) filter (where f.starts_at >= :from and f.starts_at < :to))::int as held, (
    select coalesce(array_agg(to_iso(s.ends_at) order by g.place), '{}')
    from unnest(:userIds::uuid[], :starts::timestamptz[]) with ordinality as g(user_id, starts_at, place)
    left join shifts s on s.workspace_id = :workspaceId and s.user_id = g.user_id and s.starts_at = g.starts_at
  ) as ends
from shifts f where f.workspace_id = :workspaceId`,
});

type Span = { from: Date; to: Date };
type Stored = { result: 'added' | 'updated' | 'unchanged' };
type Row = { userId: string; startsAt: Date; endsAt: Date };

/**
 * Replaces the shifts that begin in a time, each row with its own result or problem. If every row is refused, nothing
 * changes (rules/shifts 2).
 * @throws AppError `shift_limit_reached`
 */
export async function replaceShifts(ctx: Context, { from, to, shifts }: ReplaceShifts): Promise<ReplaceShiftsResponse> {
  const span = { from: new Date(from), to: new Date(to) };
  const counts = { added: 0, updated: 0, unchanged: 0, removed: 0, refused: 0 };
  const results = await applyEachRow(ctx, {
    sent: shifts,
    schema: ShiftToStore,
    instance: '/api/v1/shifts',
    earlier: [],
    apply: async (sent) => {
      const rows = await rowsOf(ctx, span, sent);
      const valid = rows.filter((row): row is Row => !(row instanceof AppError));
      if (valid.length === 0 && shifts.length > 0) return rows.map((row) => row as AppError);
      const done = await store(ctx, span, valid);
      counts.removed = done.removed;
      let next = 0;
      return rows.map((row) => (row instanceof AppError ? row : done.stored[next++]!));
    },
    resultOf: ({ result }: Stored, index) => ({ index, status: result === 'added' ? 201 : 200, result }) as const,
  });
  for (const each of results) counts['result' in each ? each.result : 'refused']++;
  return { results, counts };
}

/** Returns for each shift what is to be stored, or why it can't be. */
async function rowsOf(ctx: Context, { from, to }: Span, shifts: readonly ShiftToStore[]): Promise<(Row | AppError)[]> {
  const personOf = await createPersonLookup(ctx.transaction ?? ctx.db.pool, ctx.workspace.id, shifts);
  const seen = new Set<string>();
  return shifts.map((shift) => {
    const row = { startsAt: new Date(shift.starts_at), endsAt: new Date(shift.ends_at) };
    try {
      const { id: userId } = personOf(shift);
      if (row.startsAt < from || row.startsAt >= to) {
        throw invalidFieldError('starts_at', 'Must be from “from” on, and before “to”.', 'invalid');
      }
      const key = `${userId} ${row.startsAt.getTime()}`;
      if (seen.size === seen.add(key).size) {
        throw invalidFieldError('starts_at', 'An earlier row has a shift of the same person and time.', 'repeated');
      }
      return { userId, ...row };
    } catch (error) {
      if (error instanceof AppError) return error;
      throw error;
    }
  });
}

async function store(ctx: Context, { from, to }: Span, rows: Row[]): Promise<{ stored: Stored[]; removed: number }> {
  const workspaceId = ctx.workspace.id;
  return inTransaction(ctx, async (em) => {
    await LOCK_SHIFTS.run(em, { workspaceId });
    const userIds = rows.map(({ userId }) => userId);
    const starts = rows.map(({ startsAt }) => startsAt);
    const { all, held, ends } = await COMPARE.one(em, { workspaceId, from, to, userIds, starts });
    const stored = rows.map(({ endsAt }, at): Stored => {
      const before = ends[at] ?? null;
      return { result: before === null ? 'added' : before === endsAt.toISOString() ? 'unchanged' : 'updated' };
    });
    const removed = held - ends.filter((end) => end !== null).length;
    if (removed === 0 && stored.every(({ result }) => result === 'unchanged')) return { stored, removed };
    assertWithinShiftLimit(all - held + rows.length);
    await em.nativeDelete(ShiftEntity, { workspaceId, startsAt: { $gte: from, $lt: to } });
    if (rows.length > 0)
      await em.insertMany(
        ShiftEntity,
        rows.map((row) => ({ workspaceId, ...row })),
      );
    const { id, name } = ctx.workspace;
    await recordEvent(em, ctx, {
      action: 'workspace.shifts_replaced',
      subject: { kind: 'workspace', id, name },
      changes: { from: from.toISOString(), to: to.toISOString(), shifts: rows.length },
    });
    return { stored, removed };
  });
}
