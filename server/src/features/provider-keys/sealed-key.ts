import type { Keyring } from '../../platform/keyring.ts';
import { seal, unseal, UnsealError } from '../../platform/sealing.ts';
import type { Credential } from '../../providers/ai/calls.ts';
import { bindingOf } from './binding-of.ts';
import type { KeyPlace, ProviderKeyRow } from './provider-key.entity.ts';

/** What it takes to open a key. */
export type SealedKey = Pick<
  ProviderKeyRow,
  | 'workspaceId'
  | 'capability'
  | 'id'
  | 'version'
  | 'provider'
  | 'model'
  | 'resource'
  | 'deployment'
  | 'keyId'
  | 'sealed'
>;

/** Seals a key for the one row and version that it belongs to. */
export function sealKey(
  keyring: Keyring,
  row: Pick<ProviderKeyRow, 'workspaceId' | 'capability' | 'id' | 'version'>,
  key: string,
) {
  return seal(keyring, key, bindingOf(row));
}

/**
 * The credential of a stored key, or undefined where this server's keyring does not open it: it was sealed under a key
 * that the keyring lacks, or moved or changed in the database.
 */
export function openKey(keyring: Keyring, row: SealedKey): Credential | undefined {
  try {
    return credentialWith(row, unseal(keyring, row, bindingOf(row)));
  } catch (error) {
    if (error instanceof UnsealError) return undefined;
    throw error;
  }
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
