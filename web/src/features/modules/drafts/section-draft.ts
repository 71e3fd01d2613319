import { v7 } from 'uuid';
import { type DisplayableProblem, toDisplayableProblem } from '../../../lib/api/problem.ts';
import type {
  SectionDraftState,
  InterruptedEdits,
  ServerSection,
  UnsavedEdits,
  SectionRequests,
} from './draft-state.ts';
import {
  type ItemWithId,
  type MergeSide,
  indexItemsById,
  findChangedItemIds,
  hasEditsMissingFrom,
  isEqualAsJson,
  mergeItems,
} from './merge.ts';

/** Milliseconds from the last keystroke to a save, and the maximum delay during continuous typing. */
const PAUSE = 1_000;
const LONGEST = 10_000;
/** Milliseconds before a retry if the server didn't respond. */
const RETRY = 10_000;

/**
 * The edits of a section until the server has them (rules/review 2). Lives outside of React, so that saving continues
 * after the page is left. Runs one save at a time, merges changes of others, and never discards what was typed.
 */
export class SectionDraft<Item extends ItemWithId> {
  readonly #wires: SectionRequests<Item>;
  readonly #listeners = new Set<() => void>();
  #state: SectionDraftState<Item>;
  #ids: string[];
  #byId: Map<string, Item>;
  /** The last known server version, which edits start from. */
  #base: ServerSection<Item>;
  /** The server version, if it can't be merged without a decision. */
  #theirs: ServerSection<Item> | null = null;
  /** A server version that arrived during a save. */
  #later: ServerSection<Item> | null = null;
  #running: Promise<void> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #unsavedSince = 0;

  /** The id under which the current edits are stored. */
  #id = v7();

  /** @param kept Unsaved edits from before the page was closed. */
  constructor(present: ServerSection<Item>, wires: SectionRequests<Item>, kept: InterruptedEdits<Item>[] = []) {
    this.#wires = wires;
    this.#ids = present.items.map(({ id }) => id);
    this.#byId = indexItemsById(present.items);
    this.#base = present;
    this.#state = {
      items: present.items,
      phase: 'saved',
      savedAt: null,
      problem: null,
      conflicts: [],
      writers: new Map(),
      news: null,
      lock: present.lock,
      kept,
    };
  }

  readonly read = (): SectionDraftState<Item> => this.#state;
  /** Returns the items' ids in order; the same array until they change. */
  readonly readIds = (): string[] => this.#ids;
  readonly readItem = (id: string): Item | undefined => this.#byId.get(id);

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Edits that the server doesn't have. */
  get unsaved(): UnsavedEdits<Item>[] {
    const { items, kept } = this.#state;
    return this.isEdited ? [...kept, { id: this.#id, from: this.#base.items, items }] : kept;
  }

  get isUnsaved(): boolean {
    return this.unsaved.length > 0;
  }

  /** True if the displayed section differs from the server's version. */
  get isEdited(): boolean {
    return !isEqualAsJson(this.#state.items, this.#base.items);
  }

  /** Changes the items; returns false if the section is locked. */
  edit(change: (items: Item[]) => Item[]): boolean {
    if (this.#state.lock !== null) return false;
    this.#set({ items: change(this.#state.items), news: null });
    if (this.#theirs !== null) this.#mergeIn(this.#theirs);
    this.#changed();
    return true;
  }

  /** Saves immediately; returns true if the server then has everything. */
  async flush(): Promise<boolean> {
    clearTimeout(this.#timer);
    while (this.#running !== null) await this.#running;
    if (this.#canSave()) await this.#save();
    // The user may have typed, or another user saved, in the meantime.
    if (this.#running === null && this.#canSave() && this.#state.problem === null) return this.flush();
    return !this.isUnsaved;
  }

  /** Accepts the server's current version from any source. */
  receive(present: ServerSection<Item>): void {
    if (this.#running !== null) {
      if (present.version >= (this.#later?.version ?? 0)) this.#later = present;
    } else if (present.version >= this.#base.version) {
      this.#take(present);
    }
  }

  /** Resolves each conflict, and saves. */
  resolve(choices: ReadonlyMap<string, MergeSide>): void {
    const theirs = this.#theirs;
    if (theirs === null) return;
    this.#mergeIn(theirs, choices);
    void this.flush();
  }

  /** Restores stored edits as an edit of the version that they started from. */
  async putBack(id: string): Promise<void> {
    await this.flush();
    const { kept, lock } = this.#state;
    const found = kept.find((each) => each.id === id);
    if (found === undefined || lock !== null || this.isEdited) return;
    const present = this.#base;
    this.#base = { ...present, items: found.from };
    this.#set({ kept: kept.filter((each) => each !== found), items: found.items });
    this.#mergeIn(present);
  }

  dropKept(id: string): void {
    this.#set({ kept: this.#state.kept.filter((each) => each.id !== id) });
  }

  #canSave(): boolean {
    return this.#state.lock === null && this.#theirs === null && this.isEdited;
  }

  /** Schedules a save after a change: once the user pauses, or after continuous typing for a while. */
  #changed(): void {
    clearTimeout(this.#timer);
    if (this.#theirs !== null) return;
    const isDirty = this.isEdited;
    if (isDirty && this.#state.phase === 'saved') this.#unsavedSince = Date.now();
    if (this.#running === null) this.#set({ phase: isDirty ? 'unsaved' : 'saved', problem: null });
    const latest = Math.max(0, this.#unsavedSince + LONGEST - Date.now());
    if (isDirty) this.#timer = setTimeout(() => void this.flush(), Math.min(PAUSE, latest));
  }

  #save(): Promise<void> {
    this.#running = this.#send().finally(() => {
      this.#running = null;
      const later = this.#later;
      this.#later = null;
      if (later !== null) this.receive(later);
      if (this.#state.problem === null && this.#canSave()) this.#changed();
    });
    return this.#running;
  }

  async #send(): Promise<void> {
    const { items } = this.#state;
    this.#set({ phase: 'saving', problem: null });
    try {
      const { version } = await this.#wires.save(this.#base.version, items);
      this.#base = { version, items, by: null, lock: null };
      this.#unsavedSince = Date.now();
      this.#set({ phase: this.isEdited ? 'unsaved' : 'saved', savedAt: Date.now() });
    } catch (error) {
      await this.#refused(toDisplayableProblem(error));
    }
  }

  async #refused(problem: DisplayableProblem): Promise<void> {
    if (problem.lock !== undefined) {
      this.#close({ ...this.#base, lock: problem.lock });
      return;
    }
    const isStale = problem.code === 'stale_version';
    const present = isStale ? await this.#wires.look().catch((error: unknown) => toDisplayableProblem(error)) : problem;
    if ('version' in present && present.version > this.#base.version) {
      this.#take(present);
      return;
    }
    const failure = 'version' in present ? problem : present;
    this.#set({ phase: 'failed', problem: failure });
    if (failure.status === 0 || failure.status >= 500) this.#timer = setTimeout(() => void this.flush(), RETRY);
  }

  #take(present: ServerSection<Item>): void {
    if (present.lock !== null) {
      this.#close(present);
      return;
    }
    this.#set({ lock: null, kept: this.#keptBut(present) });
    this.#noteWriter(present);
    if (present.version > this.#base.version) this.#mergeIn(present);
    else this.#base = { ...present, items: this.#base.items };
  }

  /** Locks the draft: shows the server's version, and stores unsaved edits next to it. */
  #close(present: ServerSection<Item>): void {
    clearTimeout(this.#timer);
    const kept = this.#keptBut(present);
    const typed = { id: this.#id, from: this.#base.items, items: this.#state.items, because: 'locked' as const };
    if (hasEditsMissingFrom(typed, present.items)) kept.push(typed);
    this.#id = v7();
    this.#base = present;
    this.#theirs = null;
    this.#set({
      items: present.items,
      lock: present.lock,
      kept,
      phase: 'saved',
      problem: null,
      conflicts: [],
      news: null,
    });
  }

  #noteWriter({ version, items, by }: ServerSection<Item>): void {
    const known = this.#theirs ?? this.#base;
    if (by === null || version <= known.version) return;
    const writer = { name: by, at: Date.now() };
    const written = findChangedItemIds(known.items, items).map((id) => [id, writer] as const);
    this.#set({ writers: new Map([...this.#state.writers, ...written]) });
  }

  /** Returns the stored edits that aren't in the section yet. Another tab may have saved them. */
  #keptBut(present: ServerSection<Item>): InterruptedEdits<Item>[] {
    return this.#state.kept.filter((each) => hasEditsMissingFrom(each, present.items));
  }

  #mergeIn(present: ServerSection<Item>, choices?: ReadonlyMap<string, MergeSide>): void {
    const wasDirty = this.isEdited;
    const { items, conflicts } = mergeItems(this.#base.items, this.#state.items, present.items, choices);
    if (conflicts.length > 0) {
      this.#theirs = present;
      clearTimeout(this.#timer);
      this.#set({ conflicts, phase: 'conflict', problem: null });
      return;
    }
    const hasNews = choices === undefined && !isEqualAsJson(present.items, this.#state.items);
    this.#theirs = null;
    this.#base = present;
    const phase = isEqualAsJson(items, present.items) ? 'saved' : 'unsaved';
    this.#set({ items, conflicts: [], phase, problem: null });
    if (hasNews) this.#set({ news: wasDirty ? 'merged' : 'received' });
    this.#changed();
  }

  #set(change: Partial<SectionDraftState<Item>>): void {
    this.#state = { ...this.#state, ...change };
    if (change.items !== undefined) {
      const ids = change.items.map(({ id }) => id);
      this.#ids = isEqualAsJson(ids, this.#ids) ? this.#ids : ids;
      this.#byId = indexItemsById(change.items);
    }
    for (const listener of this.#listeners) listener();
  }
}
