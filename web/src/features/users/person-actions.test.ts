import { expect, test } from 'vitest';
import { listPersonActions } from './person-actions.ts';

const person = { is_active: true, role: 'learner', invitation: null, last_sign_in_at: null, picture: null } as const;
const offered = (email: string | null) =>
  listPersonActions({ ...PERSON, ...person, email }, true).map(({ action }) => action);

const PERSON = {
  id: '0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6',
  external_id: 'n-1',
  full_name: 'Ana',
  department_id: null,
  department: null,
  manager_id: null,
  manager: null,
  created_at: '2026-01-01T00:00:00.000Z',
};

// rules/users 22
test('invitations and sign-in links are offered for people with an address only', () => {
  expect(offered('ana@example.com')).toEqual(['edit', 'invite', 'link', 'deactivate']);
  expect(offered(null)).toEqual(['edit', 'deactivate']);
});
