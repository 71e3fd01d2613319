import { randomBytes } from 'node:crypto';

/** A file or folder of the stand-in. */
export type LarkNode = {
  token: string;
  name: string;
  type: 'folder' | 'docx' | 'file' | 'sheet' | 'shortcut';
  parent: string;
  /** Of a docx. */
  text: string;
  /** Of an uploaded file. */
  bytes: Uint8Array;
  target: { token: string; type: string } | undefined;
  /** Seconds, as Lark tells them. */
  modified: number;
  trashed: boolean;
  /** True if it was shared with the app. */
  shared: boolean;
};

/** Change of the drive, as an event tells it. */
export type LarkChange = { type: string; node: LarkNode; folder?: string };

/** A drive in memory, which tests and people edit; it tells what happens to it. */
export class LarkMemoryDrive {
  readonly root = tokenFor('folder');
  readonly #nodes = new Map<string, LarkNode>();
  readonly #children = new Map<string, string[]>([[this.root, []]]);
  readonly #changed: (change: LarkChange) => void;
  #now: () => number;

  constructor(changed: (change: LarkChange) => void, now: () => number = Date.now) {
    this.#changed = changed;
    this.#now = now;
  }

  /** Sets the clock by which changes are told; in milliseconds. */
  setClock(now: () => number): void {
    this.#now = now;
  }

  get(token: string): LarkNode | undefined {
    return this.#nodes.get(token);
  }

  /** Returns the contents of a folder, in the order in which they came; undefined if there is no such folder. */
  childrenOf(folder: string): LarkNode[] | undefined {
    const tokens = this.#children.get(folder);
    return tokens?.flatMap((token) => this.#nodes.get(token) ?? []).filter(({ trashed }) => !trashed);
  }

  addFolder(name: string, parent = this.root): string {
    const token = this.#add({ type: 'folder', name, parent });
    this.#children.set(token, []);
    return token;
  }

  addDocx(name: string, text: string, parent = this.root): string {
    return this.#add({ type: 'docx', name, parent, text });
  }

  addFile(name: string, content: string | Uint8Array, parent = this.root): string {
    return this.#add({ type: 'file', name, parent, bytes: Buffer.from(content) });
  }

  addSheet(name: string, parent = this.root): string {
    return this.#add({ type: 'sheet', name, parent });
  }

  addShortcut(name: string, to: string, parent = this.root): string {
    return this.#add({ type: 'shortcut', name, parent, target: { token: to, type: this.mustGet(to).type } });
  }

  /** Of a docx its text, of an uploaded file a new version. */
  edit(token: string, content: string): void {
    const node = this.mustGet(token);
    if (node.type === 'docx') node.text = content;
    else node.bytes = Buffer.from(content);
    this.#touch(node, 'drive.file.edit_v1');
  }

  rename(token: string, name: string): void {
    const node = this.mustGet(token);
    node.name = name;
    this.#touch(node, 'drive.file.title_updated_v1');
  }

  /** Nothing is told of it. */
  move(token: string, folder: string): void {
    const node = this.mustGet(token);
    this.#leave(node);
    node.parent = folder;
    this.#listOf(folder).push(token);
  }

  trash(token: string): void {
    const node = this.mustGet(token);
    node.trashed = true;
    this.#changed({ type: 'drive.file.trashed_v1', node });
  }

  /** Out of the trash. Nothing is told of it. */
  restore(token: string): void {
    this.mustGet(token).trashed = false;
  }

  remove(token: string): void {
    const node = this.mustGet(token);
    this.#leave(node);
    this.#nodes.delete(token);
    this.#changed({ type: 'drive.file.deleted_v1', node });
  }

  share(token: string, shared: boolean): void {
    this.mustGet(token).shared = shared;
  }

  mustGet(token: string): LarkNode {
    const node = this.#nodes.get(token);
    if (!node) throw new Error(`the stand-in has no ${token}`);
    return node;
  }

  #add(made: Pick<LarkNode, 'type' | 'name' | 'parent'> & Partial<LarkNode>): string {
    const token = tokenFor(made.type);
    const rest = { text: '', bytes: new Uint8Array(), target: undefined, trashed: false, shared: true };
    const node = { ...rest, ...made, token, modified: this.#seconds() };
    this.#nodes.set(token, node);
    this.#listOf(made.parent).push(token);
    this.#changed({ type: 'drive.file.created_in_folder_v1', node, folder: made.parent });
    return token;
  }

  #touch(node: LarkNode, type: string): void {
    node.modified = this.#seconds();
    this.#changed({ type, node });
  }

  #leave({ token, parent }: LarkNode): void {
    const siblings = this.#listOf(parent);
    siblings.splice(siblings.indexOf(token), 1);
  }

  #listOf(folder: string): string[] {
    const list = this.#children.get(folder);
    if (!list) throw new Error(`the stand-in has no folder ${folder}`);
    return list;
  }

  #seconds(): number {
    return Math.floor(this.#now() / 1000);
  }
}

/** As long as theirs. What it is cannot be told by it. */
function tokenFor(type: string): string {
  return `${type.slice(0, 3)}${randomBytes(12).toString('hex')}`;
}
