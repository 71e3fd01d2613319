import { createHash } from 'node:crypto';
import pLimit from 'p-limit';
import { AppError } from '../../../core/errors.ts';
import { BLOB_TABLES } from '../../../database/blob-tables.ts';
import { objectKeyOf, type ObjectStorage } from '../../../platform/storage/object-storage.ts';
import type { MoveProgress, MoveStorageProgress } from './move-steps.ts';
import type { MoveDatabaseConnection } from './move-database-connection.ts';

/** Objects that are copied or removed at a time, of 3 MiB at most. */
const AT_ONCE = 4;

/** Objects whose copies are noted before they are made. */
const NOTED = 1_000;

/** An object of a file, which is null if it belongs to none yet; the digest is that of the file, if one is stored. */
type Piece = { id: string; size: number; file: string | null; digest: string | null };

/** The objects whose bytes a workspace needs. */
const PIECES = `
select id::text, size, digest as file, digest, n from media_pieces where workspace_id = $1 and state = 'stored'
${Object.values(BLOB_TABLES)
  .map(
    ({ rows, parts, of, hash }) => `
union all select p.${of} || '-' || p.n, p.size, p.${of}::text, ${hash === null ? 'null' : `r.${hash}`}, p.n from ${parts} p
join ${rows} r on r.workspace_id = $1 and r.id = p.${of} and r.state = 'stored'
where p.workspace_id = $1 and p.size is not null and p.remove_at is null`,
  )
  .join('')}
order by file, n`;

/** All objects that may be there: also of what is arriving, deleted, or in a column that a sweep was about to empty. */
const OBJECTS = `
select id::text from media_pieces where workspace_id = $1
${Object.values(BLOB_TABLES)
  .map(({ parts, of }) => `union all select ${of} || '-' || n from ${parts} where workspace_id = $1`)
  .join('\n')}`;

export type MoveStorages = {
  source: ObjectStorage;
  destination: ObjectStorage | undefined;
  /** Files that the storage here lacks are lost: the workspace moves without them. */
  acceptsMissing: boolean;
};

/**
 * Copies the files of a workspace between two storages. Objects never change and are there as a
 * whole or not at all, so a copy that was ended goes on where it was.
 */
export class StorageObjectMover {
  readonly #source: MoveDatabaseConnection;
  readonly #workspaceId: string;
  readonly #storages: MoveStorages;
  /** The other storage; `shared` if it is this one. */
  readonly #there: ObjectStorage | 'shared' | undefined;
  #noted: MoveStorageProgress | undefined;
  readonly #onProgress: (line: string) => void;
  /** Ids of the objects that this move put there. */
  readonly #put: Set<string>;
  /** Pieces that are at the destination, and those that neither storage has. */
  readonly #copied = new Set<string>();
  readonly #lost = new Set<string>();
  /** Files whose bytes were read at the destination. */
  readonly #checked = new Set<string>();

  private constructor(
    source: MoveDatabaseConnection,
    workspaceId: string,
    storages: MoveStorages,
    [there, noted]: [ObjectStorage | 'shared' | undefined, MoveStorageProgress | undefined],
    onProgress: (line: string) => void,
  ) {
    [this.#source, this.#workspaceId, this.#storages] = [source, workspaceId, storages];
    [this.#there, this.#noted, this.#onProgress] = [there, noted, onProgress];
    this.#put = new Set(noted?.place === storages.destination?.place ? noted?.put : []);
  }

  /** @throws AppError `invalid_request` if there is something to copy and the other storage isn't given */
  static async open(
    source: MoveDatabaseConnection,
    workspaceId: string,
    storages: MoveStorages,
    noted: MoveStorageProgress | undefined,
    onProgress: (line: string) => void,
  ): Promise<StorageObjectMover> {
    const { source: here, destination } = storages;
    if (!destination) await mustHaveNone(source, workspaceId);
    const isShared = destination !== undefined && (await isSame(here, destination, `${workspaceId}/move`));
    const there = isShared ? 'shared' : destination;
    return new StorageObjectMover(source, workspaceId, storages, [there, noted], onProgress);
  }

  #pieces(): Promise<Piece[]> {
    return this.#source.rows<Piece>(PIECES, [this.#workspaceId]);
  }

  #nameOf({ id }: Pick<Piece, 'id'>): string {
    return objectKeyOf({ workspaceId: this.#workspaceId, id });
  }

  async #isIn(storage: ObjectStorage, piece: Piece): Promise<boolean> {
    return (await storage.read(this.#nameOf(piece), { start: piece.size - 1, end: piece.size + 1 }))?.length === 1;
  }

  #note(progress: MoveProgress): Promise<number> {
    const noting = 'update workspace_moves set progress = progress || $2 where workspace_id = $1';
    return this.#source.run(noting, [this.#workspaceId, JSON.stringify(progress)]);
  }

  /** Notes which storage is used, and what was put there. */
  async noteStorage(): Promise<void> {
    const { destination } = this.#storages;
    if (!destination) return;
    const [noted, { place }] = [this.#noted, destination];
    if (noted && noted.place !== place && noted.put.length > 0) this.#onProgress(`Copies stay in ${noted.place}.`);
    this.#noted = { place, shared: this.#there === 'shared', put: [...this.#put] };
    await this.#note({ storage: this.#noted });
  }

  /** @throws AppError `invalid_request` if the storage here isn't that of the workspace, or has lost something */
  async mustBeHere(): Promise<void> {
    if (!this.#there) return;
    const missing: Piece[] = [];
    await each(await this.#pieces(), async (piece) => {
      if (!(await this.#isIn(this.#storages.source, piece))) missing.push(piece);
    });
    this.#mustBeAccepted(missing);
  }

  #mustBeAccepted(missing: readonly Piece[]): void {
    const files = [...new Set(missing.flatMap(({ file }) => file ?? []))];
    if (files.length === 0 || this.#storages.acceptsMissing) return;
    throw new AppError(
      'invalid_request',
      `The storage here, ${this.#storages.source.place}, lacks ${files.length === 1 ? '1 file' : `${files.length} files`}, the first ${files[0]}. Run this ` +
        'with the STORAGE_URL or DATA_DIR of the server. If they are lost, add --accept-missing-files.',
    );
  }

  /**
   * Copies what isn't there, and reads it there.
   * @throws AppError `invalid_request` if a digest differs there, files are missing here, or no storage was given
   */
  async copy(): Promise<void> {
    const there = this.#there;
    if (there === 'shared') return;
    if (!there) return mustHaveNone(this.#source, this.#workspaceId);
    const pieces = await this.#pieces();
    const left = pieces.filter(({ id }) => !this.#copied.has(id) && !this.#lost.has(id));
    for (let at = 0; at < left.length; at += NOTED) {
      const absent: Piece[] = [];
      await each(left.slice(at, at + NOTED), async (piece) => {
        if (await this.#isIn(there, piece)) this.#copied.add(piece.id);
        else absent.push(piece);
      });
      for (const { id } of absent) this.#put.add(id);
      await this.noteStorage();
      await each(absent, (piece) => this.#copyOne(there, piece));
      await this.#note({ objects: pieces.length, stored: pieces.filter(({ id }) => this.#copied.has(id)).length });
    }
    // What was removed meanwhile has no row anymore.
    if (this.#lost.size > 0) this.#mustBeAccepted((await this.#pieces()).filter(({ id }) => this.#lost.has(id)));
    await this.#check(there, pieces);
  }

  async #copyOne(there: ObjectStorage, piece: Piece): Promise<void> {
    const name = this.#nameOf(piece);
    const bytes = await this.#storages.source.read(name, { start: 0, end: piece.size });
    if (bytes?.length !== piece.size) {
      this.#lost.add(piece.id);
      return;
    }
    await there.put(name, bytes);
    this.#copied.add(piece.id);
  }

  async #check(there: ObjectStorage, pieces: readonly Piece[]): Promise<void> {
    const files = Map.groupBy(pieces, ({ file }) => file);
    for (const [file, of] of files) {
      const digest = of[0]?.digest ?? null;
      if (file === null || this.#checked.has(file) || of.some(({ id }) => this.#lost.has(id))) continue;
      if (digest !== null && (await this.#digestIn(there, of)) !== digest) await this.#refuse(there, file, of);
      this.#checked.add(file);
    }
  }

  async #digestIn(storage: ObjectStorage, pieces: readonly Piece[]): Promise<string> {
    const hash = createHash('sha256');
    for (const piece of pieces) {
      hash.update((await storage.read(this.#nameOf(piece), { start: 0, end: piece.size })) ?? '');
    }
    return hash.digest('hex');
  }

  async #refuse(there: ObjectStorage, file: string, pieces: readonly Piece[]): Promise<void> {
    if ((await this.#digestIn(this.#storages.source, pieces)) !== pieces[0]?.digest) {
      this.#onProgress(`The bytes of file ${file} are damaged here, and so are their copies.`);
      return;
    }
    for (const piece of pieces) {
      await there.remove(this.#nameOf(piece));
      this.#copied.delete(piece.id);
    }
    throw new AppError(
      'invalid_request',
      `The bytes of file ${file} differ in the other storage. They were removed there. Run this again.`,
    );
  }

  /** Returns true if everything that was stored up to now is there and was read there. */
  async isComplete(): Promise<boolean> {
    if (this.#there === 'shared') return true;
    return (await this.#pieces()).every(
      ({ id, file }) => this.#lost.has(id) || (this.#copied.has(id) && (file === null || this.#checked.has(file))),
    );
  }

  /** @throws AppError `invalid_request` if the storage isn't the one that the move copied to */
  async #mustBeNoted(): Promise<void> {
    const missing: Piece[] = [];
    const there = this.#there;
    if (typeof there === 'object') {
      await each(await this.#pieces(), async (piece) => {
        if (!(await this.#isIn(there, piece)) && (await this.#isIn(this.#storages.source, piece))) missing.push(piece);
      });
    }
    const isOther = this.#noted !== undefined && !this.#noted.shared && there === 'shared';
    if (isOther || missing.length > 0) throw otherStorage(this.#noted);
  }

  /** Removes the objects here once all are there, and what was copied and then removed here. */
  async removeHere(): Promise<void> {
    if (this.#noted?.shared) return;
    await this.#mustBeNoted();
    const there = this.#there;
    if (typeof there !== 'object') return;
    const pieces = await this.#pieces();
    const stored = new Set(pieces.map(({ id }) => id));
    const gone = [...this.#put].filter((id) => !stored.has(id));
    await each(gone, (id) => there.remove(this.#nameOf({ id })));
    const here = await this.#source.rows<Pick<Piece, 'id'>>(OBJECTS, [this.#workspaceId]);
    await each(here, (piece) => this.#storages.source.remove(this.#nameOf(piece)));
  }

  /** Removes what the move put there. @throws AppError `invalid_request` if another storage is given */
  async removeThere(): Promise<void> {
    const [there, noted] = [this.#there, this.#noted];
    if (!noted || noted.shared || noted.put.length === 0) return;
    if (typeof there !== 'object' || noted.place !== there.place) throw otherStorage(noted);
    await each(noted.put, (id) => there.remove(this.#nameOf({ id })));
  }
}

const otherStorage = (noted: MoveStorageProgress | undefined) =>
  new AppError(
    'invalid_request',
    `--storage: This isn’t the storage that the files were copied to${noted ? `, ${noted.place}` : ''}. Give that one.`,
  );

/** @throws AppError `invalid_request` if the workspace has files, for which no storage was given */
async function mustHaveNone(source: MoveDatabaseConnection, workspaceId: string): Promise<void> {
  const any = await source.rows(`${OBJECTS} limit 1`, [workspaceId]);
  if (any.length === 0) return;
  throw new AppError(
    'invalid_request',
    '--storage: The workspace has files in the storage. Run this again with the storage of the other installation: ' +
      'its bucket as https://KEY:SECRET@host/bucket, or its folder “storage”.',
  );
}

/** Does so for some at a time. */
async function each<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const limit = pLimit(AT_ONCE);
  await Promise.all(all.map((one) => limit(() => work(one))));
}

/** Returns true if what one storage stores is in the other, whatever their addresses are. */
async function isSame(here: ObjectStorage, there: ObjectStorage, name: string): Promise<boolean> {
  await there.put(name, Buffer.from('move'));
  try {
    return (await here.read(name, { start: 0, end: 4 })) !== undefined;
  } finally {
    await there.remove(name);
  }
}
