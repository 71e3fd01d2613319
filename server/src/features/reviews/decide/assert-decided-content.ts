import type { ApproveSection } from '@training/shared/reviews/reviews';
import { AppError } from '../../../core/errors.ts';
import type { LockedModule } from '../../courses/modules/lock-module.ts';

type Seen = Pick<ApproveSection, 'section' | 'round' | 'content_hash'>;

/**
 * Asserts that the decision is about the current content.
 * @throws AppError `stale_revision` if the section's content has changed
 */
export function assertDecidedContentIsCurrent(locked: LockedModule, seen: Seen): void {
  assertRoundIsCurrent(locked, seen.round);
  if (locked.sections[seen.section].contentHash === seen.content_hash) return;
  throw new AppError('stale_revision', 'The content has changed. Look at it again, then decide.');
}

/** Asserts that the decision is about the current submission. @throws AppError `stale_revision` in any other round */
export function assertRoundIsCurrent({ module }: LockedModule, round: number): void {
  if (round === module.round) return;
  throw new AppError('stale_revision', `The module is in round ${module.round} now. Look at it again, then decide.`);
}
