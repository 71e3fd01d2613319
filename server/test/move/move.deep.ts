// Long because it moves a workspace between two PostgreSQLs under load, and kills the command at each of its steps.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, expect, inject, onTestFinished, test } from 'vitest';
import { storeDemo } from '../../seeds/demo/store-demo.ts';
import { LOCAL, startReceiver } from '../../src/features/webhooks/delivery/delivery-fixture.ts';
import { POOLED } from '../../src/features/ai/jobs/ai-jobs-fixture.ts';
import { sealSecret } from '../../src/features/secrets/sealed-secret.ts';
import { SEALED_PROVIDER_KEY_COLUMN } from '../../src/features/provider-keys/sealed-key.ts';
import { openKeyring } from '../../src/platform/encryption/keyring.ts';
import { getWorkspaceBySlug } from '../../src/features/workspaces/find-workspace.ts';
import { readConfig } from '../../src/core/config.ts';
import { startEmbeddedPostgres } from '../../src/database/embedded/embedded-postgres.ts';
import { freshDatabaseUrl } from '../database.ts';
import { startAiStandIn } from '../ai/stand-in.ts';
import { startSmtpStandIn } from '../smtp-stand-in.ts';
import { commandsWith } from '../wtp.ts';
import { FollowingClient } from './following-client.ts';
import { type Installation, startInstallation } from './installation.ts';
import { repeat, startAdmin, startAuthor, startEndpoint, startLearners, startTrainer } from './load.ts';

const CLI = path.resolve(import.meta.dirname, '../../dist/cli.js');
const [HERE, THERE] = ['https://us.example.org', 'https://eu.example.org'];

const folder = mkdtempSync(path.join(os.tmpdir(), 'training-move-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A database on a PostgreSQL of its own, of the newest version; the other side is of the oldest. */
async function otherPostgres(): Promise<string> {
  const postgres = await startEmbeddedPostgres({ folder, flags: ['-c', 'fsync=off', '-c', 'wal_level=logical'] });
  afterAll(() => postgres.stop());
  return postgres.url;
}

/** Both installations have it, so that what the sweep moves there meanwhile stays. */
const STORAGE = path.join(inject('dataFolder'), 'storage');

/** The command as a process of its own, which can be killed. */
function startMove(from: Installation, to: Installation, slug: string, ...more: string[]) {
  const words = [
    'workspace',
    'move',
    slug,
    '--to',
    to.env.DATABASE_URL,
    '--origin',
    to.origin,
    '--storage',
    STORAGE,
    '--json',
    ...more,
  ];
  const child = spawn(process.execPath, [CLI, ...words], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...from.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (said += data.toString()));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, said }));
  return {
    ended,
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
    async succeeds() {
      const { code } = await ended;
      expect({ code, said: code === 0 ? '' : said }).toEqual({ code: 0, said: '' });
      return JSON.parse(said.trimEnd().split('\n').at(-1) ?? '') as { step: string; progress: { held: number } };
    },
  };
}

const stepOf = async ({ db }: Installation, workspaceId: string) =>
  (await db.pool.query<{ step: string }>('select step from workspace_moves where workspace_id = $1', [workspaceId]))
    .rows[0]?.step;

const reaches = (at: Installation, workspaceId: string, steps: string[]) =>
  expect
    .poll(() => stepOf(at, workspaceId), { timeout: 120_000, interval: 5 })
    .toSatisfy((step?: string) => step !== undefined && steps.includes(step));

/** Creates people and changes each once, until it is stopped. Each call has to be answered as made. */
function startWriter(client: FollowingClient, name: string) {
  const written = new Map<string, string>();
  const writing = repeat(20, async (n) => {
    const email = `${name}-${n}@acme.example`;
    const person = { email, full_name: 'Before', role: 'learner' };
    expect(await client.call('POST', '/api/v1/users', person)).toMatchObject({ status: 201 });
    written.set(email, 'Before');
    const changed = { email, full_name: `After ${n}` };
    expect(await client.call('POST', '/api/v1/users', changed)).toMatchObject({ status: 200 });
    written.set(email, `After ${n}`);
  });
  return { written, stop: () => writing.stop() };
}

const startReader = (client: FollowingClient) =>
  repeat(20, async () => {
    expect(await client.call('GET', '/api/v1/users?limit=5')).toMatchObject({ status: 200 });
  });

/** Returns how often each person was created and changed, as the audit log says, besides their name now. */
async function peopleIn({ db }: Installation, workspaceId: string) {
  const { rows } = await db.pool.query<{ email: string; name: string; created: number; changed: number }>(
    `select u.email, u.full_name as name,
       (count(*) filter (where e.action = 'user.created'))::int as created,
       (count(*) filter (where e.action = 'user.updated'))::int as changed
     from users u left join audit_events e on e.workspace_id = u.workspace_id and e.subject_id = u.id
     where u.workspace_id = $1 and u.email like '%@acme.example' group by u.email, u.full_name`,
    [workspaceId],
  );
  return new Map(rows.map(({ email, ...person }) => [email, person]));
}

// rules/workspaces 7, rules/workspaces 8
test('killed at each step under load, a move is resumed or aborted, and no acknowledged write is lost or doubled', async () => {
  const [providers, smtp, receiver] = await Promise.all([startAiStandIn(), startSmtpStandIn(), startReceiver()]);
  onTestFinished(() => providers.stop());
  onTestFinished(() => smtp.stop());
  providers.setDelay(500);
  smtp.setDelay(300);
  const pooled = { ANTHROPIC_API_KEY: POOLED.generation, DEEPGRAM_API_KEY: POOLED.transcription };
  const env = { ...LOCAL, ...providers.env, ...pooled, SMTP_URL: smtp.url };
  const here = await startInstallation({
    databaseUrl: await freshDatabaseUrl(),
    origin: HERE,
    env,
    prepare: ({ db }) => storeDemo(db, new Date()),
  });
  const there = await startInstallation({
    databaseUrl: await otherPostgres(),
    origin: THERE,
    env,
    prepare: ({ make }) => make.createdWorkspace(),
  });
  const { make } = here.server;
  const workspace = await getWorkspaceBySlug(here.db, 'demo');
  const neighbour = await make.createdWorkspace();
  const learner = await make.user(workspace);
  const live = await here.db.pool.query<{ id: string }>(
    `select id from modules where workspace_id = $1 and live_revision_id is not null limit 1`,
    [workspace.id],
  );
  const { attempt } = await make.attempt(workspace, learner.id, live.rows[0]!.id);
  const { recording } = await make.spokenAnswer(workspace, learner.id, attempt.id, 'Said');
  const key = await make.providerKey(workspace);
  const vault = { db: here.db, keyring: openKeyring(readConfig(here.env)) };
  const place = { ...key, baseUrl: null };
  const { keyId, sealed } = await sealSecret(
    vault,
    SEALED_PROVIDER_KEY_COLUMN,
    SEALED_PROVIDER_KEY_COLUMN.rowOf({ ...place }),
    'sk-secret',
  );
  await here.db.pool.query('update provider_keys set key_id = $2, sealed = $3 where id = $1', [key.id, keyId, sealed]);

  const around = { workspace, installations: [here, there] as const };
  const endpoint = await startEndpoint(around, receiver);
  const learners = await startLearners(around);
  const authors = await Promise.all([startAuthor(around), startAuthor(around)]);
  const trainer = await startTrainer(around, providers);
  const admin = await startAdmin(around, smtp);
  const studies = [learners, ...authors, trainer, admin];

  const addresses = new Map([
    [HERE, here.base],
    [THERE, there.base],
  ]);
  const { token } = await make.token(workspace, ['users:read', 'users:write']);
  const clientOf = (of = token) => new FollowingClient(of, here.base, addresses);
  const writing = ['a', 'b', 'c'].map((name) => ({ client: clientOf(), name }));
  const writers = writing.map(({ client, name }) => startWriter(client, name));
  const others = clientOf((await make.token(neighbour, ['users:read', 'users:write'])).token);
  const neighbours = startWriter(others, 'neighbour');
  const readClient = clientOf();
  const reader = startReader(readClient);

  const later = ['copying', 'checking', 'leaving', 'switched', 'finished'];
  for (const [index, step] of ['prepared', 'copying', 'checking', 'leaving'].entries()) {
    const move = startMove(here, there, workspace.slug);
    await reaches(here, workspace.id, [step, ...later.slice(index)]);
    await move.kill();
    const reached = await stepOf(here, workspace.id);
    console.log(`killed at ${reached}`);
    // Every second one is undone, the others go on from where they were.
    if (index % 2 === 1 && reached !== 'switched') {
      await startMove(here, there, workspace.slug, '--abort').succeeds();
      expect(await stepOf(here, workspace.id)).toBeUndefined();
    }
  }

  // Killed between the two commits of the switch: once undone, once resumed.
  let answer = () => {};
  for (const isUndone of [true, false]) {
    const gate = new pg.Client({ connectionString: there.env.DATABASE_URL });
    await gate.connect();
    const move = startMove(here, there, workspace.slug);
    await reaches(there, workspace.id, ['prepared']);
    await gate.query('begin');
    await gate.query('select from workspace_moves where workspace_id = $1 for update', [workspace.id]);
    await reaches(here, workspace.id, ['switched']);
    await move.kill();
    await gate.query('rollback');
    await gate.end();
    expect((await fetch(`${here.base}/api/v1/users`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(
      421,
    );
    expect((await fetch(`${there.base}/api/v1/users`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(
      503,
    );
    if (isUndone) {
      await startMove(here, there, workspace.slug, '--abort').succeeds();
      // The next switch waits for jobs of AI that take longer than it waits.
      answer = providers.hold();
    }
  }
  const gone = await startMove(here, there, workspace.slug).succeeds();
  expect(gone.step).toBe('finished');
  answer();
  await sleep(1_000);
  const longestNeighbour = others.longest;

  // The way back, without a kill: how long does anybody wait?
  for (const { client } of writing) client.longest = 0;
  readClient.longest = 0;
  await sleep(3_000);
  const baseline = { write: Math.max(...writing.map(({ client }) => client.longest)), read: readClient.longest };
  for (const { client } of writing) client.longest = 0;
  readClient.longest = 0;
  const back = await startMove(there, here, workspace.slug).succeeds();
  const during = { write: Math.max(...writing.map(({ client }) => client.longest)), read: readClient.longest };
  await sleep(1_000);
  await Promise.all([...writers, neighbours, reader, ...studies].map((each) => each.stop()));

  const written = new Map(writers.flatMap((writer) => [...writer.written]));
  const people = await peopleIn(here, workspace.id);
  const wrong = [...written].filter(([email, name]) => {
    const person = people.get(email);
    return person?.name !== name || person.created !== 1 || person.changed !== (name === 'Before' ? 0 : 1);
  });
  await learners.check();
  for (const author of authors) await author.check();
  const again = { jobs: await trainer.check(), mails: await admin.check() };
  const told = await endpoint.check();
  const countOf = (type: string) => told.subjects.filter((subject) => subject.startsWith(`${type} `)).length;
  console.log(
    JSON.stringify({
      trainings: learners.studied.length,
      saves: authors.map(({ times }) => times()),
      jobs: trainer.jobs.length,
      mails: admin.invited.length,
      events: told.subjects.length,
      again: { ...again, webhooks: told.again },
      writes: writing.reduce((sum, { client }) => sum + client.calls, 0),
      held: [gone.progress.held, back.progress.held],
      baseline,
      during,
      longestNeighbour,
      neighbours: neighbours.written.size,
    }),
  );
  expect(wrong).toEqual([]);
  // Those alone run again that take longer than the switch waits for them.
  expect(again.jobs.length).toBeGreaterThan(0);
  expect(again.mails).toEqual([]);
  expect(told.again).toBe(0);
  expect({
    created: countOf('user.created'),
    updated: countOf('user.updated'),
    completed: countOf('learner.module_completed'),
  }).toEqual({
    created: written.size + admin.invited.length,
    updated: [...written.values()].filter((name) => name !== 'Before').length,
    completed: learners.studied.length,
  });
  expect(people.size).toBe(written.size);
  expect(written.size).toBeGreaterThan(200);
  expect(Math.max(gone.progress.held, back.progress.held)).toBeLessThanOrEqual(2_000);
  expect(during.write).toBeLessThanOrEqual(2_000 + baseline.write);
  expect(during.read).toBeLessThanOrEqual(1_000 + baseline.read);

  const { json } = commandsWith(here.env);
  expect(await json(['audit', 'verify', '--workspace', workspace.slug])).toMatchObject({ valid: true });
  expect(await json(['analytics', 'verify', '--workspace', workspace.slug])).toBeTruthy();
  expect(await json(['keys', 'rewrap', '--dry-run'])).toMatchObject({ keys: { test: 2 } });
  const length = 'select coalesce(size, octet_length(bytes)) as length from recording_parts where recording_id = $1';
  expect((await here.db.pool.query(length, [recording.id])).rows).toEqual([{ length: 4 }]);
  expect((await there.db.pool.query('select from users where workspace_id = $1', [workspace.id])).rowCount).toBe(0);
}, 900_000);
