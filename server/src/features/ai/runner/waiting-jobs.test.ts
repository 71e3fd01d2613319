import { expect, test } from 'vitest';
import type { Client } from '../../../../test/server.ts';
import { connect } from '../../../../test/database.ts';
import { keyFor } from '../../../../test/ai/stand-in.ts';
import { JOB_RESULT_HANDLERS as resultHandlers } from '../../../app/jobs.ts';
import { OwnKeyRefused } from '../../provider-keys/own-key.ts';
import { POOLED, recording, sourceOf, startJobsServer, untilJob } from '../jobs/ai-jobs-fixture.ts';
import type { ClaimedAiJob } from './claim-ai-job.ts';
import { finishAiJob, requeueAiJob, parkAiJob } from './finish-ai-job.ts';

const { server, providers, person } = await startJobsServer();
const { pool } = server.db;
let made = 0;

/** A trainer in a workspace with its own key, and the admin who added it. */
async function withOwnKey() {
  const workspace = await server.make.workspace();
  const trainer = await person(workspace);
  const admin = await person(workspace, 'super_admin');
  const key = keyFor('good', `own-${++made}`);
  const { models } = await admin.client.providerKeys.list.query();
  const model = models.anthropic[0]?.id ?? '';
  const own = await admin.client.providerKeys.add.mutate({ provider: 'anthropic', model, key });
  const rotate = (to: string) => admin.client.providerKeys.rotate.mutate({ id: own.id, version: own.version, key: to });
  return { workspace, trainer, admin, key, own, rotate };
}

/** Simulates that the providers' waiting times are over. */
const forgetLimits = () => pool.query('delete from directory.credential_pauses');

const keysAsked = () => providers.requests.filter(({ feature }) => feature).map(({ key }) => key);

/** Makes a waiting job due now; the server polls often. */
async function now(id: string): Promise<void> {
  await forgetLimits();
  await pool.query(`update ai_jobs set due_at = now() where id = $1 and state = 'queued'`, [id]);
}

// rules/provider-keys 9, rules/ai 4
test('a job that meets a failing own key is parked, and goes on from what is finished after the rotation', async () => {
  const { trainer, admin, key, rotate } = await withOwnKey();
  let answered = 0;
  providers.respond('card_generation', ({ source }) => {
    // The key fails in the middle of the job, before the second part is checked.
    if (++answered === 2) providers.setScenario(key, 'bad');
    const quote = source.split('.', 1)[0] ?? '';
    return { cards: [{ front: `Card ${answered}?`, back: 'Yes.', quote }] };
  });
  const { id } = await trainer.client.ai.generateCards.mutate({ source: sourceOf(4), count: 8 });
  const parked = await untilJob(trainer.client, id, 'parked', 'failed', 'succeeded');
  expect(parked).toMatchObject({ state: 'parked', result: null, finished_at: null });
  // The owner sees the reason, with the same code as for any call with a failing key.
  expect(parked.error).toEqual({ code: 'provider_key_failed', detail: expect.stringContaining('Anthropic') });
  expect(JSON.stringify(parked)).not.toContain(key);
  expect(parked.progress).toMatchObject({ done: 3, step: expect.stringMatching(/own provider key/) });
  const status = await admin.client.providerKeys.list.query();
  expect(status.capabilities[0]).toMatchObject({ parked_jobs: 1, own: { failing_since: expect.any(String) } });

  const better = keyFor('good', `rotated-${made}`);
  await rotate(better);
  const done = await untilJob(trainer.client, id, 'succeeded', 'failed');
  providers.respond('card_generation', undefined);
  expect(done).toMatchObject({ state: 'succeeded', error: null });
  // The first key made one and a half parts, the second the rest; no part was repeated, and the pooled key was never
  // used.
  const asked = keysAsked().filter((each) => each.includes(`-${made}-`));
  expect(asked.slice(0, 4)).toEqual([key, key, key, key]);
  expect(asked.slice(4).every((each) => each === better)).toBe(true);
  expect(asked).toHaveLength(done.progress.total + 1);
  expect(keysAsked()).not.toContain(POOLED.generation);
});

test('a parked job goes on with the pooled key once the own key is removed', async () => {
  const { trainer, admin, key, own } = await withOwnKey();
  providers.setScenario(key, 'no-credit');
  const { id } = await trainer.client.ai.generateCards.mutate({ source: sourceOf(1) });
  await untilJob(trainer.client, id, 'parked');
  await admin.client.providerKeys.remove.mutate({ id: own.id });
  await untilJob(trainer.client, id, 'succeeded');
  expect(keysAsked()).toContain(POOLED.generation);
});

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

/** Inserts a running job without a server that runs it. */
async function runningJob(workspace: ClaimedAiJob['workspace'], userId: string): Promise<ClaimedAiJob> {
  const { rows } = await pool.query<{ id: string; lease_id: string }>(
    `insert into ai_jobs (workspace_id, id, feature, capability, state, title, created_by, input, created_at, attempts,
       leased_until, lease_id)
     values ($1, gen_random_uuid(), 'card_generation', 'generation', 'running', 'x', $2, $3, now(), 1, now() + interval '1 hour', gen_random_uuid())
     returning id, lease_id`,
    [workspace.id, userId, { source: sourceOf(1), count: 3 }],
  );
  const job = { feature: 'card_generation', capability: 'generation', input: {}, fileId: null, work: {} } as const;
  return {
    ...job,
    workspace,
    id: rows[0]!.id,
    destination: null,
    createdBy: userId,
    scannedRanges: null,
    leaseId: rows[0]!.lease_id,
    interruptions: 0,
  };
}

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
  const parking = parkAiJob(server.db, job, new OwnKeyRefused(own.id, own.version, 'refused'));
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
  const second = parkAiJob(server.db, again, new OwnKeyRefused(own.id, own.version, 'refused'));
  await expect.poll(async () => (await pool.query(waits)).rowCount).toBe(1);
  await rotating.query('commit');
  await second;
  await untilJob(trainer.client, again.id, 'succeeded');

  const third = await runningJob(workspace, trainer.user.id);
  await parkAiJob(server.db, third, new OwnKeyRefused(own.id, own.version - 1, 'an older version was refused'));
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
  const key = keyFor('good', `speech-${made}`);
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
  const next = keyFor('good', `next-${made}`);
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
  const mine = keyFor('good', `added-${made}`);
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
  const lost = { name: 'LeaseLost' };
  await expect(
    finishAiJob({ db: server.db, resultHandlers }, job, { state: 'succeeded', result: '{}' }),
  ).rejects.toMatchObject(lost);
  await expect(requeueAiJob(server.db, job)).rejects.toMatchObject(lost);
  expect(await trainer.client.ai.get.query({ id: job.id })).toMatchObject({ state: 'running', result: null });
});

// rules/ai 6
test('a job whose server went away is taken up again, but not for ever', async () => {
  const { trainer, workspace } = await withOwnKey();
  const left = await runningJob(workspace, trainer.user.id);
  const alive = await runningJob(workspace, trainer.user.id);
  const deadly = await runningJob(workspace, trainer.user.id);
  await pool.query(`update ai_jobs set interruptions = 5 where id = $1`, [deadly.id]);
  await pool.query(`update ai_jobs set leased_until = now() - interval '1 second' where id = any($1)`, [
    [left.id, deadly.id],
  ]);
  await untilJob(trainer.client, left.id, 'succeeded');
  expect((await untilJob(trainer.client, deadly.id, 'failed')).error).toEqual({
    code: 'internal_error',
    detail: expect.stringMatching(/interrupted 6 times/),
  });
  expect(await trainer.client.ai.get.query({ id: alive.id })).toMatchObject({ state: 'running' });
});

// rules/ai 5
test('of many jobs with one key one meets the limit, and the others wait for it without asking', async () => {
  const { workspace, trainer, key } = await withOwnKey();
  providers.setScenario(key, { status: 429, headers: { 'retry-after': '300' }, body: {} });
  const first = await trainer.client.ai.generateCards.mutate({ source: sourceOf(1) });
  await expect.poll(async () => (await trainer.client.ai.get.query({ id: first.id })).retry_at).not.toBeNull();
  const others = [];
  for (let n = 0; n < 5; n++) others.push(await trainer.client.ai.generateCards.mutate({ source: sourceOf(1) }));
  for (const { id } of others) {
    await expect.poll(async () => (await trainer.client.ai.get.query({ id })).retry_at).not.toBeNull();
    const { progress, retry_at: retryAt } = await trainer.client.ai.get.query({ id });
    expect(progress.step).toBe('The provider is busy');
    expect(Date.parse(retryAt ?? '') - Date.now()).toBeGreaterThan(60_000);
  }
  expect(keysAsked().filter((each) => each === key)).toHaveLength(1);
  // Nothing has failed, so no tries are used up.
  const { rows } = await pool.query(
    'select count(*)::int as jobs, sum(provider_failures)::int as failures from ai_jobs where workspace_id = $1',
    [workspace.id],
  );
  expect(rows).toEqual([{ jobs: 6, failures: 1 }]);

  providers.setScenario(key, undefined);
  for (const { id } of [first, ...others]) await now(id);
  for (const { id } of [first, ...others]) await untilJob(trainer.client, id, 'succeeded', 'failed');
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
  const speech = keyFor('good', `speech-${made}`);
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
