import {
  DeploymentName,
  AI_PROVIDER_TRAITS,
  type ChangeKeyModel,
  type ChangeTaskModel,
  type AiProvider,
  type ProviderKey,
} from '@training/shared/provider-keys/provider-keys';
import { translatorIn } from '../../core/messages.ts';
import type { AiContext } from '../../core/context.ts';
import { invalidFieldError } from '../../core/errors.ts';
import type { AiSettings } from '../../providers/ai/ai-settings.ts';
import { decryptKeyOrMarkFailing } from './key-health.ts';
import { readProviderKey } from './list-provider-keys.ts';
import { isKeyAccepted } from './provider-key.entity.ts';
import { replaceKey, readKeyAtVersion } from './rotate-provider-key.ts';
import { credentialOfKey } from './sealed-key.ts';
import { providerKeyAuditFactsOf, keyRejectedError, verifyKey } from './verify-key.ts';

const names = translatorIn('ai-names', 'en');

const MODEL_CHANGED = 'provider_key.model_changed';

/**
 * Switches the stored key to another model of its provider, once the provider has accepted that. The key doesn't have
 * to be entered again, and is never shown. If two users change a key at once, one gets `stale_version`.
 * @throws AppError `provider_key_not_found`, `stale_version`, `provider_key_rejected`; `invalid_request` for a model
 * that isn't offered; `provider_key_failed` if the key can't be decrypted
 */
export async function changeKeyModel(ctx: AiContext, { id, version, model }: ChangeKeyModel): Promise<ProviderKey> {
  const row = await readKeyAtVersion(ctx, id, version);
  assertModelOffered(row.provider, model, ctx.ai.settings);
  if (row.model === model) return readProviderKey(ctx.db.pool, ctx.workspace.id, id);
  const { key } = await decryptKeyOrMarkFailing(ctx, ctx.ai, row);
  const { outcome, advice, form } = await verifyKey(ctx, credentialOfKey({ ...row, model }, key));
  if (!isKeyAccepted(outcome)) throw keyRejectedError(outcome, 'model', advice);
  const changes = { ...providerKeyAuditFactsOf(row), model: [row.model, model] };
  const place = { model };
  return replaceKey(ctx, row, { action: MODEL_CHANGED, key, place, verified: [model], form, changes });
}

/**
 * Uses the stored key with another model for one task, or again with the key's model, once the provider has accepted
 * that. With Azure, the model is another deployment of the same resource (rules/provider-keys 16).
 * @throws AppError as `changeKeyModel`
 */
export async function changeTaskModel(ctx: AiContext, input: ChangeTaskModel): Promise<ProviderKey> {
  const { id, version, task, model } = input;
  const row = await readKeyAtVersion(ctx, id, version);
  if (model !== null) mustBeTaskModelOf(row, model, ctx.ai.settings);
  const { [task]: before, ...others } = row.taskModels;
  if (model === (before ?? null)) return readProviderKey(ctx.db.pool, ctx.workspace.id, id);
  const credential = await decryptKeyOrMarkFailing(ctx, ctx.ai, row);
  const next = model ?? credential.model;
  const { outcome, advice, form } = await verifyKey(ctx, { ...credential, model: next });
  if (!isKeyAccepted(outcome)) throw keyRejectedError(outcome, 'model', advice);
  return replaceKey(ctx, row, {
    action: MODEL_CHANGED,
    key: credential.key,
    place: { taskModels: model === null ? others : { ...others, [task]: model } },
    verified: [next],
    form,
    changes: { ...providerKeyAuditFactsOf(row), task, model: [before ?? credential.model, next] },
  });
}

/**
 * Asserts that the model is offered for the provider. An Azure deployment is part of the address that the key is bound
 * to, so it can't be changed like a model.
 * @throws AppError `invalid_request`
 */
export function assertModelOffered(provider: AiProvider, model: string, { models }: AiSettings): void {
  const { label, takes } = AI_PROVIDER_TRAITS[provider];
  // An endpoint's list is its own, and some keep none: the test decides.
  if (provider === 'openai_compatible') return;
  if (takes === 'model' && models[provider].some(({ id }) => id === model)) return;
  throw unknownModel(
    takes === 'model'
      ? `Must be one of the models offered for ${label}`
      : `A key of ${label} belongs to its deployment: remove the key, then add it with another one`,
  );
}

/**
 * Asserts that a task of the key can use the model. With Azure any deployment of the key's resource can be named: the
 * key is still sent to the same address.
 * @throws AppError `invalid_request`
 */
function mustBeTaskModelOf(
  { capability, provider }: Pick<ProviderKey, 'capability' | 'provider'>,
  model: string,
  settings: AiSettings,
): void {
  if (capability !== 'generation') {
    throw unknownModel(`${names(`capability.${capability}`)} has one model for everything`);
  }
  if (AI_PROVIDER_TRAITS[provider].takes === 'model') return assertModelOffered(provider, model, settings);
  const { error } = DeploymentName.safeParse(model);
  if (error) throw unknownModel(error.issues[0]?.message ?? 'Must be the deployment’s name');
}

/** Returns the error for a model that can't be used. */
const unknownModel = (message: string) => invalidFieldError('model', message, 'unknown_model');
