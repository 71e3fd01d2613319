import type { SavedSection } from '@training/shared/courses/sections';
import type { DisplayableProblem } from '../../../lib/api/problem.ts';
import type { MergeConflict } from './merge.ts';
import type { SectionLock } from '@training/shared/courses/courses';

/** A section as stored by the server. */
export interface ServerSection<Item> {
  version: number;
  items: Item[];
  /** The author of this version; null if it is the current user. */
  by: string | null;
  /** The reason why edits are refused; null if the section is editable. */
  lock: SectionLock | null;
}

/** Edits of a section that the server doesn't have yet, with the version that they started from. */
export interface UnsavedEdits<Item> {
  /** The key in the browser's storage. */
  id: string;
  from: Item[];
  items: Item[];
}

/** Unsaved edits from before the section was locked or the page was closed. */
export interface InterruptedEdits<Item> extends UnsavedEdits<Item> {
  because: 'locked' | 'closed';
}

/** Another user who has recently edited an item, and when the change arrived, in milliseconds since 1970. */
interface Writer {
  name: string;
  at: number;
}

export interface SectionDraftState<Item> {
  items: Item[];
  phase: 'saved' | 'unsaved' | 'saving' | 'failed' | 'conflict';
  /** The time of this tab's last save, in milliseconds since 1970. */
  savedAt: number | null;
  /** The reason why the last save failed. */
  problem: DisplayableProblem | null;
  conflicts: MergeConflict<Item>[];
  /** Other users who have edited an item since the page was opened, by item id. */
  writers: ReadonlyMap<string, Writer>;
  /** Set when a change from elsewhere arrived; `merged` if it had to be merged with unsaved edits. */
  news: 'received' | 'merged' | null;
  lock: SectionLock | null;
  /** Edits that couldn't be saved before the section was locked or the page closed. */
  kept: InterruptedEdits<Item>[];
}

export interface SectionRequests<Item> {
  save: (version: number, items: Item[]) => Promise<SavedSection>;
  /** Fetches the current section. */
  look: () => Promise<ServerSection<Item>>;
}
