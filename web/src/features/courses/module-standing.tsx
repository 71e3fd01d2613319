import type { ModuleSummary } from '@training/shared/courses';
import { ModuleStatusBadge } from './states.tsx';

interface ModuleStandingProps extends Pick<ModuleSummary, 'status' | 'workflow'> {
  /** Said where there are any; a page that shows them need not. */
  openQueries?: number;
}

/**
 * Where a module stands; of what is published also its next version, for it stays published while that is worked on.
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
