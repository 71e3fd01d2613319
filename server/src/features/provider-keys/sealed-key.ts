import { Capability, Provider } from '@training/shared/provider-keys';
import { z } from 'zod';
import type { Keyring } from '../../platform/keyring.ts';
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

/** Where provider keys are stored. The purpose is the capability: a workspace has one key for each. */
export const SEALED_KEY = defineSealedColumn({
  table: 'provider_keys',
  column: 'sealed',
  keyId: 'key_id',
  noun: 'provider key',
  row: SealedRow.extend({ capability: Capability, provider: Provider, version: z.int() }),
  bindingOf: ({ workspaceId, capability, id, version }) => [workspaceId, capability, id, String(version)],
  labelsOf: ({ capability }) => ({ capability }),
});

/** The credential of a stored key, or undefined where this server's keyring does not open it. */
export function openKey(keyring: Keyring, row: SealedKey): Credential | undefined {
  const key = openSecret(keyring, SEALED_KEY, row);
  return key === undefined ? undefined : credentialWith(row, key);
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
