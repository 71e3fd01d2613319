import type { Workspace } from '../../context.ts';
import type { Keyring } from '../../platform/keyring.ts';
import { unseal, UnsealError } from '../../platform/sealing.ts';
import { bindingOf } from './binding-of.ts';
import type { ProviderKeyRow } from './provider-key.entity.ts';

/** A sealed key of any workspace, as the operator's commands read it. */
export type StoredKey = Pick<
  ProviderKeyRow,
  'workspaceId' | 'id' | 'capability' | 'provider' | 'version' | 'keyId' | 'sealed'
> &
  Pick<Workspace, 'slug' | 'name'>;

/** There are own keys that the keyring does not open. The message says which and what to do, and holds no key. */
export class UnreadableKeys extends Error {
  override readonly name = 'UnreadableKeys';
}

/** The beginning of a statement that answers `StoredKey`s. */
export const SELECT_STORED_KEYS = `
select k.workspace_id as "workspaceId", k.id, k.capability, k.provider, k.version, k.key_id as "keyId", k.sealed,
  w.slug, w.name
from provider_keys k join workspaces w on w.id = k.workspace_id`;

/** The key itself, or why the keyring does not open it, in words that name the row. */
export function openStored(keyring: Keyring, row: StoredKey): { key: string } | { failure: string } {
  try {
    return { key: unseal(keyring, row, bindingOf(row)) };
  } catch (error) {
    if (!(error instanceof UnsealError)) throw error;
    const reason =
      error.reason === 'unknown_key'
        ? `“${row.keyId}” is not in the keyring`
        : `it was changed or moved, or the keyring’s “${row.keyId}” is another key than the one that sealed it`;
    return { failure: `${nameOf(row)}: ${reason}` };
  }
}

export function workspaceOf({ workspaceId, slug, name }: StoredKey): Workspace {
  return { id: workspaceId, slug, name };
}

/** Which row it is, for the operator. */
export function nameOf({ slug, capability, id }: StoredKey): string {
  return `${slug} ${capability} ${id}`;
}

export function count(number: number, one: string): string {
  return `${number} ${one}${number === 1 ? '' : 's'}`;
}

/** As many as a person reads, and how many more there are. */
export function firstOf(lines: string[], most = 10): string {
  const more = lines.length - most;
  return [...lines.slice(0, most), ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}
