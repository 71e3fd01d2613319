import {
  MAX_REPORTED_MODEL_VERSIONS,
  type AiGradingTransparencyReport,
  type ReadAiGradingTransparencyReport,
  type TransparencyReportModel,
  type AnswerModelCallKind,
  type AnswerReceivingProvider,
} from '@training/shared/grading/grading-report';
import { MIN_TRUSTED_CONFIDENCE, type ConfidenceThresholdSetting } from '@training/shared/grading/grading-trust';
import { type AiContext, type Context, requireActingPerson } from '../../../core/context.ts';
import type { ResultModel } from '../../ai/jobs/provenance.ts';
import { computeModelGradingDrift } from '../checks/model-grading-drift.ts';
import { readGradeVerdictSamples } from '../trust/grade-verdict-samples.ts';
import { countVerdictsStillNeeded, deriveConfidenceThreshold } from '../trust/threshold.ts';
import { readConfidenceThresholdSetting } from '../trust/find-confidence-threshold.ts';
import { readGradingFiguresByModelAndPrompt, type ModelVersionGradingFigures } from './group-figures.ts';
import { permissionReachOf } from '@training/shared/permissions';
import type { AiCapability, AiProvider, ProviderKey } from '@training/shared/provider-keys/provider-keys';
import { azureResourceUrl, baseUrlOf } from '../../../providers/ai/endpoints.ts';
import { hostOf } from '../../provider-keys/model-endpoint-fields.ts';
import { listProviderKeys } from '../../provider-keys/list-provider-keys.ts';

const CALLS: Record<AiCapability, AnswerModelCallKind[]> = {
  generation: ['grading', 'second_look'],
  transcription: ['transcription'],
};

/**
 * Reads who gets answers and recordings at present, and at which address. Addresses of the operator and of pooled
 * resources are the operator's, and an own resource or endpoint is shown to those who see provider keys whole
 * (rules/roles 2).
 */
async function readRecipients(ctx: AiContext): Promise<AnswerReceivingProvider[]> {
  const reach = permissionReachOf(requireActingPerson(ctx).role, 'provider_keys:read') ?? 'status';
  const { capabilities } = await listProviderKeys({ ...ctx, reach });
  const { baseUrls } = ctx.ai.settings;
  return capabilities.flatMap(({ capability, own, pooled }) => {
    const used = own ?? pooled;
    if (!used) return [];
    const { provider } = used;
    return CALLS[capability].map((call) => {
      const chosen = call === 'transcription' ? undefined : own?.task_models[call];
      const model = chosen ?? used.model ?? own?.deployment ?? '';
      return { call, provider, model, own: own !== null, ...addressOf(provider, { model, own, baseUrls }) };
    });
  });
}

function addressOf(
  provider: AiProvider,
  given: { model: string; own: ProviderKey | null; baseUrls: AiContext['ai']['settings']['baseUrls'] },
): Pick<AnswerReceivingProvider, 'address' | 'host'> {
  const { model, own, baseUrls } = given;
  const resource = own?.resource ?? null;
  if (provider === 'openai_compatible') {
    const baseUrl = own?.endpoint?.base_url;
    return { address: 'endpoint', host: baseUrl ? hostOf(baseUrl) : null };
  }
  if (baseUrls[provider] !== undefined) return { address: 'operator', host: null };
  if (provider === 'azure_openai') {
    return { address: 'resource', host: resource === null ? null : hostOf(azureResourceUrl(resource)) };
  }
  return { address: 'provider', host: hostOf(baseUrlOf({ provider, model, resource, key: '' }, {})) };
}

/** The part of a report that follows from rows, and the setting. */
export type GradingReportFigures = Pick<AiGradingTransparencyReport, 'trust' | 'models' | 'earlier' | 'complete'>;

/** Reports what AI grading does in the workspace, and what became of its grades (rules/grading 13). */
export async function readAiGradingReport(
  ctx: AiContext,
  asked: ReadAiGradingTransparencyReport,
): Promise<AiGradingTransparencyReport> {
  const until = resolveReportEnd(ctx, asked);
  const figures = await readGradingReportFigures(ctx, until);
  const recipients = await readRecipients(ctx);
  return { workspace: ctx.workspace.name, until: until.toISOString(), recipients, ...figures };
}

/**
 * Returns the time until which a report counts: never after now, so that the same report has the same figures later.
 */
export const resolveReportEnd = ({ now }: Pick<Context, 'now'>, { until }: ReadAiGradingTransparencyReport): Date =>
  until === undefined ? now : new Date(Math.min(now.getTime(), Date.parse(until)));

/** Counts what had happened until then; the setting is the present one. */
export async function readGradingReportFigures(ctx: Context, until: Date): Promise<GradingReportFigures> {
  const { db, workspace } = ctx;
  const trust = await readConfidenceThresholdSetting(db.pool, workspace.id);
  const { versions, complete } = await readGradingFiguresByModelAndPrompt(db.pool, {
    workspaceId: workspace.id,
    until,
  });
  const [listed, earlier] = [
    versions.slice(0, MAX_REPORTED_MODEL_VERSIONS),
    versions.slice(MAX_REPORTED_MODEL_VERSIONS),
  ];
  const models: TransparencyReportModel[] = [];
  for (const version of listed) models.push({ ...version, ...(await followsFrom(ctx, trust, version, until)) });
  const graded = earlier.reduce((sum, each) => sum + each.graded, 0);
  return { trust, models, earlier: { versions: earlier.length, graded }, complete };
}

const NO_DRIFT = { verdicts: 0, wrong: 0, shift: null, alarm: false };

/** Derives the confidence from which grades of a version count, and compares its newest ones with those before. */
async function followsFrom(
  { db, workspace }: Context,
  { by, figure }: ConfidenceThresholdSetting,
  version: ModelVersionGradingFigures,
  until: Date,
) {
  const named = { workspaceId: workspace.id, now: until };
  const madeBy = makerOf(version);
  if (!madeBy) return { threshold: by === 'trainers' ? MIN_TRUSTED_CONFIDENCE : figure, missing: 0, drift: NO_DRIFT };
  const [evidence] = await readGradeVerdictSamples(db.pool, named, [madeBy]);
  const { newest = [], older = [] } = evidence ?? {};
  const { shift, ...drift } = await computeModelGradingDrift(db.pool, named, madeBy);
  return {
    threshold: by === 'trainers' ? deriveConfidenceThreshold(newest, older) : figure,
    missing: countVerdictsStillNeeded(newest),
    drift: { ...drift, shift: shift === null ? null : Math.round(shift * 1_000) / 1_000 },
  };
}

function makerOf({ provider, model, prompt }: ModelVersionGradingFigures): ResultModel | undefined {
  return provider === null || model === null || prompt === null ? undefined : { provider, model, prompt };
}
