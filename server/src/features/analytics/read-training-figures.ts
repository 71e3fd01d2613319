import { TrainingFigures } from '@training/shared/overview/overview';
import type { Context } from '../../core/context.ts';
import { defineStatement, type Statement } from '../../database/statements/statement.ts';
import { analyticsSelectionOf, type AnalyticsSelection } from './analytics-selection.ts';
import { moduleCountsFromRollupsSql } from './rollup-sql.ts';

/** Input that uses the stored window for certificates due soon: 30 days. */
const ASKED = {
  include: ['modules' as const, 'recertification' as const],
  include_inactive: false,
  window_days: 30,
  limit: 1,
  offset: 0,
  modules_offset: 0,
};

const COLUMNS = ['assigned', 'completed', 'in_progress', 'not_started', 'overdue', 'due_soon'];

const define = (s: AnalyticsSelection): Statement<string, TrainingFigures> =>
  defineStatement({
    name: s.ownDepartment ? 'read-standing-of-department' : 'read-standing',
    scope: 'tenant',
    replica: true,
    // Not prepared, as with other analytics statements: a cached plan from when the tables were empty is slower.
    unprepared: true,
    row: TrainingFigures,
    sql: `
with ${moduleCountsFromRollupsSql(s)}
select ${COLUMNS.map((name) => `coalesce(sum(${name}), 0)::float8 as ${name}`).join(', ')} from module_counts`,
  });

const statements = new Map<boolean, Statement<string, TrainingFigures>>();

/**
 * Reads the overall training state of active people from the stored counts (rules/analytics 11): of a trainer's
 * department, or of all people.
 */
export function readTrainingFigures(ctx: Context): Promise<TrainingFigures> {
  const selection = analyticsSelectionOf(ctx, ASKED);
  const ofDepartment = selection.ownDepartment !== undefined;
  const statement = statements.get(ofDepartment) ?? define(selection);
  statements.set(ofDepartment, statement);
  return statement.one(ctx.db.pool, selection.parameters);
}
