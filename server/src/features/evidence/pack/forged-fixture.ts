import { createHash, randomBytes } from 'node:crypto';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import type { Keyring } from '../../../platform/encryption/keyring.ts';
import { signWithKeyring } from '../../../platform/encryption/signing-key.ts';
import { Manifest, serializePackJson } from './manifest.ts';

export type Files = Map<string, string>;

/** A keyring of somebody who has not the installation's. */
function keyringOfForger(): Keyring {
  const key = randomBytes(32);
  return { activeId: 'forged', ids: () => ['forged'], key: () => key };
}

/** Packs a pack anew as whoever has the program could: with new hashes of other files, and their own signature. */
export function forged(
  pack: Uint8Array,
  change: (files: Files) => void,
  changeManifest: (manifest: Manifest) => void = () => {},
): Uint8Array {
  const files: Files = new Map(Object.entries(unzipSync(pack)).map(([name, bytes]) => [name, strFromU8(bytes, true)]));
  const manifest = Manifest.parse(JSON.parse(strFromU8(strToU8(files.get('manifest.json')!, true))));
  files.delete('manifest.json');
  files.delete('signature.json');
  change(files);
  manifest.files = [...files].map(([name, text]) => {
    const bytes = strToU8(text, true);
    return { name, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
  });
  changeManifest(manifest);
  const said = strToU8(serializePackJson(manifest));
  const packed = Object.fromEntries([...files].map(([name, text]) => [name, strToU8(text, true)]));
  const signature = strToU8(serializePackJson(signWithKeyring(keyringOfForger(), said)));
  return zipSync({ ...packed, 'manifest.json': said, 'signature.json': signature });
}

const CENTRAL = 0x02014b50;

/** Inserts bytes into an archive, and moves what its directory says of everything behind them. */
export function inserted(pack: Uint8Array, at: number, bytes: Uint8Array): Uint8Array {
  const file = Buffer.concat([pack.subarray(0, at), bytes, pack.subarray(at)]);
  const end = file.length - 22;
  const start = file.readUInt32LE(end + 16) + bytes.length;
  file.writeUInt32LE(start, end + 16);
  for (let entry = start; file.readUInt32LE(entry) === CENTRAL;) {
    const local = file.readUInt32LE(entry + 42);
    if (local >= at) file.writeUInt32LE(local + bytes.length, entry + 42);
    entry += 46 + file.readUInt16LE(entry + 28) + file.readUInt16LE(entry + 30) + file.readUInt16LE(entry + 32);
  }
  return file;
}

/** Where the directory of an archive begins, and where the local header of its second entry does. */
export function placesIn(pack: Uint8Array): { directory: number; second: number } {
  const file = Buffer.from(pack);
  const directory = file.readUInt32LE(file.length - 6);
  const next = directory + 46 + file.readUInt16LE(directory + 28);
  return { directory, second: file.readUInt32LE(next + 42) };
}

/** An entry as it stands before the directory: a local header and its data. */
export function localEntry(name: string, text: string): Uint8Array {
  const archive = zipSync({ [name]: strToU8(text) });
  return archive.subarray(0, Buffer.from(archive).readUInt32LE(archive.length - 6));
}
