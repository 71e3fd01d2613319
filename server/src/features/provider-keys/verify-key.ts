import { CAPABILITIES, KEY_OUTCOMES, PROVIDERS, type KeyOutcome } from '@training/shared/provider-keys';
import type { AiContext } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { ConcurrencyLimit } from '../../platform/concurrency-limit.ts';
import { NO_USAGE, type Credential } from '../../providers/ai/calls.ts';
import { azureAddress } from '../../providers/ai/endpoints.ts';
import type { AiSettings } from '../../providers/ai/settings.ts';
import type { KeyPlace, ProviderKeyRow } from './provider-key.entity.ts';
import { recordCall } from '../ai-usage/record-call.ts';

/** Calls that somebody waits for, and that are no jobs: a workspace has as many of them at once as of jobs. */
const checks = new ConcurrencyLimit();

/**
 * Asks the provider whether it takes the key for this model, by the least call there is; usage counts that call too.
 * @throws AppError `rate_limited` where the workspace has too many of these under way (rules/bounds 9)
 */
export async function verifyKey(
  ctx: AiContext,
  credential: Credential,
): Promise<{ outcome: KeyOutcome; durationMs: number }> {
  const { capability } = PROVIDERS[credential.provider];
  const started = performance.now();
  const { jobsPerWorkspace: most } = ctx.ai.bounds;
  const verify = () => checks.run(ctx.workspace.id, most, tooManyChecks, () => ctx.ai.providers.verify(credential));
  const outcome = await (ctx.outside?.(verify) ?? verify());
  const durationMs = Math.round(performance.now() - started);
  const heard = capability === 'transcription' && outcome === 'live';
  await recordCall(ctx, {
    capability,
    purpose: 'key_validation',
    credential,
    own: true,
    // The bundled clip has one second; what a few tokens cost is not counted.
    usage: { ...NO_USAGE, seconds: heard ? 1 : 0 },
    // A limit says that the key works, so it is no failure.
    outcome: outcome === 'live' || outcome === 'rate_limited' ? 'ok' : outcome,
    durationMs,
  });
  return { outcome, durationMs };
}

function tooManyChecks(): AppError {
  return new AppError(
    'rate_limited',
    'Other provider keys of this workspace are being checked. Try again in a moment.',
    { headers: { 'retry-after': '15' } },
  );
}

/** The refusal of a key that the provider does not accept; `path` is the field of the form that it concerns. */
export function keyRejected(outcome: KeyOutcome, path: string, advice = KEY_OUTCOMES[outcome].advice): AppError {
  return new AppError('provider_key_rejected', `${advice} Nothing was saved.`, {
    fields: [{ path, code: outcome, message: advice }],
  });
}

/**
 * What to do where an Azure resource gives no answer: one that does not exist has no address, so nobody answers there.
 */
export function unansweredAdvice(resource: string, baseUrls: AiSettings['baseUrls']): string {
  const where = baseUrls.azure_openai ? `for the resource ${resource}` : `at ${azureAddress(resource)}`;
  return `Nobody answers ${where}: check the resource’s name, or try again in a few minutes.`;
}

export function keyNotFound(id: string): AppError {
  return new AppError(
    'provider_key_not_found',
    `There is no provider key ${id} in this workspace; it may have been removed meanwhile.`,
  );
}

/** What the audit log calls a key. */
export function keySubject({ id, provider }: Pick<ProviderKeyRow, 'id' | 'provider'>) {
  return { kind: 'provider_key', id, name: CAPABILITIES[PROVIDERS[provider].capability].label };
}

/** What the audit log keeps of a key: all but the key itself. */
export function keyFacts(key: KeyPlace & Pick<ProviderKeyRow, 'provider'>): Record<string, string> {
  const { provider, model, resource, deployment } = key;
  const facts = { capability: PROVIDERS[provider].capability, provider, model, resource, deployment };
  return Object.fromEntries(Object.entries(facts).flatMap(([name, value]) => (value ? [[name, value]] : [])));
}
