import { ModuleStatus } from '@training/shared/courses/courses';
import type { Role } from '@training/shared/permissions';
import { expect, test } from 'vitest';
import { callProcedure } from '../../../test/call-procedure.ts';
import { startTestServer, type Client } from '../../../test/server.ts';
import { castOf, refused } from './reviews-fixture.ts';

const server = await startTestServer();
const { make } = server;
const cast = await castOf(server);

type Transition = (client: Client, module_id: string) => Promise<unknown>;

const content_hash = 'a'.repeat(64);
const section = 'quiz' as const;
const reason = 'x';

/** All transitions, with the roles that may use them (rules/roles 1). */
const TRANSITIONS: Record<string, [Transition, ...Role[]]> = {
  submit: [(client, module_id) => client.reviews.submit.mutate({ module_id }), 'trainer'],
  resubmit: [(client, module_id) => client.reviews.resubmit.mutate({ module_id }), 'trainer'],
  revise: [(client, module_id) => client.reviews.revise.mutate({ module_id }), 'trainer'],
  withdraw: [(client, module_id) => client.reviews.withdraw.mutate({ module_id, reason }), 'trainer', 'super_admin'],
  claim: [(client, module_id) => client.reviews.claim.mutate({ module_id }), 'content_manager', 'super_admin'],
  release: [(client, module_id) => client.reviews.release.mutate({ module_id }), 'content_manager', 'super_admin'],
  approve: [
    (client, module_id) => client.reviews.approve.mutate({ module_id, section, round: 1, content_hash }),
    'content_manager',
    'super_admin',
  ],
  query: [
    (client, module_id) => client.reviews.query.mutate({ module_id, section, round: 1, content_hash, comment: 'x' }),
    'content_manager',
    'super_admin',
  ],
  reject: [
    (client, module_id) => client.reviews.reject.mutate({ module_id, round: 1, reason }),
    'content_manager',
    'super_admin',
  ],
  unpublish: [
    (client, module_id) => client.reviews.unpublish.mutate({ module_id, reason }),
    'content_manager',
    'super_admin',
  ],
  archive: [(client, module_id) => client.reviews.archive.mutate({ module_id, reason }), 'super_admin'],
  restore: [(client, module_id) => client.reviews.restore.mutate({ module_id, reason }), 'super_admin'],
};
const ROLES: Role[] = ['learner', 'trainer', 'content_manager', 'auditor', 'super_admin'];

const people = Object.fromEntries(
  await Promise.all(ROLES.map(async (role) => [role, (await cast.person(role, cast.department.id)).client] as const)),
);

/** All stored data of a module. */
async function everythingOf(moduleId: string): Promise<string> {
  const seen: unknown[] = [await cast.trail(moduleId)];
  for (const table of ['sections', 'review_rounds', 'review_decisions', 'review_comments', 'module_revisions']) {
    const kept = `select t::text from ${table} t where module_id = $1 order by 1`;
    seen.push((await server.db.pool.query(kept, [moduleId])).rows);
  }
  seen.push((await server.db.pool.query('select t::text from modules t where id = $1', [moduleId])).rows);
  return JSON.stringify(seen);
}

// rules/roles 1 and 4
test.each(Object.entries(TRANSITIONS))(
  '%s is for those roles that may, and 403 for all others',
  async (_name, [ask, ...may]) => {
    const { module } = await cast.inReview();
    const before = await everythingOf(module.id);
    for (const role of ROLES.filter((each) => !may.includes(each)))
      await refused(ask(people[role]!, module.id), 403, 'forbidden');
    expect(await everythingOf(module.id)).toBe(before);
    // Refused or not, the role isn't the reason.
    for (const role of may) {
      const said = await ask(people[role]!, module.id).catch((error: { data: { httpStatus: number } }) => error.data);
      expect(said, role).not.toMatchObject({ httpStatus: 403 });
    }
  },
);

test.each(Object.entries(TRANSITIONS))(
  '%s of a module of another workspace, or of none, is 404',
  async (_name, [ask, ...may]) => {
    const elsewhere = await make.moduleInReview(await make.workspace());
    const before = await everythingOf(elsewhere.module.id);
    for (const role of may) {
      await refused(ask(people[role]!, elsewhere.module.id), 404, 'module_not_found');
      await refused(ask(people[role]!, cast.workspace.id), 404, 'module_not_found');
    }
    expect(await everythingOf(elsewhere.module.id)).toBe(before);
  },
);

// rules/roles 2
test.each(['submit', 'resubmit', 'revise', 'withdraw'])(
  'a trainer cannot %s what is of another department',
  async (name) => {
    const [ask] = TRANSITIONS[name]!;
    for (const status of ['draft', 'in_review', 'published'] as const) {
      const { module } = await cast.module({ status });
      const before = await everythingOf(module.id);
      await refused(ask(cast.outsider.client, module.id), 403, 'forbidden');
      expect(await everythingOf(module.id)).toBe(before);
    }
  },
);

// rules/review 9 and 12
test.each([
  ['reject', 'in_review'],
  ['unpublish', 'published'],
  ['archive', 'published'],
  ['restore', 'archived'],
] as const)('nobody may %s a module without a reason', async (name, status) => {
  const { module } = await cast.module({ status });
  const before = await everythingOf(module.id);
  for (const reason of [undefined, null, '', ' \n ', 'x'.repeat(2_001)]) {
    const procedure = { name: `reviews.${name}`, type: 'mutation' };
    const input = { module_id: module.id, ...(name === 'reject' && { round: 1 }), reason };
    const answer = await callProcedure(server.base, { ...cast.admin.headers, origin: server.base }, procedure, input);
    expect(answer, answer.text).toMatchObject({ status: 400 });
    expect(answer.text).toContain('"path":"reason"');
  }
  expect(await everythingOf(module.id)).toBe(before);
  const [ask] = TRANSITIONS[name]!;
  await ask(cast.admin.client, module.id);
});

test('no API token moves a module, whatever its scopes', async () => {
  const scopes = ['catalog:read', 'analytics:read', 'users:read', 'users:write', 'intake:create'] as const;
  const { token } = await make.token(cast.workspace, [...scopes]);
  const { module } = await cast.inReview();
  const client = server.client({ authorization: `Bearer ${token}` });
  for (const [ask] of Object.values(TRANSITIONS)) await refused(ask(client, module.id), 403, 'insufficient_scope');
});

/**
 * Transitions possible in each state (rules/review); all others fail with 409. Approvals and queries always fail here,
 * because they name content that doesn't exist.
 */
const POSSIBLE = {
  draft: ['submit', 'archive'],
  in_review: ['withdraw', 'claim', 'release', 'reject'],
  rejected: ['submit', 'archive'],
  published: ['revise', 'unpublish', 'archive'],
  archived: ['restore'],
} as const;

test.each(Object.entries(POSSIBLE))(
  'what is not possible for what is %s is 409 and leaves nothing behind',
  async (state, possible) => {
    const [status] = ModuleStatus.options.filter((each) => each === state);
    const names: readonly string[] = possible;
    for (const [name, [ask, ...may]] of Object.entries(TRANSITIONS)) {
      const { module } = await cast.module({ status: status! });
      const before = await everythingOf(module.id);
      const asked = ask(people[may[0]!]!, module.id);
      if (names.includes(name)) {
        await asked;
        continue;
      }
      await expect(asked, name).rejects.toMatchObject({ data: { httpStatus: 409 } });
      expect(await everythingOf(module.id), name).toBe(before);
    }
  },
);
