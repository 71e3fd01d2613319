import type { Encryption } from './encryption-keys.ts';
import { keyringFile, keyringFileStamp, KeyringError, readKeyringFile } from './keyring-file.ts';
import { createKeyringFile } from './keyring-file-write.ts';

/** Keys of 32 bytes by their ids, and which of them seals (rules/secrets 2). Nothing of it shows when it is logged. */
export type Keyring = {
  /**
   * The key that seals from now on.
   * @throws KeyringError when the file cannot be read or made, or is gone: sealing under its keys would lose the text
   */
  readonly activeId: string;
  /** @throws KeyringError when the id is not known and the file was changed to what cannot be read */
  key(id: string): Buffer | undefined;
  /** Every key's id; none when there is no file yet. */
  ids(): string[];
};

/**
 * The keyring of the settings, or else of `keyring.json` in the data folder. That file is made when something is first
 * sealed, so that a start beside a database sealed elsewhere does not make a wrong one; and it is read again when it
 * was changed, since a command may add a key while a server runs.
 * @throws KeyringError when the file is there and cannot be used
 */
export function openKeyring({ encryption, dataDir }: { encryption: Encryption | undefined; dataDir: string }): Keyring {
  return encryption ? fromSettings(encryption) : fromFile(keyringFile(dataDir));
}

function fromSettings({ keys, active }: Encryption): Keyring {
  return { activeId: active, key: (id) => keys.get(id), ids: () => [...keys.keys()] };
}

function fromFile(file: string): Keyring {
  let stored = readKeyringFile(file);
  const changed = () => keyringFileStamp(file) !== stored?.stamp;
  return {
    get activeId() {
      stored ??= createKeyringFile(file);
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
