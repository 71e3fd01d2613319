import { AiCapability, ModelTask, AiProvider } from '@training/shared/provider-keys/provider-keys';
import { StructuredOutputMode } from '@training/shared/provider-keys/model-endpoints';
import { z } from 'zod';
import type { Keyring } from '../../platform/encryption/keyring.ts';
import type { UnsealError } from '../../platform/encryption/sealing.ts';
import type { AiCallCredential } from '../../providers/ai/calls.ts';
import { defineSealedColumn, SealedRow } from '../secrets/sealed-column.ts';
import { decryptSecret } from '../secrets/sealed-secret.ts';
import type { KeyTarget, ProviderKeyRow } from './provider-key.entity.ts';

/** A key version as used by a call; the key may have been rotated since. */
export type KeyVersion = { id: string; version: number };

/** Fields needed to decrypt a key. */
export const SealedKey = z.strictObject({
  workspaceId: z.uuid(),
  id: z.uuid(),
  capability: AiCapability,
  provider: AiProvider,
  model: z.string().nullable(),
  resource: z.string().nullable(),
  deployment: z.string().nullable(),
  baseUrl: z.string().nullable(),
  contextTokens: z.int().nullable(),
  answerForm: StructuredOutputMode.nullable(),
  taskModels: z.partialRecord(ModelTask, z.string()),
  keyId: z.string(),
  sealed: z.instanceof(Buffer),
  version: z.number(),
});
/** SQL columns of a `SealedKey`, of the key `k` and its health `h`. */
export const SEALED_KEY_COLUMNS_SQL =
  `k.workspace_id as "workspaceId", k.id, k.capability, k.provider, k.model, k.resource,
  k.deployment, k.base_url as "baseUrl", k.context_tokens as "contextTokens", h.answer_form as "answerForm",
  k.task_models as "taskModels", k.key_id as "keyId", k.sealed, k.version` as const;

export type SealedKey = Pick<ProviderKeyRow, Exclude<keyof z.infer<typeof SealedKey>, 'answerForm'>> & {
  /** Stored beside the key; absent if it wasn't read, and then the best form is tried. */
  answerForm?: StructuredOutputMode | null;
};

type Place = SealedRow & Pick<ProviderKeyRow, 'capability' | 'version'>;
const placeOf = ({ workspaceId, capability, id, version }: Place) => [workspaceId, capability, id, String(version)];

/**
 * The column of provider keys. Its purpose is the capability: a workspace has one key for each. Keys are bound to the
 * address they are sent to, so a row with a changed address can't be decrypted.
 */
export const SEALED_PROVIDER_KEY_COLUMN = defineSealedColumn({
  table: 'provider_keys',
  column: 'sealed',
  keyId: 'key_id',
  noun: 'provider key',
  row: SealedRow.extend({
    capability: AiCapability,
    provider: AiProvider,
    resource: z.string().nullish(),
    deployment: z.string().nullish(),
    baseUrl: z.string().nullish(),
    version: z.int(),
  }),
  bindingOf: ({ provider, resource, deployment, baseUrl, ...row }) => [
    ...placeOf(row),
    provider,
    resource ?? null,
    deployment ?? null,
    ...(baseUrl ? [baseUrl] : []),
  ],
  formerBindingOf: placeOf,
  labelsOf: ({ capability }) => ({ capability }),
});

/** Reason why a stored key can't be decrypted. */
export type UndecryptableReason = UnsealError['reason'];

/** Decrypts a stored key, or returns why this server can't. */
export function decryptProviderKey(
  keyring: Keyring,
  row: SealedKey,
): { credential: AiCallCredential } | { reason: UndecryptableReason } {
  const opened = decryptSecret(keyring, SEALED_PROVIDER_KEY_COLUMN, row);
  return 'reason' in opened ? opened : { credential: credentialOfKey(row, opened.text) };
}

type CalledPlace = KeyTarget & Pick<ProviderKeyRow, 'provider'> & Pick<SealedKey, 'answerForm'>;

/** Credential for calling the provider: `key` with the model or deployment of `row`. */
export function credentialOfKey(
  { provider, model, resource, deployment, baseUrl, contextTokens, answerForm }: CalledPlace,
  key: string,
): AiCallCredential {
  const called = deployment ?? model;
  // A table constraint guarantees one of them.
  if (!called) throw new Error(`The provider key for ${provider} has neither a model nor a deployment`);
  const form = answerForm ?? 'json_schema';
  const endpoint = baseUrl && contextTokens ? { baseUrl, contextTokens, form } : undefined;
  return { provider, model: called, resource: resource ?? null, key, ...(endpoint && { endpoint }) };
}
