import { TRUSTED_CONFIDENCE, type GradingTrust } from '@training/shared/grading/grading-trust';
import { z } from 'zod';
import { defineStatement, type Runner } from '../../../database/statements/statement.ts';
import type { MadeBy } from '../../ai/jobs/provenance.ts';
import { readGradeReviews } from './evidence.ts';
import { thresholdOf } from './threshold.ts';

const SETTING = defineStatement({
  name: 'read-grading-trust',
  scope: 'tenant',
  row: z.strictObject({ by: z.enum(['trainers', 'figure', 'nobody']), figure: z.number().nullable() }),
  sql: `
select grading_trust as by, grading_figure::float8 as figure from workspaces where id = :workspaceId`,
});

/** What the workspace has set. */
export function readTrust(on: Runner, workspaceId: string): Promise<GradingTrust> {
  return SETTING.one(on, { workspaceId });
}

/**
 * From which confidence on a grade of this model counts at once, by what holds at this moment (rules/grading 11).
 * @param madeBy Undefined where no model was asked.
 * @returns null where every grade goes to a trainer
 */
export async function trustedFrom(
  on: Runner,
  named: { workspaceId: string; now: Date },
  madeBy: MadeBy | undefined,
): Promise<number | null> {
  const { by, figure } = await readTrust(on, named.workspaceId);
  if (by !== 'trainers') return figure;
  if (madeBy === undefined) return TRUSTED_CONFIDENCE;
  const [evidence] = await readGradeReviews(on, named, [madeBy]);
  return evidence === undefined ? TRUSTED_CONFIDENCE : thresholdOf(evidence.newest, evidence.ripe);
}
