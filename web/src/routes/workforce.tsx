import { Outlet, createRoute } from '@tanstack/react-router';
import { AnalyticsSearchParams } from '../features/analytics/analytics-search.ts';
import { AuditSearchParams } from '../features/audit/audit-search.ts';
import { PeopleSearchParams } from '../features/users/people-search.ts';
import { lazyPage } from '../shell/lazy-page.tsx';
import { workspaceRoute } from './root.tsx';
import type { PathStatus } from '@training/shared/paths/paths';
import type { AssignmentOrder } from '@training/shared/assignments/assignments';
import {
  booleanParameter,
  createOneOfParameter,
  pageNumberParameter,
  createSearchParamsValidator,
  textParameter,
  wordParameter,
} from '../lib/search-params.ts';
import type { LearnerAssignmentStatus } from '@training/shared/statuses';

/** Filters by answers or appeals; both if absent. */
const GradingSearch = createSearchParamsValidator({ task: wordParameter });

const AssignmentSearch = createSearchParamsValidator({
  state: createOneOfParameter({ ended: true }),
  /** The sort order; defaults to the saved one. */
  order: createOneOfParameter<AssignmentOrder>({ created: true, module: true, completed: true, overdue: true }),
  down: (given) => booleanParameter(given) || undefined,
  page: pageNumberParameter,
  /** The module that the form opens with. */
  assign: wordParameter,
});

const PathsSearch = createSearchParamsValidator({
  state: createOneOfParameter({ archived: true }),
  page: pageNumberParameter,
});

const PathSearch = createSearchParamsValidator({
  status: createOneOfParameter<PathStatus>({ not_started: true, in_progress: true, completed: true, excused: true }),
  overdue: (given) => booleanParameter(given) || undefined,
  q: textParameter,
  page: pageNumberParameter,
});

const AssignedSearch = createSearchParamsValidator({
  status: createOneOfParameter<LearnerAssignmentStatus>({
    overdue: true,
    not_started: true,
    in_progress: true,
    paused: true,
    completed: true,
    waived: true,
  }),
  q: textParameter,
  page: pageNumberParameter,
});

const ListSearch = createSearchParamsValidator({ q: textParameter, page: pageNumberParameter });

const people = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'people',
  staticData: { permission: 'users:read' },
  validateSearch: PeopleSearchParams,
  component: lazyPage(async () => (await import('../features/users/people-page.tsx')).PeopleListPage),
});

const person = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'people/$person',
  staticData: { permission: 'learners:compare' },
  component: lazyPage(async () => (await import('../features/users/person-page.tsx')).PersonPage),
});

const pastTraining = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'people/past-training',
  staticData: { permission: 'users:read' },
  validateSearch: ListSearch,
  component: lazyPage(async () => (await import('../features/attested/past-training-page.tsx')).PastTrainingPage),
});

const shifts = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'shifts',
  staticData: { permission: 'shifts:write' },
  validateSearch: ListSearch,
  component: lazyPage(async () => (await import('../features/pins/shifts-page.tsx')).ShiftsPage),
});

const departments = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'departments',
  staticData: { permission: 'departments:read' },
  component: lazyPage(async () => (await import('../features/departments/departments-page.tsx')).DepartmentsPage),
});

const assignments = createRoute({
  getParentRoute: () => workspaceRoute,
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
  component: lazyPage(async () => (await import('../features/paths/path-page.tsx')).PathDetailPage),
});

const assignment = createRoute({
  getParentRoute: () => assignments,
  path: '$assignment',
  validateSearch: AssignedSearch,
  component: lazyPage(async () => (await import('../features/assignments/assignment-page.tsx')).AssignmentDetailPage),
});

const grading = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'grading',
  staticData: { permission: 'answers:grade' },
  validateSearch: GradingSearch,
  component: lazyPage(async () => (await import('../features/grading/grading-page.tsx')).GradingPage),
});

const analytics = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'analytics',
  staticData: { permission: 'learners:compare' },
  validateSearch: AnalyticsSearchParams,
  component: lazyPage(async () => (await import('../features/analytics/analytics-page.tsx')).AnalyticsPage),
});

const account = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'account',
  component: lazyPage(async () => (await import('../features/passkeys/account-page.tsx')).AccountPage),
});

const audit = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'audit',
  staticData: { permission: 'audit:read' },
  validateSearch: AuditSearchParams,
  component: lazyPage(async () => (await import('../features/audit/audit-page.tsx')).AuditLogPage),
});

/** Routes of people, assignments, the own account and the audit log. */
export const workforceRoutes = [
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
