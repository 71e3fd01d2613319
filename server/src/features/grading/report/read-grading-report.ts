import {
  REPORTED_VERSIONS,
  type GradingReport,
  type ReadGradingReport,
  type ReportedModel,
} from '@training/shared/grading/grading-report';
import { TRUSTED_CONFIDENCE, type GradingTrust } from '@training/shared/grading/grading-trust';
import type { AiContext, Context } from '../../../core/context.ts';
import type { MadeBy } from '../../ai/jobs/provenance.ts';
import { driftOf } from '../checks/warn-of-drift.ts';
import { readGradeReviews } from '../trust/grade-reviews.ts';
import { gradesNeeded, deriveThreshold } from '../trust/threshold.ts';
import { readTrustSetting } from '../trust/find-threshold.ts';
import { readVersions, type Version } from './group-figures.ts';
import { readRecipients } from './read-recipients.ts';

/** The part of a report that follows from rows, and the setting. */
export type ReportedFigures = Pick<GradingReport, 'trust' | 'models' | 'earlier' | 'complete'>;

/** Reports what AI grading does in the workspace, and what became of its grades (rules/grading 13). */
export async function readGradingReport(ctx: AiContext, asked: ReadGradingReport): Promise<GradingReport> {
  const until = endOf(ctx, asked);
  const figures = await readReportedFigures(ctx, until);
  const recipients = await readRecipients(ctx);
  return { workspace: ctx.workspace.name, until: until.toISOString(), recipients, ...figures };
}

/** The end of what a report counts: never after now, so that the same report has the same figures later. */
export const endOf = ({ now }: Pick<Context, 'now'>, { until }: ReadGradingReport): Date =>
  until === undefined ? now : new Date(Math.min(now.getTime(), Date.parse(until)));

/** Counts what had happened until then; the setting is the present one. */
export async function readReportedFigures(ctx: Context, until: Date): Promise<ReportedFigures> {
  const { db, workspace } = ctx;
  const trust = await readTrustSetting(db.pool, workspace.id);
  const { versions, complete } = await readVersions(db.pool, { workspaceId: workspace.id, until });
  const [listed, earlier] = [versions.slice(0, REPORTED_VERSIONS), versions.slice(REPORTED_VERSIONS)];
  const models: ReportedModel[] = [];
  for (const version of listed) models.push({ ...version, ...(await followsFrom(ctx, trust, version, until)) });
  const graded = earlier.reduce((sum, each) => sum + each.graded, 0);
  return { trust, models, earlier: { versions: earlier.length, graded }, complete };
}

const NO_DRIFT = { verdicts: 0, wrong: 0, shift: null, alarm: false };

/** Derives the confidence from which grades of a version count, and compares its newest ones with those before. */
async function followsFrom({ db, workspace }: Context, { by, figure }: GradingTrust, version: Version, until: Date) {
  const named = { workspaceId: workspace.id, now: until };
  const madeBy = makerOf(version);
  if (!madeBy) return { threshold: by === 'trainers' ? TRUSTED_CONFIDENCE : figure, missing: 0, drift: NO_DRIFT };
  const [evidence] = await readGradeReviews(db.pool, named, [madeBy]);
  const { newest = [], older = [] } = evidence ?? {};
  const { shift, ...drift } = await driftOf(db.pool, named, madeBy);
  return {
    threshold: by === 'trainers' ? deriveThreshold(newest, older) : figure,
    missing: gradesNeeded(newest),
    drift: { ...drift, shift: shift === null ? null : Math.round(shift * 1_000) / 1_000 },
  };
}

function makerOf({ provider, model, prompt }: Version): MadeBy | undefined {
  return provider === null || model === null || prompt === null ? undefined : { provider, model, prompt };
}
