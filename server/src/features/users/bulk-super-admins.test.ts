import { WORKSPACE_HEADER } from '@training/shared/sessions';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';

const server = await startTestServer();
const { make } = server;

type Answer = { json: { results: { result?: string; problem?: { code: string } }[] } };

const resultsOf = ({ json }: Answer) => json.results.map(({ result, problem }) => result ?? problem?.code);

// rules/users 7, 9 and 19
test('a preview counts super admins as the request itself does, row after row', async () => {
  const workspace = await make.workspace({ apiMayAssignSuperAdmin: true });
  const { call } = await server.api(['users:write'], workspace);
  const bulk = (users: object[], query = '') => call('POST', `/api/v1/users/bulk${query}`, { users });
  const first = await make.user(workspace, { role: 'super_admin' });
  const next = await make.user(workspace);
  const promoted = (email: string) => ({ email, full_name: 'New', role: 'super_admin' });
  const demoted = (email: string) => ({ email, role: 'learner' });
  for (const [users, results] of [
    [
      [demoted(first.email), promoted(next.email)],
      ['last_super_admin', 'updated'],
    ],
    [
      [demoted(first.email), demoted(next.email)],
      ['updated', 'last_super_admin'],
    ],
    [
      [promoted('a@example.com'), { email: next.email, deactivate: true }, promoted('b@example.com')],
      ['created', 'deactivated', 'created'],
    ],
    [
      [demoted('a@example.com'), { email: next.email, deactivate: false }, demoted('b@example.com')],
      ['updated', 'reactivated', 'updated'],
    ],
  ] as const) {
    expect(resultsOf(await bulk([...users], '?preview=true'))).toEqual(results);
    expect(resultsOf(await bulk([...users]))).toEqual(results);
  }
});

// rules/users 14 and 19
test('who imports a file in which their own role changes has all others imported first', async () => {
  const workspace = await make.workspace();
  const self = await make.user(workspace, { role: 'super_admin' });
  await make.user(workspace, { role: 'super_admin' });
  const admin = server.client({ cookie: await server.signIn(self.email), [WORKSPACE_HEADER]: workspace.slug });
  const others = Array.from({ length: 60 }, (_, n) => ({ email: `p${n}@example.com`, full_name: 'P' }));
  const people = [{ email: self.email, role: 'auditor' as const }, ...others];
  const { outcomes } = await admin.users.import.mutate({ people });
  expect(outcomes.map(({ email, result }) => [email, result])).toEqual([
    [self.email, 'updated'],
    ...others.map(({ email }) => [email, 'created']),
  ]);
});
