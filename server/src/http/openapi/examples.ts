import type { Analytics } from '@training/shared/analytics/analytics';
import type { Catalog } from '@training/shared/catalog/catalog';
import type { CreateIntakeSuggestion, IntakeSuggestion } from '@training/shared/suggestions/suggestions';
import { ERRORS_BY_CODE } from '@training/shared/errors';
import type { AttestCompletions, AttestCompletionsResponse } from '@training/shared/attested/attested';
import type { BulkUser, UpsertUsersResponse } from '@training/shared/users/bulk';
import type { UpsertUser, UpsertedUser, UserPage } from '@training/shared/users/users';
import { CONTENT_EXAMPLES } from './content-examples.ts';
import { LEARNING_PATH_EXAMPLES } from './learning-path-examples.ts';
import { SHIFT_EXAMPLES } from './shift-examples.ts';

type Examples = Record<string, { summary: string; value: unknown }>;

const WAREHOUSE = '0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6';
const COURSE = '0199c0de-81f0-7b52-9a41-0c5d6e7f8091';
const MODULE = '0199c0de-8a44-7e18-b3c7-5f60718293a4';
const ANA = '0199c0de-93b7-7d0a-8c1e-2b3c4d5e6f70';

const ana = {
  id: ANA,
  email: 'ana.souza@example.com',
  external_id: '004711',
  full_name: 'Ana Souza',
  role: 'learner',
  department_id: WAREHOUSE,
  department: 'Warehouse',
  manager_id: null,
  is_active: true,
  created_at: '2026-03-01T08:30:00.000Z',
} as const;

const catalog: Catalog = [
  {
    id: COURSE,
    title: 'Warehouse safety',
    emoji: '📦',
    department_id: WAREHOUSE,
    published: true,
    published_at: '2026-02-10T09:00:00.000Z',
    created_at: '2026-01-12T14:05:00.000Z',
    modules: [
      { id: MODULE, title: 'Lifting and carrying', status: 'published', order: 0, languages: ['en', 'de'] },
      {
        id: '0199c0de-8a44-7e18-b3c7-5f60718293a5',
        title: 'Forklifts',
        status: 'in_review',
        order: 1,
        languages: ['en'],
      },
    ],
  },
];

const users: UserPage = { users: [ana], total: 1, limit: 100, offset: 0 };

const createUser: Omit<UpsertUser, 'preview'> = {
  email: ana.email,
  external_id: ana.external_id,
  full_name: ana.full_name,
  role: 'learner',
  manager: { external_id: '000815' },
};
const changeRole: Omit<UpsertUser, 'preview'> = { email: ana.email, role: 'trainer', department_id: WAREHOUSE };
const deactivateUser: Omit<UpsertUser, 'preview'> = { email: ana.email, deactivate: true };
const created: UpsertedUser = { ...ana, department_id: null, department: null, result: 'created' };
const updated: UpsertedUser = { ...ana, role: 'trainer', result: 'updated' };
const deactivated: UpsertedUser = { ...ana, is_active: false, result: 'deactivated' };

const MIA = 'mia.lindt@example.com';
const gone: BulkUser = { email: 'ben.okafor@example.com', deactivate: true };
const upsertedUsers: UpsertUsersResponse = {
  results: [
    { index: 0, status: 201, id: ANA, result: 'created' },
    { index: 1, status: 200, id: '0199c0de-93b7-7d0a-8c1e-2b3c4d5e6f71', result: 'updated' },
    {
      index: 2,
      status: 404,
      problem: {
        type: '/api/docs#user_not_found',
        title: ERRORS_BY_CODE.user_not_found.title,
        status: 404,
        detail: `There is no user ${gone.email} to deactivate. Nothing was created.`,
        instance: '/api/v1/users/bulk',
        code: 'user_not_found',
        request_id: '0199c0de-b7e1-7a44-9d0c-5e6f708192a3',
      },
    },
  ],
  counts: { created: 1, updated: 1, unchanged: 0, deactivated: 0, reactivated: 0, refused: 1 },
};

const pastTraining: AttestCompletions['completions'] = [
  {
    email: ana.email,
    module: MODULE,
    completed_on: '2025-09-12',
    source: 'Earlier learning system',
    reference: 'C-2041',
    score: 0.9,
  },
  { email: MIA, module: 'Forklifts', completed_on: '2025-06-30', source: 'Course in the classroom' },
];
const attested: AttestCompletionsResponse = {
  results: [
    { index: 0, status: 201, id: '0199c0de-c1a2-7b3c-8d4e-5f60718293b4', result: 'counted' },
    { index: 1, status: 200, id: '0199c0de-c2b3-7c4d-9e5f-60718293a4c5', result: 'unchanged' },
  ],
  counts: { counted: 1, history: 0, unchanged: 1, refused: 0 },
};

const article: CreateIntakeSuggestion = {
  content: '# Charging the electric forklift\n\nPark it, lower the forks and switch it off before you plug it in.',
  source_name: 'Company wiki',
  source_url: 'https://wiki.example.com/pages/42',
};
const suggestion: IntakeSuggestion = {
  id: '0199c0de-9c5d-7f23-a6b8-3d4e5f607182',
  status: 'pending',
  title: 'Charging the electric forklift',
  source_name: 'Company wiki',
  source_url: 'https://wiki.example.com/pages/42',
  department_id: null,
  created_at: '2026-03-01T08:30:00.000Z',
  duplicate_of: null,
};

const counts = { assigned: 20, not_started: 3, in_progress: 5, completed: 12, attested: 4, overdue: 2 };
const certificates = { never_certified: 8, current: 9, due_soon: 2, expired: 1 };

const analytics: Analytics = {
  generated_at: '2026-03-01T08:30:00.000Z',
  filters: {
    department_id: WAREHOUSE,
    course_id: null,
    module_id: null,
    user_id: null,
    manager_id: null,
    from: null,
    to: null,
    include: ['modules', 'learners', 'recertification'],
    include_inactive: false,
    window_days: 30,
  },
  modules: [
    {
      module_id: MODULE,
      title: 'Lifting and carrying',
      course_id: COURSE,
      department_id: WAREHOUSE,
      ...counts,
      completion_rate: 0.6,
      pass_rate: 0.8571,
      average_score: 0.8825,
      median_days_to_complete: 6.5,
      last_completed_at: '2026-02-26T16:12:00.000Z',
    },
  ],
  learners: {
    total: 20,
    limit: 1,
    offset: 0,
    items: [
      {
        user_id: ANA,
        email: ana.email,
        full_name: ana.full_name,
        department_id: WAREHOUSE,
        department: 'Warehouse',
        is_active: true,
        assigned: 1,
        not_started: 0,
        in_progress: 0,
        completed: 1,
        attested: 0,
        overdue: 0,
        progress: 1,
        average_score: 0.92,
        last_activity_at: '2026-02-26T16:12:00.000Z',
        next_due_at: null,
        modules: [
          {
            module_id: MODULE,
            status: 'completed',
            progress: 1,
            attempts: 2,
            best_score: 0.92,
            assigned_at: '2026-02-16T08:00:00.000Z',
            due_at: '2026-03-16T08:00:00.000Z',
            started_at: '2026-02-20T10:40:00.000Z',
            completed_at: '2026-02-26T16:12:00.000Z',
            attested: false,
            expires_at: '2027-02-26T16:12:00.000Z',
            certification: 'current',
          },
        ],
      },
    ],
  },
  recertification: {
    window_days: 30,
    ...certificates,
    by_module: [{ module_id: MODULE, validity_days: 365, ...certificates, next_expiry_at: '2026-03-09T11:00:00.000Z' }],
  },
};

/** Example requests and responses by `operationId`; responses also by status. */
export const OPERATION_EXAMPLES: Record<
  string,
  { request?: Examples; answers: Record<string, { description: string; examples: Examples }> }
> = {
  listCatalog: {
    answers: {
      '200': {
        description: 'All courses, by `created_at` and `id`, with their modules by `order`.',
        examples: { catalog: { summary: 'A course with two modules', value: catalog } },
      },
    },
  },
  readAnalytics: {
    answers: {
      '200': {
        description: 'The parts that were asked for, all of one moment. A part that `include` leaves out is absent.',
        examples: { analytics: { summary: 'One department', value: analytics } },
      },
    },
  },
  listUsers: {
    answers: {
      '200': {
        description: 'A page of the users that match; `total` counts all of them.',
        examples: { page: { summary: 'A page with one user', value: users } },
      },
    },
  },
  upsertUser: {
    request: {
      create: { summary: 'A new user', value: createUser },
      role: { summary: 'Another role', value: changeRole },
      deactivate: { summary: 'Someone has left', value: deactivateUser },
    },
    answers: {
      '200': {
        description: 'The user as it is now, and in `result` what happened. With `preview`, as it would be.',
        examples: {
          updated: { summary: 'Updated', value: updated },
          deactivated: { summary: 'Deactivated', value: deactivated },
        },
      },
      '201': {
        description: 'The e-mail was new, and the user was created.',
        examples: { created: { summary: 'Created', value: created } },
      },
    },
  },
  upsertUsers: {
    request: {
      sync: {
        summary: 'Someone new, a change and a leaver',
        value: { users: [createUser, { ...changeRole, email: MIA }, gone] },
      },
    },
    answers: {
      '200': {
        description: 'For each user what happened, or why it was refused, in the order sent.',
        examples: { results: { summary: 'Two results and a refusal', value: upsertedUsers } },
      },
    },
  },
  attestCompletions: {
    request: {
      takeover: { summary: 'Two people’s past training', value: { completions: pastTraining } },
    },
    answers: {
      '200': {
        description: 'For each completion what happened, or why it was refused, in the order sent.',
        examples: { results: { summary: 'A new one, and one entered before', value: attested } },
      },
    },
  },
  ...SHIFT_EXAMPLES,
  ...LEARNING_PATH_EXAMPLES,
  ...CONTENT_EXAMPLES,
  createIntake: {
    request: { article: { summary: 'An article of a wiki', value: article } },
    answers: {
      '200': {
        description: 'The same text from the same source is there already: that suggestion, unchanged.',
        examples: { known: { summary: 'There already', value: suggestion } },
      },
      '201': {
        description: 'A new suggestion, `pending` in the Recommended queue.',
        examples: { created: { summary: 'A new suggestion', value: suggestion } },
      },
    },
  },
};
