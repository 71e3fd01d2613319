import {
  REACH_BY_PERMISSION_AND_ROLE,
  permissionReachOf,
  Role,
  TokenScope,
  type Permission,
  type PermissionReach,
} from '@training/shared/permissions';
import { expect, test } from 'vitest';

/** rules/roles 1, row by row: learner, trainer, content manager, auditor, super admin. */
const TABLE: Record<string, [Permission[], ...(PermissionReach | '–')[]]> = {
  'study, attempt': [['learning:study'], 'own', 'own', 'own', '–', 'own'],
  'own results, appeals': [['results:read', 'grades:appeal'], 'own', 'own', 'own', 'own', 'own'],
  'read drafts and reviews': [['drafts:read'], '–', 'department', 'workspace', 'workspace', 'workspace'],
  'create and edit courses, modules, sections; generate': [['content:author'], '–', 'department', '–', '–', '–'],
  'submit, resubmit, revise, accept a suggestion': [
    ['content:submit', 'suggestions:accept'],
    '–',
    'department',
    '–',
    '–',
    '–',
  ],
  'withdraw a submission': [['submissions:withdraw'], '–', 'department', '–', '–', 'with_reason'],
  // Row 2 again: what is of no one department. Trainers see where their own modules stand on the modules' pages.
  'read the review queue': [['review_queue:read'], '–', '–', 'workspace', 'workspace', 'workspace'],
  'approve, query, reject, unpublish': [
    ['reviews:decide', 'modules:unpublish'],
    '–',
    '–',
    'workspace',
    '–',
    'workspace',
  ],
  // rules/review 7: a queried section is changed or answered, so its authors comment as well as its reviewers.
  'comment on a review': [['reviews:comment'], '–', 'department', 'workspace', '–', 'workspace'],
  'archive, restore': [['modules:archive'], '–', '–', '–', '–', 'workspace'],
  'suggestions: see': [['suggestions:read'], '–', 'department', 'workspace', 'workspace', 'workspace'],
  'suggestions: dismiss': [['suggestions:dismiss'], '–', 'department', 'workspace', '–', 'workspace'],
  'suggestions: move': [['suggestions:move'], '–', '–', 'workspace', '–', 'workspace'],
  'my team: see': [['team:read'], 'team', 'team', 'team', 'team', 'team'],
  'my team: remind, excuse': [['team:remind', 'team:excuse', 'team:reset_pins'], 'team', 'team', 'team', '–', 'team'],
  'assign learners, due dates': [['assignments:manage'], '–', 'department', '–', '–', 'workspace'],
  'paths: see, write, assign': [['paths:read', 'paths:write'], '–', 'department', '–', '–', 'workspace'],
  'grade spoken answers, decide appeals': [['answers:grade'], '–', 'department', '–', '–', 'workspace'],
  'hand out sign-in codes, unlock PINs': [['pins:reset'], '–', 'department', '–', '–', 'workspace'],
  'shared devices, pictures, shifts': [
    ['devices:enrol', 'pictures:write', 'shifts:write'],
    'team',
    'team',
    'team',
    '–',
    'workspace',
  ],
  'override an oral grade': [['grades:override'], '–', 'department', '–', '–', 'with_reason'],
  analytics: [['analytics:read'], 'own', 'department', 'workspace', 'workspace', 'workspace'],
  'who is behind, by department and module': [
    ['learners:compare'],
    '–',
    'department',
    'workspace',
    'workspace',
    'workspace',
  ],
  'users, departments: read': [
    ['users:read', 'departments:read', 'workspace:read'],
    '–',
    '–',
    '–',
    'workspace',
    'workspace',
  ],
  'users, departments: change': [
    ['users:write', 'users:invite', 'users:export', 'completions:attest', 'departments:write', 'workspace:write'],
    '–',
    '–',
    '–',
    '–',
    'workspace',
  ],
  'settings: see': [
    ['provider_keys:read', 'tokens:read', 'webhooks:read', 'notifications:read'],
    '–',
    '–',
    '–',
    'status',
    'workspace',
  ],
  'settings: change': [
    ['provider_keys:write', 'tokens:write', 'webhooks:write', 'notifications:write', 'drives:write'],
    '–',
    '–',
    '–',
    '–',
    'workspace',
  ],
  'every notification, and why one was not sent': [['notifications:trace'], '–', '–', '–', '–', 'workspace'],
  'the own profile': [['profile:write'], 'own', 'own', 'own', 'own', 'own'],
  'the bell': [['inbox:use'], 'own', 'own', 'own', 'own', 'own'],
  'the first page': [['overview:read'], 'own', 'own', 'own', 'own', 'own'],
  'the palette': [['search:use'], 'own', 'own', 'own', 'own', 'own'],
  'drives: see': [['drives:read'], '–', 'department', '–', 'status', 'workspace'],
  'drives: scan now': [['drives:scan'], '–', 'department', '–', '–', 'workspace'],
  'audit log: read, export': [['audit:read', 'audit:export'], '–', '–', '–', 'workspace', 'workspace'],
  'the catalog, as the API gives it': [['catalog:read'], '–', '–', 'workspace', 'workspace', 'workspace'],
  'push, export and import content, provision people': [
    ['intake:create', 'content:export', 'content:import', 'scim'],
    '–',
    '–',
    '–',
    '–',
    '–',
  ],
};

// rules/roles 1, 3, 4
test.each(Object.entries(TABLE))('%s', (_row, [permissions, ...reaches]) => {
  for (const permission of permissions) {
    const given = Role.options.map((role) => permissionReachOf(role, permission) ?? '–');
    expect(given, permission).toEqual(reaches);
  }
});

// rules/roles 1
test('the table has each permission once and no other', () => {
  const listed = Object.values(TABLE).flatMap(([permissions]) => permissions);
  expect(listed.sort()).toEqual(Object.keys(REACH_BY_PERMISSION_AND_ROLE).sort());
});

// rules/roles 3, rules/tokens 5
test('each scope of an API token is a permission of the same name', () => {
  for (const scope of TokenScope.options) expect(REACH_BY_PERMISSION_AND_ROLE).toHaveProperty([scope]);
});
