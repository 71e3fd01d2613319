import { expect, onTestFinished, test } from 'vitest';
import { startGradingServer } from '../grading-fixture.ts';

// It answers the learner; what runs the jobs are processes of their own.
const { server, providers, before, startInstance } = await startGradingServer({ jobs: false });
const { pool } = server.db;
await server.make.workspace();

test('an instance that is killed while it listens, and another while it grades, lose no answer and grade it once', async () => {
  const me = await before();
  const asked = (feature: string) => providers.requests.filter((each) => each.feature === feature).length;
  let release = providers.hold();
  onTestFinished(() => release());

  /** Kills an instance in the middle of a call, and lets others have what it ran. */
  async function killWhile(feature: string) {
    const from = asked(feature);
    const instance = startInstance();
    await instance.base;
    await expect.poll(() => asked(feature)).toBe(from + 1);
    instance.child.kill('SIGKILL');
    await instance.ended;
    await pool.query(`update ai_jobs set leased_until = now() - interval '1 second' where state = 'running'`);
  }

  const { answer } = await me.speak();
  const { answer_id } = answer;
  await killWhile('speech_to_text');
  expect(await me.learner.client.grading.answer.query({ answer_id })).toMatchObject({ state: 'transcribing' });
  release();
  const second = startInstance();
  await second.base;
  await me.heard(answer_id);
  second.child.kill('SIGKILL');
  await second.ended;

  release = providers.hold();
  await me.learner.client.grading.confirmTranscript.mutate({ answer_id });
  await killWhile('oral_grading');
  release();
  await startInstance().base;
  const graded = await me.until(answer_id, 'graded', 'trainer');
  expect(graded.state).toBe('graded');
  expect(graded.grades).toHaveLength(1);
  const { rows } = await pool.query(`select action from audit_events where subject_id = $1`, [answer_id]);
  expect(rows).toEqual([{ action: 'answer.graded' }]);
});
