import { MIN_TRUSTED_CONFIDENCE, type ConfidenceThresholdSetting } from '@training/shared/grading/grading-trust';
import { z } from 'zod';
import { defineStatement, type StatementRunner } from '../../../database/statements/statement.ts';
import type { ResultModel } from '../../ai/jobs/provenance.ts';
import { readGradeVerdictSamples } from './grade-verdict-samples.ts';
import { deriveConfidenceThreshold } from './threshold.ts';

const SETTING = defineStatement({
  name: 'read-grading-trust',
  scope: 'tenant',
  row: z.strictObject({ by: z.enum(['trainers', 'figure', 'nobody']), figure: z.number().nullable() }),
  sql: `
select grading_trust as by, grading_figure::float8 as figure from workspaces where id = :workspaceId`,
});

/** Returns the setting of the workspace. */
export function readConfidenceThresholdSetting(
  on: StatementRunner,
  workspaceId: string,
): Promise<ConfidenceThresholdSetting> {
  return SETTING.one(on, { workspaceId });
}

/**
 * Returns the confidence from which on a grade of this model counts at once (rules/grading 11).
 * @param madeBy Undefined if no model was asked.
 * @returns null if every grade goes to a trainer
 */
export async function findConfidenceThreshold(
  on: StatementRunner,
  named: { workspaceId: string; now: Date },
  madeBy: ResultModel | undefined,
): Promise<number | null> {
  const { by, figure } = await readConfidenceThresholdSetting(on, named.workspaceId);
  if (by !== 'trainers') return figure;
  if (madeBy === undefined) return MIN_TRUSTED_CONFIDENCE;
  const [reviews] = await readGradeVerdictSamples(on, named, [madeBy]);
  return reviews === undefined ? MIN_TRUSTED_CONFIDENCE : deriveConfidenceThreshold(reviews.newest, reviews.older);
}
