import { createHash, randomBytes } from 'node:crypto';
import { ChangeLists } from './change-lists.ts';

export const TYPES = {
  folder: 'application/vnd.google-apps.folder',
  document: 'application/vnd.google-apps.document',
  sheet: 'application/vnd.google-apps.spreadsheet',
  slides: 'application/vnd.google-apps.presentation',
  form: 'application/vnd.google-apps.form',
  shortcut: 'application/vnd.google-apps.shortcut',
} as const;

export type WorldFile = {
  readonly id: string;
  name: string;
  mimeType: string;
  /** Null for roots. */
  parent: string | null;
  /** The shared drive that it is in. */
  driveId: string | null;
  /** Owner of the drive that it is in otherwise. */
  owner: string | null;
  trashed: boolean;
  /** Of a file. */
  content: { bytes: Buffer; md5: string; sha256: string } | undefined;
  /** Of one of Google's documents: its Markdown, as Google writes it. */
  text: string | undefined;
  /** Kind of file that Google’s slides or sheets are exported as. */
  exported?: Buffer;
  target: string | undefined;
  version: number;
  modifiedAt: number;
  sharedWith: Set<string>;
  canDownload: boolean;
  /** Key that everyone needs to see it. */
  resourceKey?: string;
};

export type SharedDrive = { id: string; name: string; members: Set<string> };

export type Changed = { seq: number; at: number; fileId: string; file: WorldFile | undefined };

type Place = { name: string; in: string };

/** Drives in memory, to be edited by whoever plays with them; what changes is in the lists of those who see it. */
export class GoogleWorld {
  readonly files = new Map<string, WorldFile>();
  readonly children = new Map<string, Set<string>>();
  readonly drives = new Map<string, SharedDrive>();
  /** Roots by the address of the account. */
  readonly roots = new Map<string, string>();
  readonly lists = new ChangeLists();
  readonly clock: () => number;

  constructor(clock: () => number) {
    this.clock = clock;
  }

  /** Somebody with a drive, or a service account. Answers the id of its root. */
  account(email: string): string {
    const known = this.roots.get(email);
    if (known !== undefined) return known;
    const { id } = this.#add({ name: 'My Drive', in: null, owner: email, mimeType: TYPES.folder });
    this.roots.set(email, id);
    return id;
  }

  /** Answers its id, which is that of its root folder too. */
  sharedDrive(name: string, members: string[]): string {
    for (const member of members) this.account(member);
    const id = `0A${idOf(15)}`;
    this.drives.set(id, { id, name, members: new Set(members) });
    this.#add({ id, name, in: null, driveId: id, mimeType: TYPES.folder });
    return id;
  }

  folder(place: Place): string {
    return this.#create({ ...place, mimeType: TYPES.folder });
  }

  /** One of Google's documents. `text` is Markdown as Google writes it. */
  document({ text, ...place }: Place & { text: string }): string {
    return this.#create({ ...place, mimeType: TYPES.document, text });
  }

  file({ content, ...place }: Place & { mimeType: string; content: Uint8Array | string }): string {
    return this.#create({ ...place, content: contentOf(content) });
  }

  shortcut({ to, ...place }: Place & { to: string }): string {
    return this.#create({ ...place, mimeType: TYPES.shortcut, target: to });
  }

  /** Google's slides or sheets, which are exported as a file of this content. */
  office({ content, ...place }: Place & { mimeType: string; content: Uint8Array }): string {
    return this.#create({ ...place, exported: Buffer.from(content) });
  }

  /** Something that has neither content nor text, such as a form. */
  other(place: Place & { mimeType: string }): string {
    return this.#create(place);
  }

  edit(id: string, content: Uint8Array | string): void {
    this.#change(id, (file) => {
      if (file.text === undefined) file.content = contentOf(content);
      else file.text = Buffer.from(content).toString('utf8');
      file.modifiedAt = this.clock();
    });
  }

  /** Changes its times and version, and nothing else. */
  touch(id: string): void {
    this.#change(id, (file) => (file.modifiedAt = this.clock()));
  }

  rename(id: string, name: string): void {
    this.#change(id, (file) => (file.name = name));
  }

  /** As in Google, only the folder itself is in the list of changes, and nothing that is in it. */
  move(id: string, to: string): void {
    this.#change(id, (file) => {
      const parent = this.get(to);
      this.children.get(file.parent ?? '')?.delete(id);
      file.parent = to;
      this.#childrenOf(to).add(id);
      for (const each of [id, ...this.below(id)]) {
        Object.assign(this.get(each), { driveId: parent.driveId, owner: parent.owner });
      }
    });
  }

  trash(id: string): void {
    this.#change(id, (file) => (file.trashed = true));
  }

  restore(id: string): void {
    this.#change(id, (file) => (file.trashed = false));
  }

  /** For good, with all that is in it. */
  remove(id: string): void {
    for (const each of [...this.below(id), id]) {
      this.#change(each, (file) => {
        this.children.get(file.parent ?? '')?.delete(each);
        this.children.delete(each);
        this.files.delete(each);
      });
    }
  }

  share(id: string, email: string): void {
    this.account(email);
    this.#withBelow(id, () => this.get(id).sharedWith.add(email));
  }

  unshare(id: string, email: string): void {
    this.#withBelow(id, () => this.get(id).sharedWith.delete(email));
  }

  join(driveId: string, email: string): void {
    this.account(email);
    this.#withBelow(driveId, () => this.drives.get(driveId)?.members.add(email));
  }

  leave(driveId: string, email: string): void {
    this.#withBelow(driveId, () => this.drives.get(driveId)?.members.delete(email));
  }

  /** As Google did with files that were shared by a link long ago. */
  secureLink(id: string): void {
    this.#change(id, (file) => (file.resourceKey = `0-${idOf(12)}`));
  }

  forbidDownload(id: string, forbidden = true): void {
    this.#change(id, (file) => (file.canDownload = !forbidden));
  }

  get(id: string): WorldFile {
    const file = this.files.get(id);
    if (!file) throw new Error(`There is no ${id} in the stand-in of Google Drive`);
    return file;
  }

  sees(email: string, id: string): boolean {
    for (let file = this.files.get(id); file; file = this.files.get(file.parent ?? '')) {
      if (file.owner === email || file.sharedWith.has(email)) return true;
      if (file.driveId !== null && this.drives.get(file.driveId)?.members.has(email)) return true;
    }
    return false;
  }

  /** By itself, or with a folder that it is in. */
  isTrashed(id: string): boolean {
    for (let file = this.files.get(id); file; file = this.files.get(file.parent ?? '')) if (file.trashed) return true;
    return false;
  }

  /** All that is in a folder, at any depth. */
  below(id: string): string[] {
    return [...(this.children.get(id) ?? [])].flatMap((child) => [child, ...this.below(child)]);
  }

  /** No place in a list of changes that was given until now is known any more. */
  forgetPlaces(): void {
    this.lists.forgetPlaces();
  }

  /** Returns the changes that an account sees in its own list, or in that of a shared drive. */
  changesSince(seq: number, email: string, driveId: string | null): Changed[] {
    return this.lists.since(seq, email, driveId).map(({ seq: place, at, fileId }) => {
      const file = this.files.get(fileId);
      const isThere = file && this.sees(email, fileId) && (driveId === null || file.driveId === driveId);
      return { seq: place, at, fileId, file: isThere ? file : undefined };
    });
  }

  #create({ in: parent, ...given }: { name: string; in: string; mimeType: string } & Partial<WorldFile>): string {
    const { driveId, owner } = this.get(parent);
    const { id } = this.#add({ ...given, in: parent, driveId, owner });
    this.#record(id, this.#audienceOf(id), new Set(driveId === null ? [] : [driveId]));
    return id;
  }

  #add({
    in: parent,
    ...given
  }: { in: string | null; name: string; mimeType: string } & Partial<WorldFile>): WorldFile {
    const file: WorldFile = {
      id: `1${idOf(24)}`,
      parent,
      driveId: null,
      owner: null,
      trashed: false,
      content: undefined,
      text: undefined,
      target: undefined,
      version: 1,
      modifiedAt: this.clock(),
      sharedWith: new Set(),
      canDownload: true,
      ...given,
    };
    this.files.set(file.id, file);
    if (parent !== null) this.#childrenOf(parent).add(file.id);
    return file;
  }

  #childrenOf(id: string): Set<string> {
    const known = this.children.get(id) ?? new Set();
    this.children.set(id, known);
    return known;
  }

  #audienceOf(id: string): Set<string> {
    return new Set([...this.roots.keys()].filter((email) => this.sees(email, id)));
  }

  #change(id: string, change: (file: WorldFile) => void): void {
    this.#withBelow(id, () => change(this.get(id)), [id]);
  }

  #withBelow(id: string, change: () => void, ids = [id, ...this.below(id)]): void {
    const before = ids.map((each) => ({ audience: this.#audienceOf(each), driveId: this.get(each).driveId }));
    change();
    ids.forEach((each, i) => {
      const { audience = new Set<string>(), driveId = null } = before[i] ?? {};
      const file = this.files.get(each);
      if (file) file.version++;
      const drives = [driveId, file?.driveId ?? null].filter((drive) => drive !== null);
      this.#record(each, new Set([...audience, ...this.#audienceOf(each)]), new Set(drives));
    });
  }

  #record(fileId: string, audience: Set<string>, drives: Set<string>): void {
    this.lists.record({ at: this.clock(), fileId, audience, drives });
  }
}

function idOf(bytes: number): string {
  return randomBytes(bytes).toString('base64url');
}

function contentOf(given: Uint8Array | string): NonNullable<WorldFile['content']> {
  const bytes = Buffer.from(given);
  const digest = (algorithm: string) => createHash(algorithm).update(bytes).digest('hex');
  return { bytes, md5: digest('md5'), sha256: digest('sha256') };
}
