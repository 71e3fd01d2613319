import type { Config } from '../../config.ts';
import { read, type Database } from '../../database/database.ts';
import type { Keyring } from '../../platform/keyring.ts';
import { keyringFile } from '../../platform/keyring-file.ts';
import { count, UnreadableKeys } from './stored-key.ts';

const KEYS_IN_USE = {
  name: 'keyring-keys-in-use',
  text: `
select key_id as id, count(*)::integer as keys, count(distinct workspace_id)::integer as workspaces
from provider_keys group by key_id order by key_id`,
};

/**
 * Sees to it that the keyring has every key under which something is sealed (decisions §5); a server without them would
 * only find out call by call. Where nothing is sealed the keyring is not looked at, let alone made.
 * @throws UnreadableKeys that names the missing ones, what needs them, and the ways out
 */
export async function checkKeyring(
  db: Database,
  keyring: Keyring,
  { encryption, dataDir }: Pick<Config, 'encryption' | 'dataDir'>,
): Promise<void> {
  const inUse = await read<{ id: string; keys: number; workspaces: number }>(db, KEYS_IN_USE, []);
  const missing = inUse.filter(({ id }) => !keyring.key(id));
  if (missing.length === 0) return;
  const needed = missing.map(
    ({ id, keys, workspaces }) => `“${id}” (${count(keys, 'provider key')} in ${count(workspaces, 'workspace')})`,
  );
  const file = keyringFile(dataDir);
  const [what, restore] = encryption
    ? ['ENCRYPTION_KEYS', `Add them to it again; a server that ran without that setting kept its keys in ${file}`]
    : [file, 'Restore that file from the backup that belongs to this database, or set ENCRYPTION_KEYS as it was'];
  throw new UnreadableKeys(
    `The keyring, ${what}, lacks encryption keys that are in use: ${needed.join(', ')}. ${restore}. If they are lost ` +
      `for good: npm run wtp -- keys discard --key-id ${missing[0]?.id} removes the provider keys that only they opened.`,
  );
}
