import { expect, test } from 'vitest';
import { connect } from '../../test/database.ts';
import { startTestServer } from '../../test/server.ts';
import { removeEmailsOfFormerMembers } from './remove-emails-of-former-members.ts';

const server = await startTestServer();
const { make, db } = server;
const remove = () => removeEmailsOfFormerMembers({ db, everywhere: db }, () => false);

/** A workspace that keeps addresses of leavers for 90 days, and its super admin. */
async function keeping(days: number | null) {
  const workspace = await make.workspace();
  const admin = await server.as('super_admin', workspace);
  const { name, time_zone } = await admin.workspace.get.query();
  const keep = (addresses_kept_days: number | null) =>
    admin.workspace.update.mutate({ name, time_zone, addresses_kept_days });
  if (days !== null) await keep(days);
  const left = async (fields: { email: string; externalId?: string }, ago: number) => {
    const { id } = await make.user(workspace, { isActive: false, ...fields });
    await db.pool.query(`update users set updated_at = now() - make_interval(days => $2) where id = $1`, [id, ago]);
    return id;
  };
  const emailOf = async (id: string) =>
    (await db.pool.query('select email from users where id = $1', [id])).rows[0].email;
  return { workspace, admin, keep, left, emailOf };
}

const identities = async (email: string) =>
  (await db.pool.query('select from directory.identities where email = $1', [email])).rowCount;

// rules/retention 1 and 5
test('addresses of people who left go after the days that their workspace sets, and are kept by default', async () => {
  const { admin, workspace, keep, left, emailOf } = await keeping(null);
  const [long, short] = [await left({ email: 'long@example.com' }, 91), await left({ email: 'short@example.com' }, 89)];
  const { id: active, email } = await make.user(workspace);
  await db.pool.query(`update users set updated_at = now() - interval '1 year' where id = $1`, [active]);
  await remove();
  expect(await emailOf(long)).toBe('long@example.com');
  await keep(90);
  await remove();
  expect([await emailOf(long), await emailOf(short), await emailOf(active)]).toEqual([
    null,
    'short@example.com',
    email,
  ]);
  const { events } = await admin.audit.list.query({});
  expect(events.find(({ action, subject }) => action === 'user.updated' && subject.id === long)).toMatchObject({
    actor: { name: 'Retention' },
  });
});

// rules/retention 5
test('someone who comes back, or gets another address, while addresses are removed keeps theirs', async () => {
  const { workspace, admin, left, emailOf } = await keeping(90);
  await db.pool.query('update workspaces set people_without_email = true where id = $1', [workspace.id]);
  const first = await left({ email: 'first@example.com', externalId: '1' }, 99);
  const back = await left({ email: 'returns@example.com', externalId: '2' }, 98);
  const renamed = await left({ email: 'renamed@example.com', externalId: '3' }, 97);
  const holder = await connect(server.databaseUrl);
  await holder.query('begin');
  await holder.query('select from users where id = $1 for update', [first]);
  const removing = remove();
  const isWaiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  await expect.poll(async () => (await db.pool.query(isWaiting)).rowCount).toBe(1);
  await admin.users.save.mutate({ id: back, deactivate: false });
  await admin.users.save.mutate({ id: renamed, email: 'corrected@example.com' });
  await holder.query('commit');
  await removing;
  expect([await emailOf(first), await emailOf(back), await emailOf(renamed)]).toEqual([
    null,
    'returns@example.com',
    'corrected@example.com',
  ]);
});

// rules/retention 5
test('with an address go the identity and its passkeys, unless the person is active elsewhere', async () => {
  const { left } = await keeping(90);
  const emails = ['gone@example.com', 'elsewhere@example.com'];
  await make.user(await make.workspace(), { email: emails[1]! });
  for (const email of emails) {
    await left({ email }, 91);
    await db.pool.query('insert into directory.identities (id, email) values (gen_random_uuid(), $1)', [email]);
  }
  await db.pool.query(
    `insert into directory.recovery_codes (identity_id, hash)
     select id, '\\x00' from directory.identities where email = any($1)`,
    [emails],
  );
  await remove();
  expect([await identities(emails[0]!), await identities(emails[1]!)]).toEqual([0, 1]);
});

// rules/retention 5, rules/users 22
test('systems of today don’t meet people whose address was removed, who return with another', async () => {
  const { admin, workspace, left, emailOf } = await keeping(90);
  const id = await left({ email: 'back@example.com' }, 91);
  await remove();
  const { call } = await server.api(['users:read'], workspace);
  const listed = async (query: string) =>
    (await call('GET', `/api/v1/users?status=inactive${query}`)).json.users.map((user: { id: string }) => user.id);
  expect(await listed('')).toEqual([]);
  expect(await listed('&email=any')).toEqual([id]);
  const back = { id, deactivate: false };
  await expect(admin.users.save.mutate(back)).rejects.toMatchObject({ data: { app_code: 'email_required' } });
  await admin.users.save.mutate({ ...back, email: 'new@example.com' });
  expect(await emailOf(id)).toBe('new@example.com');
});
