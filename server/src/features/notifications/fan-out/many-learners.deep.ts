import { expect, test } from 'vitest';
import { execute } from '../../../../seeds/execute.ts';
import { startTestServer } from '../../../../test/server.ts';
import { assignmentsOf } from '../../assignments/assignments-fixture.ts';
import { listDueMails } from '../mail/claim-mail.ts';
import { notifyLearnersAndManagers } from './notify-learners.ts';

const server = await startTestServer();
const { db } = server;
const { pool } = db;
/** `npm run test:deep` uses many more. */
const PEOPLE = Number(process.env.MANY_LEARNERS ?? 8_000);

test('thousands of people are told in batches, each once, though the sweep is stopped in between and two run at once', async () => {
  const { workspace, department, module, assign } = await assignmentsOf(server);
  const { id } = await assign();
  // Simulates an assignment, without updating the counts for analytics.
  await db.em.fork().transactional(async (em) => {
    const run = (text: string, values: unknown[] = []) => execute(em, text, values);
    await run('set local session_replication_role = replica');
    await run(
      `insert into users (workspace_id, id, email, full_name, role, department_id, is_active, created_at, updated_at)
       select $1, new_id(now()), 'p' || n || '@many.example', 'P ' || n, 'learner', $2, true, now(), now()
       from generate_series(1, $3::int) n`,
      [workspace.id, department.id, PEOPLE],
    );
    await run(
      `insert into enrollments (workspace_id, id, user_id, module_id, assigned_at, progress, counted)
       select $1, new_id(now()), id, $2, now(), 0, true from users where workspace_id = $1 and email like '%@many.example'`,
      [workspace.id, module.id],
    );
    await run(
      `insert into assignment_enrollments (workspace_id, assignment_id, enrollment_id, added_at)
       select $1, $2, id, now() from enrollments where workspace_id = $1 on conflict do nothing`,
      [workspace.id, id],
    );
  });
  await pool.query('analyze users, enrollments, assignment_enrollments');
  const counts = async () => {
    const { rows } = await pool.query<{ channel: string; all: number; people: number; most: number }>(
      `select channel, sum(n)::int as all, count(*)::int as people, max(n)::int as most
       from (select channel, recipient_id, count(*) as n from notifications where workspace_id = $1 group by 1, 2) each
       group by 1 order by 1`,
      [workspace.id],
    );
    return rows;
  };
  let looks = 0;
  await notifyLearnersAndManagers(db, new Date(), () => (looks += 1) > 1);
  const [some] = await counts();
  expect(some?.people).toBeLessThan(PEOPLE);
  await Promise.all([
    notifyLearnersAndManagers(db, new Date(), () => false),
    notifyLearnersAndManagers(db, new Date(), () => false),
  ]);
  // Includes the department's trainer.
  const each = { all: PEOPLE + 1, people: PEOPLE + 1, most: 1 };
  expect(await counts()).toEqual([
    { channel: 'email', ...each },
    { channel: 'inbox', ...each },
  ]);
  // They are sent with the digests, not at once.
  expect(await listDueMails(pool, { each: 10, most: 10 }, new Date())).toEqual([]);
}, 240_000);
