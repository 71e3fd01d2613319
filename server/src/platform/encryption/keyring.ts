import type { EncryptionKeySet } from './encryption-keys.ts';
import { keyringFilePathOf, stampOfKeyringFile, KeyringError, readKeyringFile } from './keyring-file.ts';
import { createOrReadKeyringFile } from './keyring-file-write.ts';

/** Keys of 32 bytes by id, and the one used for encryption (rules/secrets 2). Logging it shows no key. */
export type Keyring = {
  /**
   * Id of the key used for encryption.
   * @throws KeyringError if the file can't be read, created or found: text encrypted with its keys would be lost
   */
  readonly activeId: string;
  /** @throws KeyringError if the id is unknown and the file has changed to something that can't be read */
  key(id: string): Buffer | undefined;
  /** Ids of all keys; empty if there is no file yet. */
  ids(): string[];
};

/**
 * Opens the keyring from the settings, or else from `keyring.json` in the data folder. The file is created at the first
 * encryption, so that a server whose database was encrypted elsewhere doesn't create a wrong one. It is read again when
 * it changes, because a command may add a key while a server runs.
 * @throws KeyringError if the file exists and can't be used
 */
export function openKeyring({
  encryption,
  dataDir,
}: {
  encryption: EncryptionKeySet | undefined;
  dataDir: string;
}): Keyring {
  return encryption ? fromSettings(encryption) : fromFile(keyringFilePathOf(dataDir));
}

function fromSettings({ keys, active }: EncryptionKeySet): Keyring {
  return { activeId: active, key: (id) => keys.get(id), ids: () => [...keys.keys()] };
}

function fromFile(file: string): Keyring {
  let stored = readKeyringFile(file);
  const changed = () => stampOfKeyringFile(file) !== stored?.stamp;
  return {
    get activeId() {
      stored ??= createOrReadKeyringFile(file);
      if (changed()) {
        const now = readKeyringFile(file);
        if (!now) throw new KeyringError(`${file} is gone: put it back from a backup`);
        stored = now;
      }
      return stored.active;
    },
    key(id) {
      if (!stored?.keys.has(id) && changed()) stored = readKeyringFile(file) ?? stored;
      return stored?.keys.get(id);
    },
    ids: () => [...(stored?.keys.keys() ?? [])],
  };
}
