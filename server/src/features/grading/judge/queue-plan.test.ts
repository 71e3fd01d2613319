import { afterAll, expect, test } from 'vitest';
import type { Context } from '../../../core/context.ts';
import { openOperatorDatabase } from '../../../database/database.ts';
import { startGradingServer } from '../grading-fixture.ts';
import { listGradedAnswers, readGradingQueue } from './read-grading-queue.ts';

const { server, before } = await startGradingServer({ env: { ANTHROPIC_API_KEY: '', DEEPGRAM_API_KEY: '' } });
const MANY = 5_000;

/** A trainer for whom one answer waits, beside a great many of the same learner that have been graded. */
async function besideMany() {
  const me = await before();
  const { answer } = await me.type();
  const db = await openOperatorDatabase(server.databaseUrl, 1);
  afterAll(() => db.close());
  // What was counted and checked when they were given is of no concern here.
  await db.pool.query('set session_replication_role = replica');
  await db.pool.query(
    `with attempt as (
       insert into attempts (workspace_id, id, enrollment_id, number, revision_id, pass_score, state, started_at,
         ended_at, score)
       select t.workspace_id, gen_random_uuid(), t.enrollment_id, t.number + n, t.revision_id, t.pass_score, 'passed',
         t.started_at, t.started_at, 1 from attempts t, generate_series(1, ${MANY}) n where t.id = $2 returning id
     ), answer as (
       insert into answers (workspace_id, id, attempt_id, question_id, item_hash, kind, response, given_at, state, score)
       select a.workspace_id, gen_random_uuid(), t.id, a.question_id, a.item_hash, a.kind, a.response, a.given_at,
         'graded', 1 from answers a, attempt t where a.id = $1 returning workspace_id, id
     )
     insert into spoken_answers (workspace_id, answer_id) select workspace_id, id from answer`,
    [answer.answer_id, me.attempt_id],
  );
  await db.pool.query('analyze');
  const { id, fullName: name, email } = me.trainer;
  const ctx: Context = {
    ...server.make.contextOf(me.workspace),
    db,
    actor: { kind: 'user', id, name, email, role: 'trainer', departmentId: me.department.id },
  };
  /** What came back, and how many rows of these tables were read for it. */
  const reading = async <Answer>(read: () => Promise<Answer>) => {
    await db.pool.query('begin');
    const answered = await read();
    const { rows } = await db.pool.query<{ name: string; read: number }>(
      `select relname as name, (seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as read
       from pg_stat_xact_user_tables where relname in ('answers', 'spoken_answers')`,
    );
    await db.pool.query('commit');
    return { answered, read: Object.fromEntries(rows.map((row) => [row.name, row.read])) };
  };
  return { ctx, reading };
}

const { ctx, reading } = await besideMany();

test('beside a great many that have been graded, only the answers that wait are read for the queue', async () => {
  // PostgreSQL may keep a plan for any values from the sixth time on.
  for (let n = 0; n < 7; n++) {
    const { answered, read } = await reading(() => readGradingQueue(ctx, { limit: 25, offset: 0 }));
    expect(answered).toMatchObject({ total: 1, items: [{ task: 'answer' }] });
    expect(read.answers).toBeLessThan(20);
    expect(read.spoken_answers).toBeLessThan(20);
  }
});

test('a page of those that have been graded is read by its keys, after all of them were counted', async () => {
  const { answered, read } = await reading(() => listGradedAnswers(ctx, { limit: 25, offset: 0 }));
  expect(answered).toMatchObject({ total: MANY });
  expect(answered.items).toHaveLength(25);
  expect(read.answers).toBeLessThan(MANY + 100);
  expect(read.spoken_answers).toBeLessThan(MANY + 100);
});
