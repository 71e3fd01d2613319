import { expect, test } from 'vitest';
import type { Client } from '../../../../test/server.ts';
import { connect } from '../../../../test/database.ts';
import { keyFor } from '../../../../test/ai/stand-in.ts';
import { AI_JOB_RESULT_HANDLERS as resultHandlers } from '../../../app/jobs.ts';
import { OwnKeyRefusedError } from '../../provider-keys/own-key.ts';
import { POOLED, recording, sourceOf, untilJob } from '../jobs/ai-jobs-fixture.ts';
import { startWaitingJobs } from './waiting-jobs-fixture.ts';
import { endAiJobAndDeliverResult, requeueAiJob, parkAiJob } from './finish-ai-job.ts';

const { pool, forgetLimits, keysAsked, now, person, providers, runningJob, server, withOwnKey } =
  await startWaitingJobs();

// rules/ai 4
test('a parked job goes on once a test finds that the key works again; jobs of other workspaces are left alone', async () => {
  const one = await withOwnKey();
  const other = await withOwnKey();
  const jobs = [];
  for (const { trainer, key } of [one, other]) {
    providers.setScenario(key, 'bad');
    jobs.push(await trainer.client.ai.generateCards.mutate({ source: sourceOf(1) }));
  }
  await untilJob(one.trainer.client, jobs[0]!.id, 'parked');
  await untilJob(other.trainer.client, jobs[1]!.id, 'parked');
  providers.setScenario(one.key, undefined);
  await one.admin.client.providerKeys.test.mutate({ id: one.own.id });
  await untilJob(one.trainer.client, jobs[0]!.id, 'succeeded');
  expect(await other.trainer.client.ai.get.query({ id: jobs[1]!.id })).toMatchObject({ state: 'parked' });
});

test('a parked job can be cancelled, and no rotation wakes it', async () => {
  const { trainer, admin, key, rotate } = await withOwnKey();
  providers.setScenario(key, 'bad');
  const { id } = await trainer.client.ai.generateCards.mutate({ source: sourceOf(1) });
  await untilJob(trainer.client, id, 'parked');
  await trainer.client.ai.cancel.mutate({ id });
  await rotate(keyFor('good', 'after-cancel'));
  expect((await admin.client.providerKeys.list.query()).capabilities[0]).toMatchObject({ parked_jobs: 0 });
  expect(await trainer.client.ai.get.query({ id })).toMatchObject({ state: 'cancelled' });
});

test('a rotation that commits while a job is about to be parked does not leave it parked', async () => {
  const { trainer, workspace, own, key } = await withOwnKey();
  providers.setScenario(key, 'bad');
  const first = await trainer.client.ai.generateCards.mutate({ source: sourceOf(1) });
  await untilJob(trainer.client, first.id, 'parked');
  const job = await runningJob(workspace, trainer.user.id);
  // A concurrent rotation: it has changed the key and resumed the jobs parked by then.
  const rotating = await connect(server.databaseUrl);
  await rotating.query('begin');
  await rotating.query('update provider_keys set version = version + 1 where id = $1', [own.id]);
  await rotating.query('update provider_key_health set failing_since = null where provider_key_id = $1', [own.id]);
  const parking = parkAiJob(server.db, job, new OwnKeyRefusedError(own.id, own.version, 'refused'));
  const waits = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  await expect.poll(async () => (await pool.query(waits)).rowCount).toBe(1);
  await rotating.query('rollback');
  await parking;
  expect(await trainer.client.ai.get.query({ id: job.id })).toMatchObject({ state: 'parked' });

  const again = await runningJob(workspace, trainer.user.id);
  providers.setScenario(key, undefined);
  await rotating.query('begin');
  await rotating.query('update provider_key_health set failing_since = null where provider_key_id = $1', [own.id]);
  await rotating.query('select 1 from provider_keys where id = $1 for no key update', [own.id]);
  const second = parkAiJob(server.db, again, new OwnKeyRefusedError(own.id, own.version, 'refused'));
  await expect.poll(async () => (await pool.query(waits)).rowCount).toBe(1);
  await rotating.query('commit');
  await second;
  await untilJob(trainer.client, again.id, 'succeeded');

  const third = await runningJob(workspace, trainer.user.id);
  await parkAiJob(server.db, third, new OwnKeyRefusedError(own.id, own.version - 1, 'an older version was refused'));
  await untilJob(trainer.client, third.id, 'succeeded');
});

test('a busy provider is asked again later, when it says, and people see when', async () => {
  const { trainer, key } = await withOwnKey();
  providers.setScenario(key, { status: 429, headers: { 'retry-after': '37' }, body: {} });
  const { id } = await trainer.client.ai.generateCards.mutate({ source: sourceOf(1) });
  await expect.poll(async () => (await trainer.client.ai.get.query({ id })).progress.step).toBe('The provider is busy');
  const { rows } = await pool.query<{ due_at: Date; wait: number }>(
    `select due_at, extract(epoch from due_at - now())::float as wait from ai_jobs where id = $1`,
    [id],
  );
  expect(rows[0]!.wait).toBeGreaterThan(30);
  expect(rows[0]!.wait).toBeLessThan(37 * 1.2);
  const waiting = await trainer.client.ai.get.query({ id });
  expect(Math.abs(Date.parse(waiting.retry_at ?? '') - rows[0]!.due_at.getTime())).toBeLessThan(100);
  providers.setScenario(key, undefined);
  await now(id);
  expect(await untilJob(trainer.client, id, 'succeeded')).toMatchObject({ error: null, retry_at: null });
});

test('a provider that says a second each time is left alone ever longer all the same', async () => {
  const { trainer, key } = await withOwnKey();
  providers.setScenario(key, { status: 429, headers: { 'retry-after': '1' }, body: {} });
  const { id } = await trainer.client.ai.generateCards.mutate({ source: sourceOf(1) });
  const failed = async () => {
    const { rows } = await pool.query<{ failures: number; wait: number }>(
      `select provider_failures as failures, extract(epoch from due_at - now())::float as wait from ai_jobs where id = $1`,
      [id],
    );
    return rows[0]!;
  };
  await expect.poll(async () => (await failed()).failures).toBe(1);
  await now(id);
  await expect.poll(async () => (await failed()).failures).toBe(2);
  expect((await failed()).wait).toBeGreaterThan(10);
});

test('a job is not tried again past half an hour of failures, however many tries are left', async () => {
  const { trainer, key } = await withOwnKey();
  providers.setScenario(key, 'broken');
  const { id } = await trainer.client.ai.generateCards.mutate({ source: sourceOf(1) });
  await expect.poll(async () => (await trainer.client.ai.get.query({ id })).retry_at).not.toBeNull();
  await pool.query(`update ai_jobs set provider_failed_at = now() - interval '1 hour', due_at = now() where id = $1`, [
    id,
  ]);
  expect((await untilJob(trainer.client, id, 'failed')).error).toMatchObject({ code: 'ai_provider_failed' });
});

// rules/ai 5
test('a request that the provider does not take fails its job with words that help, and says nothing about the key', async () => {
  const { trainer, admin, key } = await withOwnKey();
  providers.setScenario(key, { status: 413, body: { type: 'error', error: { type: 'request_too_large' } } });
  const { id } = await trainer.client.ai.generateCards.mutate({ source: sourceOf(1) });
  expect((await untilJob(trainer.client, id, 'failed')).error).toEqual({
    code: 'ai_provider_failed',
    detail: expect.stringMatching(/too long .*Shorten it/),
  });
  const { capabilities } = await admin.client.providerKeys.list.query();
  expect(capabilities[0]?.own).toMatchObject({ failing_since: null, last_error: null });
});

// rules/ai 5
test('a language that the speech model lacks fails its job, and never the key', async () => {
  const { trainer, admin } = await withOwnKey();
  const key = keyFor('good', 'speech-own');
  await admin.client.providerKeys.add.mutate({ provider: 'deepgram', model: 'nova-3', key });
  const upload = await trainer.client.ai.upload.mutate(new Blob([recording()]));
  const { id } = await trainer.client.ai.transcribe.mutate({ file_id: upload.id, language: 'cy' });
  expect((await untilJob(trainer.client, id, 'failed', 'parked')).error).toEqual({
    code: 'ai_provider_failed',
    detail: expect.stringMatching(/doesn’t know this language/),
  });
  const { capabilities } = await admin.client.providerKeys.list.query();
  expect(capabilities[1]?.own).toMatchObject({ failing_since: null, last_error: null });
});

/** Starts a job that a busy provider delays by five minutes. */
async function putOff({ client }: { client: Client }, key: string): Promise<string> {
  providers.setScenario(key, { status: 429, headers: { 'retry-after': '300' }, body: {} });
  const { id } = await client.ai.generateCards.mutate({ source: sourceOf(1) });
  await expect.poll(async () => (await client.ai.get.query({ id })).retry_at).not.toBeNull();
  return id;
}

test('a job that waits for a busy provider goes on at once with the key that is added, rotated in, or left', async () => {
  const { workspace, trainer, admin, key, own, rotate } = await withOwnKey();
  const rotated = await putOff(trainer, key);
  const next = keyFor('good', 'next');
  await rotate(next);
  // The key before is busy all the time. Jobs of other tests may ask with theirs meanwhile.
  expect(await untilJob(trainer.client, rotated, 'succeeded', 'failed')).toMatchObject({ state: 'succeeded' });
  expect(keysAsked()).toContain(next);

  const left = await putOff(trainer, next);
  await admin.client.providerKeys.remove.mutate({ id: own.id });
  expect(await untilJob(trainer.client, left, 'succeeded', 'failed')).toMatchObject({ state: 'succeeded' });
  expect(keysAsked()).toContain(POOLED.generation);

  const added = await putOff(trainer, POOLED.generation);
  const other = await putOff(await person(await server.make.workspace()), POOLED.generation);
  const mine = keyFor('good', 'added');
  await admin.client.providerKeys.add.mutate({ provider: 'openai', model: 'gpt-6-luna', key: mine });
  expect(await untilJob(trainer.client, added, 'succeeded', 'failed')).toMatchObject({ state: 'succeeded' });
  providers.setScenario(POOLED.generation, undefined);
  await forgetLimits();
  expect(keysAsked()).toContain(mine);
  const { rows } = await pool.query('select state, workspace_id = $2 as mine from ai_jobs where id = $1', [
    other,
    workspace.id,
  ]);
  expect(rows).toEqual([{ state: 'queued', mine: false }]);
});

test('a job that meets a pooled key which is refused fails at once, and says who can mend it', async () => {
  const { client } = await person(await server.make.workspace());
  const from = keysAsked().length;
  providers.setScenario(POOLED.generation, 'bad');
  const { id } = await client.ai.generateCards.mutate({ source: sourceOf(1) });
  const failed = await untilJob(client, id, 'failed');
  providers.setScenario(POOLED.generation, undefined);
  expect(failed.error).toEqual({
    code: 'ai_provider_failed',
    detail: expect.stringMatching(/doesn’t accept this server’s pooled key.*under Settings/),
  });
  expect(
    keysAsked()
      .slice(from)
      .filter((each) => each === POOLED.generation),
  ).toHaveLength(1);
});

test('a provider that stays away fails the job after the last try, each later than the one before', async () => {
  const { trainer, key } = await withOwnKey();
  providers.setScenario(key, 'broken');
  const { id } = await trainer.client.ai.generateCards.mutate({ source: sourceOf(1) });
  const waits: number[] = [];
  for (let failures = 1; failures <= 6; failures++) {
    const failed = async () => {
      const { rows } = await pool.query<{ provider_failures: number; wait: number }>(
        `select provider_failures, extract(epoch from due_at - now())::float as wait from ai_jobs where id = $1`,
        [id],
      );
      return rows[0]!;
    };
    await expect.poll(async () => (await failed()).provider_failures).toBe(failures);
    waits.push((await failed()).wait);
    await now(id);
  }
  expect(waits).toEqual([...waits].sort((a, b) => a - b));
  expect((await untilJob(trainer.client, id, 'failed')).error).toEqual({
    code: 'ai_provider_failed',
    detail: expect.stringMatching(/couldn’t be reached/),
  });
});

test('whoever has lost a job cannot write what becomes of it', async () => {
  const { trainer, workspace } = await withOwnKey();
  const job = await runningJob(workspace, trainer.user.id);
  await pool.query('update ai_jobs set lease_id = gen_random_uuid() where id = $1', [job.id]);
  const lost = { name: 'LeaseLostError' };
  await expect(
    endAiJobAndDeliverResult({ db: server.db, resultHandlers }, job, { state: 'succeeded', result: '{}' }),
  ).rejects.toMatchObject(lost);
  await expect(requeueAiJob(server.db, job)).rejects.toMatchObject(lost);
  expect(await trainer.client.ai.get.query({ id: job.id })).toMatchObject({ state: 'running', result: null });
});

// rules/ai 5
test('a limit of the pooled key is waited for by all workspaces, and an own key does not know of it', async () => {
  const limited = await putOff(await person(await server.make.workspace()), POOLED.generation);
  const other = await person(await server.make.workspace());
  const from = keysAsked().length;
  const { id } = await other.client.ai.generateCards.mutate({ source: sourceOf(1) });
  await expect.poll(async () => (await other.client.ai.get.query({ id })).retry_at).not.toBeNull();
  expect(keysAsked().slice(from)).not.toContain(POOLED.generation);
  const { trainer } = await withOwnKey();
  const own = await trainer.client.ai.generateCards.mutate({ source: sourceOf(1) });
  await untilJob(trainer.client, own.id, 'succeeded');
  providers.setScenario(POOLED.generation, undefined);
  for (const each of [limited, id]) await now(each);
  await untilJob(other.client, id, 'succeeded');
});

// rules/ai 4
test('a key whose quota is used up is asked again each hour while jobs wait for it; one that is refused is not', async () => {
  const spent = await withOwnKey();
  const wrong = await withOwnKey();
  providers.setScenario(spent.key, 'no-credit');
  providers.setScenario(wrong.key, 'bad');
  const jobs = [];
  for (const { trainer } of [spent, wrong]) {
    jobs.push(await trainer.client.ai.generateCards.mutate({ source: sourceOf(1) }));
  }
  await untilJob(spent.trainer.client, jobs[0]!.id, 'parked');
  await untilJob(wrong.trainer.client, jobs[1]!.id, 'parked');
  // Adds another key to the workspace with the spent one; a job waits for it, too.
  const speech = keyFor('good', 'speech-rotated');
  const { models } = await spent.admin.client.providerKeys.list.query();
  const model = models.deepgram[0]?.id ?? '';
  await spent.admin.client.providerKeys.add.mutate({ provider: 'deepgram', model, key: speech });
  await pool.query(
    `insert into ai_jobs (workspace_id, id, feature, capability, state, title, created_by, input, created_at)
     select workspace_id, gen_random_uuid(), 'speech_to_text', 'transcription', 'parked', 'Speech', created_by, '{}', now()
     from ai_jobs where id = $1`,
    [jobs[0]!.id],
  );
  const askedOf = (key: string) => providers.requests.filter((each) => each.key === key).length;
  const before = { spent: askedOf(spent.key), wrong: askedOf(wrong.key), speech: askedOf(speech) };
  const hour = () => pool.query(`select graphile_worker.add_job('ask_spent_keys')`);
  await hour();
  await expect.poll(() => askedOf(spent.key)).toBe(before.spent + 1);
  expect(await spent.trainer.client.ai.get.query({ id: jobs[0]!.id })).toMatchObject({ state: 'parked' });
  providers.setScenario(spent.key, undefined);
  providers.setScenario(wrong.key, undefined);
  await hour();
  await untilJob(spent.trainer.client, jobs[0]!.id, 'succeeded');
  expect(await wrong.trainer.client.ai.get.query({ id: jobs[1]!.id })).toMatchObject({ state: 'parked' });
  expect([askedOf(wrong.key), askedOf(speech)]).toEqual([before.wrong, before.speech]);
});
