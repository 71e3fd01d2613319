import { TRUSTED_CONFIDENCE, type GradingTrust } from '@training/shared/grading/grading-trust';
import { z } from 'zod';
import { defineStatement, type Runner } from '../../../database/statements/statement.ts';
import type { MadeBy } from '../../ai/jobs/provenance.ts';
import { readGradeReviews } from './grade-reviews.ts';
import { deriveThreshold } from './threshold.ts';

const SETTING = defineStatement({
  name: 'read-grading-trust',
  scope: 'tenant',
  row: z.strictObject({ by: z.enum(['trainers', 'figure', 'nobody']), figure: z.number().nullable() }),
  sql: `
select grading_trust as by, grading_figure::float8 as figure from workspaces where id = :workspaceId`,
});

/** Returns the setting of the workspace. */
export function readTrustSetting(on: Runner, workspaceId: string): Promise<GradingTrust> {
  return SETTING.one(on, { workspaceId });
}

/**
 * Returns the confidence from which on a grade of this model counts at once (rules/grading 11).
 * @param madeBy Undefined if no model was asked.
 * @returns null if every grade goes to a trainer
 */
export async function findThreshold(
  on: Runner,
  named: { workspaceId: string; now: Date },
  madeBy: MadeBy | undefined,
): Promise<number | null> {
  const { by, figure } = await readTrustSetting(on, named.workspaceId);
  if (by !== 'trainers') return figure;
  if (madeBy === undefined) return TRUSTED_CONFIDENCE;
  const [reviews] = await readGradeReviews(on, named, [madeBy]);
  return reviews === undefined ? TRUSTED_CONFIDENCE : deriveThreshold(reviews.newest, reviews.older);
}
