import { EventAction, describeAction } from '@training/shared/events/events';

type PrefixOf<Action extends string> = Action extends `${infer Prefix}.${string}` ? Prefix : never;

/** The areas of the audit log in the order of the filter, by the prefix of their actions. */
const AREAS: Record<PrefixOf<EventAction>, string> = {
  user: 'People',
  department: 'Departments',
  course: 'Courses',
  module: 'Modules',
  review: 'Review',
  suggestion: 'Suggestions',
  assignment: 'Training',
  enrollment: 'Training',
  learner: 'Training',
  certification: 'Training',
  answer: 'Grading',
  appeal: 'Grading',
  grade: 'Grading',
  workspace: 'Workspace',
  token: 'API tokens',
  provider_key: 'Provider keys',
  webhook: 'Webhooks',
  drive: 'Drives',
  audit: 'Audit log',
  notifications: 'Notifications',
  chat: 'Chat',
};

interface Area {
  area: string;
  actions: { action: EventAction; label: string }[];
}

/** Returns all actions grouped by area, each once. */
export function actionsByArea(): Area[] {
  const areas = new Map<string, Area>([...new Set(Object.values(AREAS))].map((area) => [area, { area, actions: [] }]));
  for (const action of EventAction.options) {
    areas.get(areaOf(action))?.actions.push({ action, label: describeAction(action).label });
  }
  return [...areas.values()];
}

function areaOf(action: EventAction): string {
  const found = Object.entries(AREAS).find(([prefix]) => action.startsWith(`${prefix}.`));
  return found?.[1] ?? AREAS.workspace;
}
