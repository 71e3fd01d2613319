import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import { assignmentsOf, dayIn } from './assignments-fixture.ts';
import { moveDueDatesToNewTimeZone } from './apply-runs.ts';

const server = await startTestServer();
const { pool } = server.db;

/** Due that day in that zone, whatever day it is today. */
async function endOfDay(zone: string, day: string): Promise<string | null> {
  const { assign, admin, person, cycles, workspace } = await assignmentsOf(server);
  await admin.workspace.update.mutate({ name: workspace.name, time_zone: zone });
  const ana = await person();
  const { id } = await assign();
  await pool.query('update assignments set due_on = $2 where id = $1', [id, day]);
  // Nobody is due before the day on which they were assigned.
  await pool.query(
    'update assignment_enrollments set added_at = least(added_at, $2::date - 2) where assignment_id = $1',
    [id, day],
  );
  await pool.query(
    `select apply_assignments(array[a], array[$2::uuid], now(), false) from assignments a where id = $1`,
    [id, ana.id],
  );
  return (await cycles(ana.id))[0]!.due_at;
}

const endsAt = async (zone: string, day: string, end: string) => expect(await endOfDay(zone, day)).toBe(end);

// rules/assignments 3
test.each([
  ['UTC', '2030-03-31', '2030-04-01T00:00:00.000Z'],
  // The clock goes forward on that day, which has 23 hours, and back on the other one.
  ['Europe/Berlin', '2030-03-31', '2030-03-31T22:00:00.000Z'],
])('in %s the day %s ends at %s', endsAt);

test.each([
  ['Europe/Berlin', '2030-03-30', '2030-03-30T23:00:00.000Z'],
  ['Europe/Berlin', '2030-10-27', '2030-10-27T23:00:00.000Z'],
  ['Europe/Berlin', '2030-10-26', '2030-10-26T22:00:00.000Z'],
  ['America/New_York', '2030-03-09', '2030-03-10T05:00:00.000Z'],
  // There the clock goes forward at midnight: the day after begins at one.
  ['America/Asuncion', '2023-09-30', '2023-10-01T04:00:00.000Z'],
  // There it goes back from one to midnight on the day after, which has two midnights: it begins at the first.
  ['America/Havana', '2030-11-02', '2030-11-03T04:00:00.000Z'],
  ['Atlantic/Azores', '2030-10-26', '2030-10-27T00:00:00.000Z'],
  ['Asia/Kathmandu', '2030-12-31', '2030-12-31T18:15:00.000Z'],
  ['Pacific/Kiritimati', '2030-01-01', '2030-01-01T10:00:00.000Z'],
])('in %s the day %s ends at %s', { tags: ['deep'] }, endsAt);

// rules/learning 6, rules/assignments 3
test('a time zone that changes moves the end of what is unfinished, and nothing that is completed', async () => {
  const { assign, admin, person, cycles, workspace } = await assignmentsOf(server);
  const [ana, done] = [await person(), await person()];
  await assign({ due_on: dayIn(10) });
  const before = await cycles(done.id);
  await pool.query('update enrollments set started_at = now(), completed_at = now() where user_id = $1', [done.id]);
  await admin.workspace.update.mutate({ name: workspace.name, time_zone: 'Asia/Tokyo' });
  expect(await moveDueDatesToNewTimeZone(server.db)).toBe(true);
  const due_at = `${dayIn(10)}T15:00:00.000Z`;
  expect(await cycles(ana.id)).toMatchObject([{ due_on: dayIn(10), due_at }]);
  expect(await cycles(done.id)).toMatchObject([{ due_on: dayIn(10), due_at: before[0]!.due_at }]);
  const { rows } = await pool.query(`select 1 from graphile_worker.jobs where task_identifier = 'apply_assignments'`);
  expect(rows).toHaveLength(1);
});

// rules/assignments 3
test('a workspace whose time zone the database lacks holds up nobody else’s due dates', async () => {
  const lost = await assignmentsOf(server);
  const { assign, admin, person, cycles, workspace } = await assignmentsOf(server);
  await lost.person();
  const ana = await person();
  await lost.assign({ due_on: dayIn(10) });
  await assign({ due_on: dayIn(10) });
  await lost.admin.workspace.update.mutate({ name: lost.workspace.name, time_zone: 'Asia/Tokyo' });
  await admin.workspace.update.mutate({ name: workspace.name, time_zone: 'Asia/Tokyo' });
  const zone = (name: string) =>
    pool.query('update workspaces set time_zone = $2 where id = $1', [lost.workspace.id, name]);
  await zone('Mars/Olympus');
  await expect(moveDueDatesToNewTimeZone(server.db)).rejects.toThrow('Mars/Olympus');
  expect(await cycles(ana.id)).toMatchObject([{ due_at: `${dayIn(10)}T15:00:00.000Z` }]);
  await zone('Asia/Tokyo');
  expect(await moveDueDatesToNewTimeZone(server.db)).toBe(true);
});

// rules/assignments 3
test(
  'who joins after the workspace moved over the date line is due on that day at the earliest',
  { tags: ['deep'] },
  async () => {
    const { assign, admin, person, cycles, workspace, complete } = await assignmentsOf(server);
    const dayAt = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 10);
    const moveTo = (time_zone: string) => admin.workspace.update.mutate({ name: workspace.name, time_zone });
    await moveTo('Pacific/Pago_Pago');
    const { id } = await assign({ due_on: dayAt(-11) });
    await moveTo('Pacific/Kiritimati');
    const day = dayAt(14);
    const late = await person();
    expect((await cycles(late.id))[0]?.due_on).toMatch(new RegExp(`^(${day}|${dayAt(14)})$`));
    // Renewed after the day of expiry, too.
    const lapsed = await person();
    await pool.query('update enrollments set is_current = false where user_id = $1', [lapsed.id]);
    await complete(lapsed.id, { expires: -2, cycle: 2 });
    await pool.query(
      `insert into assignment_enrollments (workspace_id, assignment_id, enrollment_id, added_at)
     select workspace_id, $2, id, now() from enrollments where user_id = $1 and cycle = 2`,
      [lapsed.id, id],
    );
    await pool.query(
      `select apply_assignments(array[a], array[$2::uuid], now(), false) from assignments a where id = $1`,
      [id, lapsed.id],
    );
    expect((await cycles(lapsed.id)).at(-1)?.due_on).toMatch(new RegExp(`^(${day}|${dayAt(14)})$`));
  },
);

test('the last day is today at the latest, as it is today in the workspace', async () => {
  const { assign, admin, workspace } = await assignmentsOf(server);
  // Fourteen hours ahead of UTC, and eleven behind.
  const today = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 10);
  await admin.workspace.update.mutate({ name: workspace.name, time_zone: 'Pacific/Kiritimati' });
  const there = today(14);
  const yesterday = new Date(Date.parse(there) - 86_400_000).toISOString().slice(0, 10);
  await expect(assign({ due_on: yesterday })).rejects.toThrow(there);
  expect(await assign({ due_on: there })).toMatchObject({ due_on: there });
  await admin.workspace.update.mutate({ name: workspace.name, time_zone: 'Pacific/Pago_Pago' });
  expect(await assign({ due_on: today(-11) })).toMatchObject({ due_on: today(-11) });
});
