import { WORKSPACE_HEADER } from '@training/shared/sessions';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import { verifyRollups } from '../analytics/rollups/verify.ts';
import { completeModule, RIGHT } from '../learning/learning-fixture.ts';
import { DAY } from '../assignments/assignments-fixture.ts';
import { attestingOn, daysAgo } from './attested-fixture.ts';

const server = await startTestServer();
const { make, db } = server;
const place = await attestingOn(server);
const { workspace, module, person, post, completion, cyclesOf } = place;

const verified = () => verifyRollups({ ...make.contextOf(workspace), now: new Date(Date.now() + 400 * DAY) });

// rules/attested 2
test('of two imports of the same at once, each completion is entered by one, and the other finds it', async () => {
  const people = await Promise.all(Array.from({ length: 12 }, () => person()));
  const rows = people.flatMap((each) => [
    completion(each, { completed_on: daysAgo(400) }),
    completion(each, { completed_on: daysAgo(30) }),
  ]);
  const answers = await Promise.all([post(rows), post(rows.toReversed()), post(rows)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const sum = (of: string) => answers.reduce((all, { json }) => all + json.counts[of], 0);
  expect([sum('counted') + sum('history'), sum('unchanged'), sum('refused')]).toEqual([24, 48, 0]);
  for (const { id } of people) {
    const cycles = await cyclesOf(id);
    expect(cycles.filter((cycle) => cycle['is_current'])).toMatchObject([{ completed_on: daysAgo(30) }]);
  }
  expect(await verified()).toMatchObject({ equal: true });
});

// rules/attested 3
test(
  'an import while a learner finishes leaves what they proved, whichever came first',
  { tags: ['deep'] },
  async () => {
    for (let n = 0; n < 6; n++) {
      const learner = await person();
      const headers = { cookie: await server.signIn(learner.email), [WORKSPACE_HEADER]: workspace.slug };
      const client = server.client(headers);
      await place.assign({ to: { kind: 'user', user_id: learner.id } });
      const [, { json }] = await Promise.all([completeModule(client, module.id), post([completion(learner)])]);
      expect(json.counts.refused).toBe(0);
      const cycles = await cyclesOf(learner.id);
      expect(cycles).toMatchObject([{ is_current: true, attested_id: null, completed_on: daysAgo(0) }]);
    }
    expect(await verified()).toMatchObject({ equal: true });
  },
);

test(
  'an import while learners begin the module from the library gives each one current cycle',
  { tags: ['deep'] },
  async () => {
    const people = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const learner = await person();
        const headers = { cookie: await server.signIn(learner.email), [WORKSPACE_HEADER]: workspace.slug };
        return { ...learner, client: server.client(headers) };
      }),
    );
    const [{ json }] = await Promise.all([
      post(people.map((each) => completion(each))),
      ...people.map(({ client }) => client.learning.start.mutate({ module_id: module.id })),
    ]);
    expect(json.counts).toMatchObject({ counted: 8, refused: 0 });
    for (const { id, client } of people) {
      const current = (await cyclesOf(id)).filter((cycle) => cycle['is_current']);
      expect(current).toMatchObject([{ completed: true, attested_id: expect.any(String) }]);
      await completeModule(client, module.id);
      expect(await cyclesOf(id)).toMatchObject([{ attested_id: null, completed_on: daysAgo(0) }]);
    }
    expect(await verified()).toMatchObject({ equal: true });
  },
);

test('the last answer that waits for an import completes the training here', { tags: ['deep'] }, async () => {
  const learner = await person();
  const headers = { cookie: await server.signIn(learner.email), [WORKSPACE_HEADER]: workspace.slug };
  const { learning } = server.client(headers);
  const { enrollment_id } = await learning.start.mutate({ module_id: module.id });
  const { revision, cards } = await learning.open.query({ module_id: module.id });
  for (const { id } of cards) {
    const seen = { enrollment_id, revision_id: revision.id, card_ids: [id] };
    await learning.show.mutate({ enrollment_id, revision_id: revision.id, card_id: id });
    await learning.see.mutate(seen);
  }
  const { id: attempt_id, asked } = await learning.beginAttempt.mutate({ enrollment_id });
  const client = await db.pool.connect();
  await client.query('begin');
  await client.query('select from enrollments where id = $1 for no key update', [enrollment_id]);
  const entering = post([completion(learner)]);
  const answering = asked.map(({ id: question_id }) =>
    learning.answer.mutate({ attempt_id, question_id, response: RIGHT }),
  );
  await client.query('rollback');
  client.release();
  await Promise.all([entering, ...answering]);
  expect(await cyclesOf(learner.id)).toMatchObject([{ attested_id: null, completed_on: daysAgo(0) }]);
});

// rules/attested 8
test(
  'of entries that name one document at once, one gets it, and the others are refused by name',
  { tags: ['deep'] },
  async () => {
    const { id: file_id } = await place.admin.attested.upload.mutate(new Blob(['%PDF-1.7 certificate']));
    const people = await Promise.all(Array.from({ length: 3 }, () => person()));
    const { id } = await place.attest(await person());
    const client = await db.pool.connect();
    await client.query('begin');
    await client.query('select from attested_files where id = $1 for update', [file_id]);
    const entering = people.map((each) => post([completion(each, { file_id }), completion(each, { source: 'Other' })]));
    const adding = place.admin.attested.addDocument.mutate({ id, file_id }).then(
      () => 'counted',
      (error: { data?: { app_code?: string } }) => error.data?.app_code,
    );
    const waiting = `select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await client.query<{ count: number }>(waiting)).rows[0]?.count).toBe(4);
    await client.query('rollback');
    client.release();
    const answers = await Promise.all(entering);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers.map(({ json }) => json.results[1].status)).toEqual([201, 201, 201]);
    const told = [...answers.map(({ json }) => json.results[0].problem?.code ?? 'counted'), await adding];
    expect(told.filter((each) => each === 'counted')).toHaveLength(1);
    expect(told.filter((each) => each === 'file_not_found')).toHaveLength(3);
  },
);
