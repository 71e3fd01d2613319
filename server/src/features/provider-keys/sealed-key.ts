import { Capability, Provider } from '@training/shared/provider-keys';
import { z } from 'zod';
import type { Keyring } from '../../platform/encryption/keyring.ts';
import type { UnsealError } from '../../platform/encryption/sealing.ts';
import type { Credential } from '../../providers/ai/calls.ts';
import { defineSealedColumn, SealedRow } from '../secrets/sealed-column.ts';
import { openSecret } from '../secrets/sealed-secret.ts';
import type { KeyPlace, ProviderKeyRow } from './provider-key.entity.ts';

/** What it takes to open a key. */
export const SealedKey = z.strictObject({
  workspaceId: z.uuid(),
  id: z.uuid(),
  capability: Capability,
  provider: Provider,
  model: z.string().nullable(),
  resource: z.string().nullable(),
  deployment: z.string().nullable(),
  keyId: z.string(),
  sealed: z.instanceof(Buffer),
  version: z.number(),
});
export type SealedKey = Pick<ProviderKeyRow, keyof z.infer<typeof SealedKey>>;

type Place = SealedRow & Pick<ProviderKeyRow, 'capability' | 'version'>;
const placeOf = ({ workspaceId, capability, id, version }: Place) => [workspaceId, capability, id, String(version)];

/**
 * Where provider keys are stored. The purpose is the capability: a workspace has one key for each. They are bound to
 * where they are sent, so that a row that says another address opens no key.
 */
export const SEALED_KEY = defineSealedColumn({
  table: 'provider_keys',
  column: 'sealed',
  keyId: 'key_id',
  noun: 'provider key',
  row: SealedRow.extend({
    capability: Capability,
    provider: Provider,
    resource: z.string().nullish(),
    deployment: z.string().nullish(),
    version: z.int(),
  }),
  bindingOf: ({ provider, resource, deployment, ...row }) => [
    ...placeOf(row),
    provider,
    resource ?? null,
    deployment ?? null,
  ],
  formerBindingOf: placeOf,
  labelsOf: ({ capability }) => ({ capability }),
});

/** Why a stored key does not open. */
export type Unopened = UnsealError['reason'];

/** The credential of a stored key, or why this server does not open it. */
export function openKey(keyring: Keyring, row: SealedKey): { credential: Credential } | { reason: Unopened } {
  const opened = openSecret(keyring, SEALED_KEY, row);
  return 'reason' in opened ? opened : { credential: credentialWith(row, opened.text) };
}

/** What the provider is called with: `key` for the model or deployment of `row`. */
export function credentialWith(
  { provider, model, resource, deployment }: KeyPlace & Pick<ProviderKeyRow, 'provider'>,
  key: string,
): Credential {
  const called = deployment ?? model;
  // A constraint of the table sees to one of them.
  if (!called) throw new Error(`The provider key for ${provider} has neither a model nor a deployment`);
  return { provider, model: called, resource: resource ?? null, key };
}
