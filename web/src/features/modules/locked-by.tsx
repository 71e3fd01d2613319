import type { SectionState, SectionLock } from '@training/shared/courses/courses';
import { Time } from '../../ui/time.tsx';

/**
 * Says who locked a section, when and in which round (rules/review 15). That it is locked is stated once at the top of
 * the page.
 */
export function LockedBy({ state, lock: { by, since, round } }: { state: SectionState; lock: SectionLock }) {
  return (
    <span data-lock tabIndex={-1}>
      {state === 'approved' ? 'Approved' : 'Submitted'}
      {by !== null && ` by ${by}`} <Time at={since} />
      {/* An approval may date from an earlier round. */}
      {state !== 'approved' && `, in round ${round}`}
    </span>
  );
}
