import { expect, test } from 'vitest';
import { connect } from '../../test/database.ts';
import { startTestServer } from '../../test/server.ts';
import { authoringOn, card } from '../features/courses/modules/authoring-fixture.ts';
import { castOf } from '../features/reviews/reviews-fixture.ts';

const server = await startTestServer();
const { draft, person } = authoringOn(server);

type Author = Awaited<ReturnType<typeof draft>>;

const save = ({ client, module }: Author, version = 1) =>
  client.modules.saveSection.mutate({ module_id: module.id, section: 'flashcards', version, items: [card()] });

async function waitersForLocks(): Promise<number | undefined> {
  const { rows } = await server.db.pool.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where wait_event_type = 'Lock' and datname = current_database()`,
  );
  return rows[0]?.count;
}

/** An author's write that waits until `release` is called. */
async function waitingWrite() {
  const author = await draft();
  const admin = await person(author.workspace, 'super_admin');
  const beside = await connect(server.databaseUrl);
  await beside.query('begin');
  await beside.query('select 1 from modules where id = $1 for update', [author.module.id]);
  const saving = save(author);
  await expect.poll(waitersForLocks).toBe(1);
  return { author, admin, saving, release: () => beside.query('rollback') };
}

// rules/users 12
test('a deactivation waits for a write that is under way, and after it none commits any more', async () => {
  const { author, admin, saving, release } = await waitingWrite();
  const order: string[] = [];
  const deactivating = admin.client.users.upsert
    .mutate({ email: author.user.email, deactivate: true })
    .then(() => order.push('deactivated'));
  await expect.poll(waitersForLocks).toBe(2);
  order.push('released');
  await release();
  expect(await saving).toMatchObject({ version: 2 });
  await deactivating;
  expect(order).toEqual(['released', 'deactivated']);
  await expect(save(author, 2)).rejects.toMatchObject({ data: { httpStatus: 401 } });
});

type Person = { id: string; email: string };
type Admin = Awaited<ReturnType<typeof person>>['client'];

// rules/users 12, 23
test.each<[string, (admin: Admin, user: Person) => Promise<unknown>]>([
  ['e-mail address', (admin, { id }) => admin.users.save.mutate({ id, email: `new-${id}@example.com` })],
  ['number', (admin, { id }) => admin.users.save.mutate({ id, external_id: `number-${id}` })],
  [
    'number, in a bulk request,',
    async (admin, { id, email }) => {
      const { results } = await admin.users.upsertMany.mutate({ users: [{ email, external_id: `bulk-${id}` }] });
      expect(results).toMatchObject([{ result: 'updated' }]);
    },
  ],
])('a change of someone’s %s waits for their write that is under way, and stops neither', async (_, change) => {
  const { author, admin, saving, release } = await waitingWrite();
  const changing = change(admin.client, author.user);
  await expect.poll(waitersForLocks).toBe(2);
  await release();
  expect(await saving).toMatchObject({ version: 2 });
  await changing;
});

const CHANGES = [
  ['deactivated', 'is_active = false'],
  ['given another role', `role = 'learner'`],
  ['moved to another department', 'department_id = $2'],
];

// rules/users 12
test.each(CHANGES)(
  'a write of a person who is %s while it waits is refused, and has written nothing',
  async (_, set) => {
    const author = await draft();
    const elsewhere = await server.make.department(author.workspace);
    const beside = await connect(server.databaseUrl);
    const changing = async () => {
      await beside.query('begin');
      const given = [author.user.id, ...(set.includes('$2') ? [elsewhere.id] : [])];
      await beside.query(`update users set ${set} where id = $1`, given);
    };
    for (const write of [
      () => save(author),
      () => author.client.courses.create.mutate({ title: 'New', emoji: '🚜' }),
    ]) {
      await changing();
      const written = write();
      written.catch(() => undefined);
      await expect.poll(waitersForLocks).toBe(1);
      await beside.query('commit');
      await expect(written).rejects.toMatchObject({ data: { httpStatus: 403, app_code: 'forbidden' } });
      await beside.query('update users set is_active = true, role = $2, department_id = $3 where id = $1', [
        author.user.id,
        'trainer',
        author.department.id,
      ]);
    }
    const { rows } = await server.db.pool.query(
      `select (select version from sections where module_id = $1 and kind = 'flashcards') as version,
      (select count(*)::int from courses where workspace_id = $2) as courses`,
      [author.module.id, author.workspace.id],
    );
    expect(rows).toEqual([{ version: 1, courses: 1 }]);
  },
);

test('an administrator who is deactivated while they change a person changes nothing, though that is one statement', async () => {
  const workspace = await server.make.workspace();
  const admin = await person(workspace, 'super_admin');
  const other = await person(workspace, 'super_admin');
  const beside = await connect(server.databaseUrl);
  await beside.query('begin');
  await beside.query('update users set is_active = false where id = $1', [admin.user.id]);
  const renaming = admin.client.users.upsert.mutate({ email: other.user.email, full_name: 'Renamed' });
  renaming.catch(() => undefined);
  await expect.poll(waitersForLocks).toBe(1);
  await beside.query('commit');
  await expect(renaming).rejects.toMatchObject({ data: { app_code: 'forbidden' } });
  const { rows } = await server.db.pool.query('select full_name from users where id = $1', [other.user.id]);
  expect(rows).toEqual([{ full_name: other.user.fullName }]);
});

// rules/users 12
test('of a reviewer who is deactivated while they look at a round, no look is noted', async () => {
  const { workspace, reviewer, inReview } = await castOf(server);
  const { module } = await inReview();
  const beside = await connect(server.databaseUrl);
  await beside.query('begin');
  await beside.query('update users set is_active = false where id = $1', [reviewer.id]);
  const looking = reviewer.client.reviews.compare.query({ module_id: module.id });
  await expect.poll(waitersForLocks).toBe(1);
  await beside.query('commit');
  await looking;
  const { rows } = await server.db.pool.query('select 1 from review_views where workspace_id = $1', [workspace.id]);
  expect(rows).toEqual([]);
});
