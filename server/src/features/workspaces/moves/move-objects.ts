import { createHash } from 'node:crypto';
import pLimit from 'p-limit';
import { AppError } from '../../../core/errors.ts';
import { storedObjectOf, type Storage } from '../../../platform/storage/storage.ts';
import type { Side } from './side.ts';

/** Objects that are copied or removed at a time, of 3 MiB at most. */
const AT_ONCE = 4;

/** Objects between two notes of the progress. */
const NOTED = 50;

type Piece = { id: string; size: number; digest: string | null };

const PIECES = `select id::text, size, digest from media_pieces where workspace_id = $1 and state = 'stored' order by digest, n`;

export type MovedObjects = { objects: number; stored: number };

/**
 * Copies the pictures, sound and film of a workspace between two storages. Objects never change and are there as a
 * whole or not at all, so a copy that was ended goes on where it was.
 */
export class MoveObjects {
  readonly #source: Side;
  readonly #workspaceId: string;
  readonly #here: Storage;
  readonly #there: Storage | undefined;
  readonly #onProgress: (line: string) => void;
  /** Pieces that are at the destination, and those that the source has lost. */
  readonly #copied = new Set<string>();
  readonly #lost = new Set<string>();
  /** Digests whose bytes were read at the destination. */
  readonly #checked = new Set<string>();

  private constructor(
    source: Side,
    workspaceId: string,
    [here, there]: [Storage, Storage | undefined],
    onProgress: (line: string) => void,
  ) {
    [this.#source, this.#workspaceId, this.#here, this.#there] = [source, workspaceId, here, there];
    this.#onProgress = onProgress;
  }

  /** @throws AppError `invalid_request` if there is something to copy and the other storage isn't given */
  static async open(
    source: Side,
    workspaceId: string,
    storages: { source: Storage; destination: Storage | undefined },
    onProgress: (line: string) => void,
  ): Promise<MoveObjects> {
    const { source: here, destination: there } = storages;
    const any = await source.rows('select from media_pieces where workspace_id = $1 limit 1', [workspaceId]);
    if (any.length > 0 && !there) {
      throw new AppError(
        'invalid_request',
        '--storage: The workspace has pictures, sound or film. Give the storage of the other installation: its bucket as ' +
          'https://KEY:SECRET@host/bucket, or its folder “storage”.',
      );
    }
    const isShared = there !== undefined && (await isSame(here, there, `${workspaceId}/move`));
    return new MoveObjects(source, workspaceId, [here, isShared ? undefined : there], onProgress);
  }

  #pieces(): Promise<Piece[]> {
    return this.#source.rows<Piece>(PIECES, [this.#workspaceId]);
  }

  #nameOf({ id }: Piece): string {
    return storedObjectOf({ workspaceId: this.#workspaceId, id });
  }

  /** Copies what isn't there, and reads it there. @throws AppError `invalid_request` if a digest differs there */
  async copy(note: (so: MovedObjects) => Promise<void> = async () => undefined): Promise<void> {
    const there = this.#there;
    if (!there) return;
    const pieces = await this.#pieces();
    const left = pieces.filter(({ id }) => !this.#copied.has(id) && !this.#lost.has(id));
    const limit = pLimit(AT_ONCE);
    const before = this.#lost.size;
    let stored = pieces.length - left.length;
    for (let at = 0; at < left.length; at += NOTED) {
      const some = left.slice(at, at + NOTED);
      await Promise.all(some.map((piece) => limit(() => this.#copyOne(there, piece))));
      stored += some.length;
      await note({ objects: pieces.length, stored });
    }
    if (this.#lost.size > before)
      this.#onProgress(`The storage here lacks ${this.#lost.size} objects, and so will the other.`);
    await this.#check(there, pieces);
  }

  async #copyOne(there: Storage, piece: Piece): Promise<void> {
    const name = this.#nameOf(piece);
    const { size } = piece;
    const last = await there.read(name, { start: size - 1, end: size + 1 });
    if (last?.length !== 1) {
      const bytes = await this.#here.read(name, { start: 0, end: size });
      if (bytes?.length !== size) {
        // What was removed meanwhile has no row anymore.
        this.#lost.add(piece.id);
        return;
      }
      await there.put(name, bytes);
    }
    this.#copied.add(piece.id);
  }

  async #check(there: Storage, pieces: readonly Piece[]): Promise<void> {
    const files = Map.groupBy(pieces, ({ digest }) => digest);
    for (const [digest, of] of files) {
      if (digest === null || this.#checked.has(digest) || of.some(({ id }) => this.#lost.has(id))) continue;
      if ((await this.#digestIn(there, of)) !== digest) await this.#refuse(there, digest, of);
      this.#checked.add(digest);
    }
  }

  async #digestIn(storage: Storage, pieces: readonly Piece[]): Promise<string> {
    const hash = createHash('sha256');
    for (const piece of pieces) {
      hash.update((await storage.read(this.#nameOf(piece), { start: 0, end: piece.size })) ?? '');
    }
    return hash.digest('hex');
  }

  async #refuse(there: Storage, digest: string, pieces: readonly Piece[]): Promise<void> {
    if ((await this.#digestIn(this.#here, pieces)) !== digest) {
      this.#onProgress(`The bytes of media ${digest} are damaged here, and so are their copies.`);
      return;
    }
    for (const piece of pieces) {
      await there.remove(this.#nameOf(piece));
      this.#copied.delete(piece.id);
    }
    throw new AppError(
      'invalid_request',
      `The bytes of media ${digest} differ in the other storage. They were removed there. Run this again.`,
    );
  }

  /** Returns true if everything that was stored up to now is there and was read there. */
  async isComplete(): Promise<boolean> {
    if (!this.#there) return true;
    return (await this.#pieces()).every(
      ({ id, digest }) =>
        this.#lost.has(id) || (this.#copied.has(id) && (digest === null || this.#checked.has(digest))),
    );
  }

  /** Removes the objects of the workspace from one of the storages, unless both are the same. */
  async removeFrom(which: 'source' | 'destination'): Promise<void> {
    const there = this.#there;
    if (!there) return;
    const storage = which === 'source' ? this.#here : there;
    const limit = pLimit(AT_ONCE);
    await Promise.all((await this.#pieces()).map((piece) => limit(() => storage.remove(this.#nameOf(piece)))));
  }
}

/** Returns true if what one storage stores is in the other, whatever their addresses are. */
async function isSame(here: Storage, there: Storage, name: string): Promise<boolean> {
  await there.put(name, Buffer.from('move'));
  try {
    return (await here.read(name, { start: 0, end: 4 })) !== undefined;
  } finally {
    await there.remove(name);
  }
}
