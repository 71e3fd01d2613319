import type { ModuleSummary } from '@training/shared/courses/courses';
import { ModuleStatusBadge } from './states.tsx';

interface ModuleStandingProps extends Pick<ModuleSummary, 'status' | 'workflow'> {
  /** The number of open queries, shown if positive. Pages that list the queries can omit it. */
  openQueries?: number;
}

/**
 * The state of a module. A published module also shows the state of its working copy, because it stays published
 * meanwhile.
 */
export function ModuleStanding({ status, workflow, openQueries = 0 }: ModuleStandingProps) {
  return (
    <>
      <ModuleStatusBadge status={status} />
      {status === 'published' && workflow !== null && <span>Next version:</span>}
      {status === 'published' && workflow !== null && <ModuleStatusBadge status={workflow} />}
      {openQueries > 0 && (
        <span>
          {openQueries} {openQueries === 1 ? 'query' : 'queries'}
        </span>
      )}
    </>
  );
}
