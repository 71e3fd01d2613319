import type { SectionState } from '@training/shared/courses';
import type { SectionLock } from '@training/shared/modules';
import { Time } from '../../ui/time.tsx';

/**
 * By whom, since when and in which round a section takes no edits (rules/review 15). That it takes none stands at the
 * top of the page, once.
 */
export function LockedBy({ state, lock: { by, since, round } }: { state: SectionState; lock: SectionLock }) {
  return (
    <span data-lock tabIndex={-1}>
      {state === 'approved' ? 'Approved' : 'Submitted'}
      {by !== null && ` by ${by}`} <Time at={since} />
      {/* What is approved may have been so rounds ago. */}
      {state !== 'approved' && `, in round ${round}`}
    </span>
  );
}
