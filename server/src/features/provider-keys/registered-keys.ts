import { registerSealedColumn } from '../secrets/sealed-column.ts';
import { removeProviderKey } from './remove-provider-key.ts';
import { SEALED_KEY } from './sealed-key.ts';
import { keySubject } from './verify-key.ts';

/**
 * The column of own keys, for the operator's commands. Discarding a lost key removes it, so that calls use the pooled
 * key again.
 */
export const PROVIDER_KEYS = registerSealedColumn(SEALED_KEY, {
  rewrapped: (row) => ({ action: 'provider_key.rewrapped', subject: keySubject(row) }),
  discard: removeProviderKey,
});
