import type { SavedSection } from '@training/shared/sections';
import type { SectionLock } from '@training/shared/modules';
import type { Problem } from '../../../lib/problem.ts';
import type { Conflict } from './merge.ts';

/** A section as the server has it. */
export interface Present<Item> {
  version: number;
  items: Item[];
  /** Who has written what stands there, where it was not this author. */
  by: string | null;
  /** Why it takes no edits; null while it takes them. */
  lock: SectionLock | null;
}

/** What was typed into a section and the server does not have, with what it began from. */
export interface Unsaved<Item> {
  /** By which the browser keeps it. */
  id: string;
  from: Item[];
  items: Item[];
}

export interface Kept<Item> extends Unsaved<Item> {
  because: 'locked' | 'closed';
}

/** Somebody else who has just written an item, and when that came in, in milliseconds since 1970. */
export interface Writer {
  name: string;
  at: number;
}

export interface DraftState<Item> {
  items: Item[];
  phase: 'saved' | 'unsaved' | 'saving' | 'failed' | 'conflict';
  /** When this tab last saved, in milliseconds since 1970. */
  savedAt: number | null;
  /** Why the last try failed. */
  problem: Problem | null;
  conflicts: Conflict<Item>[];
  /** Who else has written an item since the page was opened, by the item’s id. */
  writers: ReadonlyMap<string, Writer>;
  /** What somebody else saved, and whether it had to be merged with what is not saved yet. */
  news: 'received' | 'merged' | null;
  lock: SectionLock | null;
  /** What was typed and could not be saved before a lock, or before the page was closed. */
  kept: Kept<Item>[];
}

export interface Wires<Item> {
  save: (version: number, items: Item[]) => Promise<SavedSection>;
  /** The section as it is now. */
  look: () => Promise<Present<Item>>;
}
