import type { ModuleSummary } from '@training/shared/courses';
import { ModuleStatusBadge } from './states.tsx';

/**
 * Where a module stands; of what is published also its next version, for it stays published while that is worked on.
 */
export function ModuleStanding({ status, workflow }: Pick<ModuleSummary, 'status' | 'workflow'>) {
  return (
    <>
      <ModuleStatusBadge status={status} />
      {status === 'published' && workflow !== null && <span>Next version:</span>}
      {status === 'published' && workflow !== null && <ModuleStatusBadge status={workflow} />}
    </>
  );
}
