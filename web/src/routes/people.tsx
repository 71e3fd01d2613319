import { Outlet, createRoute } from '@tanstack/react-router';
import { AnalyticsSearch } from '../features/analytics/analytics-search.ts';
import { AuditSearch } from '../features/audit/audit-search.ts';
import { PeopleSearch } from '../features/users/people-search.ts';
import { lazyPage } from '../shell/lazy-page.tsx';
import { workspace } from './root.tsx';
import type { PathStatus } from '@training/shared/paths/paths';
import type { AssignmentOrder } from '@training/shared/assignments/assignments';
import {
  booleanParameter,
  oneOfParameter,
  pageNumber,
  validateSearchBy,
  textParameter,
  wordParameter,
} from '../lib/search-params.ts';
import type { LearnerStatus } from '@training/shared/statuses';

/** Filters by answers or appeals; both if absent. */
const GradingSearch = validateSearchBy({ task: wordParameter });

const AssignmentSearch = validateSearchBy({
  state: oneOfParameter({ ended: true }),
  /** The sort order; defaults to the saved one. */
  order: oneOfParameter<AssignmentOrder>({ created: true, module: true, completed: true, overdue: true }),
  down: (given) => booleanParameter(given) || undefined,
  page: pageNumber,
  /** The module that the form opens with. */
  assign: wordParameter,
});

const PathsSearch = validateSearchBy({ state: oneOfParameter({ archived: true }), page: pageNumber });

const PathSearch = validateSearchBy({
  status: oneOfParameter<PathStatus>({ not_started: true, in_progress: true, completed: true, excused: true }),
  overdue: (given) => booleanParameter(given) || undefined,
  q: textParameter,
  page: pageNumber,
});

const AssignedSearch = validateSearchBy({
  status: oneOfParameter<LearnerStatus>({
    overdue: true,
    not_started: true,
    in_progress: true,
    paused: true,
    completed: true,
    waived: true,
  }),
  q: textParameter,
  page: pageNumber,
});

const ListSearch = validateSearchBy({ q: textParameter, page: pageNumber });

const people = createRoute({
  getParentRoute: () => workspace,
  path: 'people',
  staticData: { permission: 'users:read' },
  validateSearch: PeopleSearch,
  component: lazyPage(async () => (await import('../features/users/people-page.tsx')).PeoplePage),
});

const person = createRoute({
  getParentRoute: () => workspace,
  path: 'people/$person',
  staticData: { permission: 'learners:compare' },
  component: lazyPage(async () => (await import('../features/users/person-page.tsx')).PersonPage),
});

const pastTraining = createRoute({
  getParentRoute: () => workspace,
  path: 'people/past-training',
  staticData: { permission: 'users:read' },
  validateSearch: ListSearch,
  component: lazyPage(async () => (await import('../features/attested/past-training-page.tsx')).PastTrainingPage),
});

const shifts = createRoute({
  getParentRoute: () => workspace,
  path: 'shifts',
  staticData: { permission: 'shifts:write' },
  validateSearch: ListSearch,
  component: lazyPage(async () => (await import('../features/pins/shifts-page.tsx')).ShiftsPage),
});

const departments = createRoute({
  getParentRoute: () => workspace,
  path: 'departments',
  staticData: { permission: 'departments:read' },
  component: lazyPage(async () => (await import('../features/departments/departments-page.tsx')).DepartmentsPage),
});

const assignments = createRoute({
  getParentRoute: () => workspace,
  path: 'assignments',
  staticData: { permission: 'assignments:manage' },
  component: Outlet,
});

const assignmentList = createRoute({
  getParentRoute: () => assignments,
  path: '/',
  validateSearch: AssignmentSearch,
  component: lazyPage(async () => (await import('../features/assignments/assignments-page.tsx')).AssignmentsPage),
});

const paths = createRoute({
  getParentRoute: () => assignments,
  path: 'paths',
  validateSearch: PathsSearch,
  component: lazyPage(async () => (await import('../features/paths/paths-page.tsx')).PathsPage),
});

const path = createRoute({
  getParentRoute: () => assignments,
  path: 'paths/$path',
  validateSearch: PathSearch,
  component: lazyPage(async () => (await import('../features/paths/path-page.tsx')).PathPage),
});

const assignment = createRoute({
  getParentRoute: () => assignments,
  path: '$assignment',
  validateSearch: AssignedSearch,
  component: lazyPage(async () => (await import('../features/assignments/assignment-page.tsx')).AssignmentPage),
});

const grading = createRoute({
  getParentRoute: () => workspace,
  path: 'grading',
  staticData: { permission: 'answers:grade' },
  validateSearch: GradingSearch,
  component: lazyPage(async () => (await import('../features/grading/grading-page.tsx')).GradingPage),
});

const analytics = createRoute({
  getParentRoute: () => workspace,
  path: 'analytics',
  staticData: { permission: 'learners:compare' },
  validateSearch: AnalyticsSearch,
  component: lazyPage(async () => (await import('../features/analytics/analytics-page.tsx')).AnalyticsPage),
});

const account = createRoute({
  getParentRoute: () => workspace,
  path: 'account',
  component: lazyPage(async () => (await import('../features/passkeys/account-page.tsx')).AccountPage),
});

const audit = createRoute({
  getParentRoute: () => workspace,
  path: 'audit',
  staticData: { permission: 'audit:read' },
  validateSearch: AuditSearch,
  component: lazyPage(async () => (await import('../features/audit/audit-page.tsx')).AuditPage),
});

/** Routes of people, assignments, the own account and the audit log. */
export const peopleRoutes = [
  people,
  person,
  pastTraining,
  shifts,
  departments,
  assignments.addChildren([assignmentList, paths, path, assignment]),
  grading,
  analytics,
  account,
  audit,
] as const;
