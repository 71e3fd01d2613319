import type { ModuleDetail } from '@training/shared/modules';
import { refusalOf, type Refusal, type Transition } from '@training/shared/workflow';
import { workflowStateOf } from '@training/shared/workflow-state';
import { useWorkspace } from '../../lib/workspace.ts';

/** Why the signed-in person cannot do something to the module, as the server would say it; null where they can. */
export type AskWorkflow = (transition: Transition) => Refusal | null;

/**
 * What the workflow's table answers the signed-in person about a module: what they may do to it, and what is possible
 * now.
 */
export function useRefusal(module: ModuleDetail): AskWorkflow {
  const { user } = useWorkspace();
  const governed = { state: workflowStateOf(module), department_id: module.course.department_id, mine: module.mine };
  return (transition) => refusalOf(transition, governed, user);
}
