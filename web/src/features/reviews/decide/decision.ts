import type { SectionKind } from '@training/shared/courses/courses';

/** The pending decision. `hash` is of the content shown when it was started. */
export type Decision =
  | { kind: 'approve'; section: SectionKind; hash: string; round: number; isByKey: boolean }
  | { kind: 'query'; section: SectionKind; hash: string; round: number; itemId: string | undefined }
  | { kind: 'reject'; round: number };
