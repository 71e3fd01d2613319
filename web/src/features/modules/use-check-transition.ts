import type { ModuleDetail } from '@training/shared/courses/modules';
import {
  findTransitionRefusal,
  type TransitionRefusal,
  type WorkflowTransition,
} from '@training/shared/reviews/workflow';
import { workflowStateOf } from '@training/shared/reviews/workflow-state';
import { useWorkspaceSession } from '../../lib/workspace.ts';

/** Returns why the user can't do something to the module, same as the server; null if they can. */
export type FindTransitionRefusal = (transition: WorkflowTransition) => TransitionRefusal | null;

/** Returns a function that checks transitions of the module for the user: permissions and the current state. */
export function useFindTransitionRefusal(module: ModuleDetail): FindTransitionRefusal {
  const { user } = useWorkspaceSession();
  const governed = { state: workflowStateOf(module), department_id: module.course.department_id, mine: module.mine };
  return (transition) => findTransitionRefusal(transition, governed, user);
}
