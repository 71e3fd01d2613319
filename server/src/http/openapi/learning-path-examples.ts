import type {
  LearningPath,
  PathPage,
  PathPeoplePage,
  PathChangePreview,
  PathProgressOfAllPeople,
} from '@training/shared/paths/paths';
import type { PathAssignmentPreview } from '@training/shared/paths/path-assignments';

const PATH = '0199c0de-b0a1-7b2c-8d3e-4f5a6b7c8d9e';
const ASSIGNMENT = '0199c0de-b2b3-7d4e-9f50-6b7c8d9e0f1a';
const WAREHOUSE = '0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6';
const LIFTING = '0199c0de-8a44-7e18-b3c7-5f60718293a4';
const FORKLIFTS = '0199c0de-8a44-7e18-b3c7-5f60718293a5';
const ANA = '0199c0de-93b7-7d0a-8c1e-2b3c4d5e6f70';

const inOrder = [
  { module_id: LIFTING, requires: [] },
  { module_id: FORKLIFTS, requires: [LIFTING] },
];
const written = { title: 'Forklift drivers', description: 'From the first day', steps: inOrder };
const course = { course: 'Warehouse safety', status: 'published' } as const;
const path: LearningPath = {
  id: PATH,
  title: written.title,
  description: written.description,
  department: { id: WAREHOUSE, name: 'Warehouse' },
  version: 1,
  created_at: '2026-03-01T08:30:00.000Z',
  created_by_name: 'HR sync',
  updated_at: '2026-03-01T08:30:00.000Z',
  archived_at: null,
  archived_by_name: null,
  may_change: true,
  steps: [
    { module_id: LIFTING, title: 'Lifting and carrying', ...course, requires: [] },
    { module_id: FORKLIFTS, title: 'Forklifts', ...course, requires: [LIFTING] },
  ],
  assignments: 1,
};
const paths: PathPage = { paths: [path], total: 1 };

const terms = { to: { kind: 'department', department_id: WAREHOUSE }, due_on: '2026-04-01' } as const;
const planned: PathAssignmentPreview = {
  counts: { new: 2 },
  weeks: [{ from: '2026-03-30', due: 2, already: 0 }],
  trainings: [LIFTING, FORKLIFTS].map((module_id, n) => ({
    user_id: ANA,
    full_name: 'Ana Souza',
    department: 'Warehouse',
    module_id,
    module: path.steps[n]!.title,
    outcome: 'new',
    due_on: terms.due_on,
    through: [terms.to],
  })),
  total: 2,
};
const later = { ...terms, version: 1, due_on: '2026-05-01' };
const changed = (outcome: 'kept' | 'lost', due_on: string | null): PathAssignmentPreview => ({
  ...planned,
  counts: { [outcome]: 2 },
  weeks: [],
  trainings: planned.trainings.map((training) => ({ ...training, outcome, due_on })),
});
const archived = { archived_at: '2026-06-01T08:30:00.000Z', archived_by_name: 'HR sync' };
const effect: PathChangePreview = {
  counts: {},
  weeks: [],
  trainings: [],
  total: 0,
  people: 12,
  doors: [{ module_id: FORKLIFTS, title: 'Forklifts', opens: 9, closes: 0 }],
};

const counts = { people: 12, not_started: 3, in_progress: 5, completed: 4, excused: 0, overdue: 2 };
const standing: PathProgressOfAllPeople = {
  assignments: [
    {
      id: ASSIGNMENT,
      to: { ...terms.to, name: 'Warehouse' },
      due_on: terms.due_on,
      due_days: null,
      again: false,
      window_days: 30,
      version: 1,
      created_at: path.created_at,
      created_by_name: path.created_by_name,
      may_change: true,
      applying: false,
      counts,
    },
  ],
  counts,
  steps: [
    { module_id: LIFTING, title: 'Lifting and carrying', completed: 8, excused: 0, open: 4, overdue: 2, at: 4 },
    { module_id: FORKLIFTS, title: 'Forklifts', completed: 4, excused: 0, open: 8, overdue: 2, at: 4 },
  ],
};
const people: PathPeoplePage = {
  people: [
    {
      user_id: ANA,
      email: 'ana.souza@example.com',
      external_id: '004711',
      full_name: 'Ana Souza',
      department: 'Warehouse',
      status: 'in_progress',
      done: 1,
      steps: 2,
      at: 'Forklifts',
      due_on: terms.due_on,
      overdue: false,
      certificate_id: null,
    },
  ],
  total: 1,
};

const example = (summary: string, value: unknown) => ({ example: { summary, value } });
const answer = (description: string, summary: string, value: unknown) => ({
  description,
  examples: example(summary, value),
});

/** Example requests and responses of the operations on paths. */
export const LEARNING_PATH_EXAMPLES = {
  listPaths: { answers: { '200': answer('A page of the paths that match.', 'A page with one path', paths) } },
  getPath: { answers: { '200': answer('The path.', 'A path of two modules', path) } },
  createPath: {
    request: example('Two modules, one after the other', { ...written, department_id: WAREHOUSE }),
    answers: { '201': answer('The path was created.', 'A new path', { ...path, assignments: 0 }) },
  },
  updatePath: {
    request: example('Another order', { version: 1, ...written }),
    answers: { '200': answer('The path as it is now.', 'Changed', { ...path, version: 2 }) },
  },
  previewPath: {
    request: example('No order any more', { version: 1, steps: inOrder.map((step) => ({ ...step, requires: [] })) }),
    answers: { '200': answer('What would change for whom.', 'A module opens for nine people', effect) },
  },
  assignPath: {
    request: example('A department, by a day', terms),
    answers: {
      '200': answer('The same request has assigned it before.', 'Assigned before', { id: ASSIGNMENT }),
      '201': answer('The path was assigned.', 'Assigned', { id: ASSIGNMENT }),
    },
  },
  previewPathAssignment: {
    request: example('A department, by a day', terms),
    answers: { '200': answer('What each person would owe.', 'One person, two modules', planned) },
  },
  archivePath: {
    request: example('Archive', { archived: true }),
    answers: { '200': answer('The path as it is now.', 'Archived', { ...path, assignments: 0, ...archived }) },
  },
  updatePathAssignment: {
    request: example('A later day', later),
    answers: { '200': answer('The assignment was changed.', 'Changed', { id: ASSIGNMENT }) },
  },
  previewChangedPathAssignment: {
    request: example('A later day', later),
    answers: {
      '200': answer('What each person would owe.', 'Two modules, by another day', changed('kept', later.due_on)),
    },
  },
  previewEndedPathAssignment: {
    request: example('Without a filter', {}),
    answers: { '200': answer('What each person would owe no more.', 'Two modules', changed('lost', null)) },
  },
  endPathAssignment: {
    request: example('With a reason', { reason: 'The team has another task.' }),
    answers: { '200': answer('The assignment has ended.', 'Ended', { id: ASSIGNMENT }) },
  },
  readPathStanding: { answers: { '200': answer('The counts.', 'Twelve people', standing) } },
  listPathPeople: { answers: { '200': answer('A page of the people.', 'A page with one person', people) } },
};
