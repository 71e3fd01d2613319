import { randomUUID } from 'node:crypto';
import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { FairSemaphore } from '../concurrency/fair-semaphore.ts';
import { type ObjectByteRange, type ObjectStorage, StorageUnavailableError } from './object-storage.ts';

/** Folder of files that are being written; milliseconds that one may take; files that are looked at in a row. */
const DRAFTS = { folder: '.drafts', most: 86_400_000, atOnce: 10_000 };

/** Milliseconds for one object, and for its turn. */
const PATIENCE = { work: 30_000, turn: 10_000 };

/**
 * Returns a function that works on a disk of which single operations may never end, as on a network drive that is gone.
 * Such an operation keeps its place, because it keeps a thread of the few that all files and names have: others are
 * refused until it ends.
 */
function boundedDisk({ work: within, turn }: typeof PATIENCE) {
  const slots = new FairSemaphore({ slots: 3, share: 2, patience: turn });
  return async <T>(object: string, work: () => Promise<T>): Promise<T> => {
    const ended = new AbortController();
    const done = slots.run(object.split('/', 1)[0] ?? '', work).finally(() => ended.abort());
    done.catch(() => undefined);
    const late = sleep(within + turn, undefined, { signal: ended.signal, ref: false }).then(
      () => Promise.reject(new StorageUnavailableError('The disk doesn’t answer')),
      () => done,
    );
    return told(() => Promise.race([done, late]));
  };
}

/** Objects as files of a folder, which instances on one machine or a shared disk have in common. */
export function openFolderStorage(folder: string, patience = PATIENCE): ObjectStorage {
  const bounded = boundedDisk(patience);
  const fileOf = (name: string) => path.join(folder, ...name.split('/'));
  return {
    place: folder,
    put: (name, bytes) => bounded(name, () => write(fileOf(name), path.join(folder, DRAFTS.folder), bytes)),
    read: (name, range) => bounded(name, () => readPart(fileOf(name), range)),
    remove: (name) => bounded(name, () => rm(fileOf(name), { force: true })),
    tidy: () => bounded('', () => removeDrafts(path.join(folder, DRAFTS.folder))),
  };
}

/** Writes a file that is there as a whole or not at all, also after a power failure. */
async function write(file: string, drafts: string, bytes: Uint8Array): Promise<void> {
  const folder = path.dirname(file);
  for (const each of [folder, drafts]) await mkdir(each, { recursive: true, mode: 0o700 });
  const draft = path.join(drafts, randomUUID());
  try {
    await withFile(draft, 'wx', async (handle) => {
      await handle.writeFile(bytes);
      await handle.sync();
    });
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await withFile(folder, 'r', (handle) => handle.sync());
}

/** Removes files that a process which died was writing. */
async function removeDrafts(drafts: string): Promise<void> {
  await mkdir(drafts, { recursive: true, mode: 0o700 });
  let left = DRAFTS.atOnce;
  for await (const { name } of await opendir(drafts)) {
    const draft = path.join(drafts, name);
    const found = await stat(draft).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > DRAFTS.most) await rm(draft, { force: true });
    if (--left === 0) return;
  }
}

async function readPart(file: string, { start, end }: ObjectByteRange): Promise<Uint8Array | undefined> {
  try {
    return await withFile(file, 'r', async (handle) => {
      const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafeSlow(end - start), 0, end - start, start);
      return buffer.subarray(0, bytesRead);
    });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

type Handle = Awaited<ReturnType<typeof open>>;

async function withFile<T>(file: string, flags: string, work: (handle: Handle) => Promise<T>): Promise<T> {
  const handle = await open(file, flags, 0o600);
  try {
    return await work(handle);
  } finally {
    await handle.close();
  }
}

async function told<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new StorageUnavailableError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
