import type { StructuredOutputMode } from '@training/shared/provider-keys/model-endpoints';
import {
  adviceMessageKeyOfKeyTestOutcome,
  AI_PROVIDER_TRAITS,
  type KeyTestOutcome,
  type AiProvider,
} from '@training/shared/provider-keys/provider-keys';
import { translatorIn } from '../../core/messages.ts';
import { type AiContext, withoutRequestSlot } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { RefusingConcurrencyLimit } from '../../platform/concurrency/concurrency-limit.ts';
import { addOutputModeListener, simplestOutputModeOf } from '../../providers/ai/output-modes.ts';
import type { AiCallCredential } from '../../providers/ai/calls.ts';
import { azureResourceUrl } from '../../providers/ai/endpoints.ts';
import type { AiSettings } from '../../providers/ai/ai-settings.ts';
import type { FailureDetail } from '../../providers/ai/failure.ts';
import { hostOf } from './model-endpoint-fields.ts';
import { isKeyAccepted, type KeyTarget, type ProviderKeyRow } from './provider-key.entity.ts';
import { recordCall } from '../ai-usage/record-call.ts';

const keyTexts = translatorIn('provider-keys', 'en');

/** Advice for a key that is accepted, but not for this call. */
const REASONS: Partial<Record<FailureDetail, string>> = {
  scope:
    'The key works, but lacks a permission that is needed to ask the model. Add it in the provider’s console (for OpenAI: write access to Responses), or create a key with all permissions.',
  network:
    'The provider refuses this server’s network address, not the key. Allow the address in the provider’s console (for Azure: under Networking of the resource). The server’s operator knows it.',
  private:
    'The base URL leads to a network that the server may not reach: a private one, or with http one on the internet. Use https on the internet, or ask the server’s operator to allow the network (AI_PRIVATE_TARGETS).',
  country:
    'The provider doesn’t serve the country that this server’s requests come from; the key isn’t at fault. Choose another provider, or ask the server’s operator.',
};

/** Returns what an administrator can do about the outcome of a call, in view of its reason if that is known. */
export function adviseOnKeyOutcome(
  outcome: KeyTestOutcome,
  about: FailureDetail | undefined,
  provider: AiProvider,
): string {
  const reason = outcome === 'no_model_access' || about === 'private' ? about && REASONS[about] : undefined;
  return reason ?? keyTexts(adviceMessageKeyOfKeyTestOutcome(outcome, provider));
}

/** Limits concurrent key checks per workspace, with the same limit as for jobs. */
const checks = new RefusingConcurrencyLimit();

/**
 * Asks the provider whether it accepts the key for this model, with the smallest possible call. The call counts as
 * usage. `form` is the form of answers that an endpoint accepts.
 * @throws AppError `rate_limited` if the workspace has too many checks running (rules/bounds 9)
 */
export async function verifyKey(
  ctx: AiContext,
  credential: AiCallCredential,
): Promise<{ outcome: KeyTestOutcome; advice: string; durationMs: number; form: StructuredOutputMode | null }> {
  const { provider } = credential;
  const { capability } = AI_PROVIDER_TRAITS[provider];
  let form: StructuredOutputMode | null = null;
  const asked = addOutputModeListener(credential, (found) => (form = found));
  const started = performance.now();
  const { outcome, about, usage } = await runWithinConcurrentKeyCheckLimit(ctx, () => ctx.ai.providers.verify(asked));
  const durationMs = Math.round(performance.now() - started);
  await recordCall(ctx, {
    capability,
    purpose: 'key_validation',
    credential,
    own: true,
    usage,
    // A rate limit means that the key works, so it isn't a failure.
    outcome: outcome === 'live' || outcome === 'rate_limited' ? 'ok' : outcome,
    durationMs,
  });
  return { outcome, advice: adviseOnKeyOutcome(outcome, about, provider), durationMs, form };
}

/** Runs one request to a provider that a person waits for. @throws AppError `rate_limited`; errors of `check` */
export async function runWithinConcurrentKeyCheckLimit<T>(ctx: AiContext, check: () => Promise<T>): Promise<T> {
  const { jobsPerWorkspace: most } = ctx.ai.bounds;
  const run = () => checks.run(ctx.workspace.id, most, tooManyChecks, check);
  return withoutRequestSlot(ctx, run);
}

/**
 * Verifies the key with each of `models`, until one isn't accepted. Returns that outcome with its model; otherwise
 * a rate limit if there was one. `form` is one that all of them accept.
 * @throws AppError as `verifyKey`
 */
export async function verifyKeyForModels(
  ctx: AiContext,
  credential: AiCallCredential,
  [first, ...others]: readonly string[],
) {
  const verify = async (model: string) => ({ ...(await verifyKey(ctx, { ...credential, model })), model });
  let found = await verify(first ?? credential.model);
  for (const model of others) {
    if (!isKeyAccepted(found.outcome)) break;
    const next = await verify(model);
    const [form, durationMs] = [simplestOutputModeOf(found.form, next.form), found.durationMs + next.durationMs];
    found = { ...(next.outcome === 'live' ? found : next), form, durationMs };
  }
  return found;
}

function tooManyChecks(): AppError {
  return new AppError(
    'rate_limited',
    'Other provider keys of this workspace are being checked. Try again in a moment.',
    { headers: { 'retry-after': '15' } },
  );
}

/** The error for a key that the provider rejects; `path` is the form field to change. */
export function keyRejectedError(outcome: KeyTestOutcome, path: string, advice: string): AppError {
  return new AppError('provider_key_rejected', `${advice} Nothing was saved.`, {
    fields: [{ path, code: outcome, message: advice }],
  });
}

/** Returns advice for an Azure resource that doesn't respond: a resource that doesn't exist has no address. */
export function adviseOnUnreachableAzure(resource: string, baseUrls: AiSettings['baseUrls']): string {
  const where = baseUrls.azure_openai ? `for the resource ${resource}` : `at ${azureResourceUrl(resource)}`;
  return `Nobody answers ${where}: check the resource’s name, or try again in a few minutes.`;
}

export function providerKeyNotFoundError(id: string): AppError {
  return new AppError(
    'provider_key_not_found',
    `There is no provider key ${id} in this workspace; it may have been removed meanwhile.`,
  );
}

/** Subject of a key in the audit log. */
export function providerKeyAuditSubjectOf({ id, provider }: Pick<ProviderKeyRow, 'id' | 'provider'>) {
  return {
    kind: 'provider_key',
    id,
    name: translatorIn('ai-names', 'en')(`capability.${AI_PROVIDER_TRAITS[provider].capability}`),
  };
}

/** Facts about a key for the audit log, without the key itself. */
export function providerKeyAuditFactsOf(key: KeyTarget & Pick<ProviderKeyRow, 'provider'>): Record<string, string> {
  const { provider, model, resource, deployment, endpointName: name, baseUrl } = key;
  const { capability } = AI_PROVIDER_TRAITS[provider];
  const facts = { capability, provider, model, resource, deployment, endpoint: name, host: baseUrl && hostOf(baseUrl) };
  return Object.fromEntries(Object.entries(facts).flatMap(([name, value]) => (value ? [[name, value]] : [])));
}
