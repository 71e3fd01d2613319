import type { SectionKind } from '@training/shared/courses';

/** What the reviewer is about to decide; `hash` is of the content that was on the screen then. */
export type Decision =
  | { kind: 'approve'; section: SectionKind; hash: string; round: number; isByKey: boolean }
  | { kind: 'query'; section: SectionKind; hash: string; round: number; itemId: string | undefined }
  | { kind: 'reject'; round: number };
