import type { SavedSection } from '@training/shared/authoring';
import type { SectionLock } from '@training/shared/modules';
import type { Problem } from '../../lib/problem.ts';
import type { Conflict } from './merge.ts';
import type { Unsaved } from './unsaved-text.ts';

/** A section as the server has it. */
export interface Present<Item> {
  version: number;
  items: Item[];
  /** Why it takes no edits; null while it takes them. */
  lock: SectionLock | null;
}

export interface Kept<Item> extends Unsaved<Item> {
  because: 'locked' | 'closed';
}

export interface DraftState<Item> {
  items: Item[];
  phase: 'saved' | 'unsaved' | 'saving' | 'failed' | 'conflict';
  /** When this tab last saved, in milliseconds since 1970. */
  savedAt: number | null;
  /** Why the last try failed. */
  problem: Problem | null;
  conflicts: Conflict<Item>[];
  /** What somebody else saved, and whether it had to be merged with what is not saved yet. */
  news: 'received' | 'merged' | null;
  lock: SectionLock | null;
  /** What was typed and could not be saved before the lock, or before the page was closed. */
  kept: Kept<Item> | null;
}

export interface Wires<Item> {
  save: (version: number, items: Item[]) => Promise<SavedSection>;
  /** The section as it is now. */
  look: () => Promise<Present<Item>>;
}
