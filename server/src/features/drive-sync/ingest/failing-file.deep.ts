import { afterEach, expect, onTestFinished, test } from 'vitest';
import { startTestServer } from '../../../../test/server.ts';
import { publishTopics } from '../../../platform/topic-changes.ts';
import { DRIVE_FILES_DUE_CHANNEL } from '../../suggestions/intake/drive-scan.ts';
import { driveMaker, startGoogle } from './files-fixture.ts';

// Without a provider key, each text is suggested as it is.
const google = await startGoogle();
const server = await startTestServer({ jobs: true, env: google.env });
const { pool } = server.db;
const drive = driveMaker(server, google);
const { world, switches } = google;

afterEach(() => switches.failing.clear());

const text = (n: number) =>
  `# Rule ${n}\n\nCheck the brakes of forklift number ${n} before the first drive of every shift.\n`;

/** Ends the pauses of drives. */
async function resume() {
  await pool.query('update drive_connections set paused_until = null');
  await publishTopics(pool, DRIVE_FILES_DUE_CHANNEL);
}

/** Creates a document that always fails, next to others that don't. It has been requested once. */
async function failing(reason: string, status: number, of: 'content' | 'all' = 'content') {
  const made = await drive();
  const { folder, see, until, file, one, connection, workspace } = made;
  await pool.query(`update drive_connections set push = 'channel' where id = $1`, [connection.id]);
  const bad = world.document({ name: 'Bad', text: text(0), in: folder });
  await see(bad);
  await until(bad, 'suggested');
  switches.failing.set(bad, { status, reason, of });
  world.edit(bad, text(1_000));
  const again = async () => {
    await pool.query(
      `update drive_files set due_at = now(), state = 'discovered' where workspace_id = $1 and provider_id = $2`,
      [workspace.id, bad],
    );
    await publishTopics(pool, DRIVE_FILES_DUE_CHANNEL);
  };
  await again();
  await expect.poll(() => file(bad)).toMatchObject({ state: 'discovered', attempts: 1 });
  // A limit may be that of the whole drive, which then rests for seconds.
  await resume();
  return {
    ...made,
    bad,
    again,
    /** Reads another document and returns the state of the drive. */
    another: async (n: number) => {
      const other = world.document({ name: `Other ${n}`, text: text(n), in: folder });
      await see(other);
      await until(other, 'suggested');
      return one<{ state: string; state_reason: string | null; misses: number; paused_until: Date | null }>(
        'select state, state_reason, misses, paused_until from drive_connections where workspace_id = $1 and id = $2',
        [connection.id],
      );
    },
  };
}

const UNPAUSED = { state: 'connected', state_reason: null, misses: 0, paused_until: null };

// rules/drives 6
test.each([
  ['backendError', 500, 'content', 'unavailable'],
  ['internalError', 500, 'all', 'unavailable'],
  ['downloadQuotaExceeded', 403, 'content', 'download_quota'],
  ['userRateLimitExceeded', 403, 'content', 'quota'],
  ['rateLimitExceeded', 429, 'all', 'quota'],
  ['authError', 401, 'content', 'unavailable'],
  ['authError', 401, 'all', 'unavailable'],
] as const)(
  'a document that always answers %s (%i, to %s) is failed after a few misses while others are read, and the drive goes on',
  async (reason, status, of, code) => {
    const { bad, again, another, file, until } = await failing(reason, status, of);
    for (let n = 1; n <= 2; n++) {
      expect(await another(n)).toEqual(UNPAUSED);
      await again();
      await expect.poll(async () => (await file(bad)).state).toBeOneOf(['discovered', 'failed']);
      await expect.poll(async () => (await file(bad)).attempts).toBe(n === 2 ? 0 : n + 1);
    }
    const failed = await until(bad, 'failed');
    expect(failed).toMatchObject({ reason: code, attempts: 0 });
    const hours = ((failed.due_at?.getTime() ?? 0) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23);
    expect(hours).toBeLessThan(25);
    expect(await another(3)).toEqual(UNPAUSED);
    // It is retried automatically the next day.
    switches.failing.clear();
    await pool.query(`update drive_files set due_at = now() where provider_id = $1`, [bad]);
    await until(bad, 'suggested');
  },
);

// rules/drives 2
test('a document that asks for an hour of rest pauses the drive for seconds, and is itself left alone for the hour', async () => {
  const { folder, see, file, one, until } = await drive();
  const bad = world.document({ name: 'Bad', text: text(0), in: folder });
  switches.failing.set(bad, { status: 429, reason: 'rateLimitExceeded', of: 'content' });
  switches.retryAfter = 3_600;
  onTestFinished(() => void (switches.retryAfter = undefined));
  await see(bad);
  await expect.poll(() => file(bad)).toMatchObject({ state: 'discovered', attempts: 1 });
  const rest = await one<{ seconds: number }>(
    `select extract(epoch from paused_until - now())::float as seconds from drive_connections where workspace_id = $1`,
  );
  expect(rest?.seconds).toBeLessThan(7);
  const { due_at } = await file(bad);
  expect(((due_at?.getTime() ?? 0) - Date.now()) / 1_000).toBeGreaterThan(3_500);
  await resume();
  const other = world.document({ name: 'Other', text: text(1), in: folder });
  await see(other);
  await until(other, 'suggested');
});

test('where nothing else is read, a document is tried for longer, and later each time', async () => {
  const { bad, file, again } = await failing('backendError', 500);
  const waits: number[] = [];
  for (let attempts = 1; attempts < 5; attempts++) {
    await expect.poll(() => file(bad)).toMatchObject({ state: 'discovered', attempts });
    const { due_at: at } = await file(bad);
    waits.push(((at?.getTime() ?? 0) - Date.now()) / 1_000);
    await again();
  }
  expect(waits).toEqual(waits.toSorted((one, other) => one - other));
  expect(waits[3]).toBeGreaterThan(1_500);
  await expect.poll(() => file(bad)).toMatchObject({ state: 'failed', reason: 'unavailable' });
});

test('documents that are limited while the drive answers pause it for seconds each time, and are tried for as long as it takes', async () => {
  const { folder, see, file, one, until } = await drive();
  const ids = [1, 2, 3, 4, 5, 6].map((n) => world.document({ name: `Bad ${n}`, text: text(n), in: folder }));
  for (const id of ids) switches.failing.set(id, { status: 403, reason: 'userRateLimitExceeded', of: 'content' });
  await see(...ids);
  const rest = () =>
    one<{ misses: number; state_reason: string; seconds: number }>(
      `select misses, state_reason, extract(epoch from paused_until - now())::float as seconds
       from drive_connections where workspace_id = $1`,
    );
  for (let n = 0; n < 6; n++) {
    await pool.query(
      'update drive_files set due_at = now() where workspace_id = (select workspace_id from drive_files where provider_id = $1)',
      [ids[0]],
    );
    await resume();
    await expect.poll(rest).toMatchObject({ misses: 0, state_reason: 'quota', seconds: expect.any(Number) });
    expect((await rest())?.seconds).toBeLessThan(7);
  }
  for (const id of ids) {
    // Each limit pauses the drive for seconds, before it has come to the others.
    await expect
      .poll(async () => {
        await resume();
        const { state, attempts, due_at } = await file(id);
        return { state, attempts, isLater: due_at !== null && due_at > new Date() };
      })
      .toEqual({ state: 'discovered', attempts: 1, isLater: true });
  }
  switches.failing.clear();
  await pool.query('update drive_files set due_at = now() where provider_id = any($1)', [ids]);
  await resume();
  for (const id of ids) await until(id, 'suggested');
});

test('a drive that fails as a whole is left alone, and no file of it is failed', async () => {
  const { folder, see, until, file, one } = await drive();
  const id = world.document({ name: 'Good', text: text(7_000), in: folder });
  await see(id);
  await until(id, 'suggested');
  switches.broken = true;
  await pool.query(`update drive_files set due_at = now() where provider_id = $1`, [id]);
  await expect
    .poll(() => one<{ misses: number }>('select misses from drive_connections where workspace_id = $1'))
    .toMatchObject({ misses: 1 });
  await expect.poll(() => file(id)).toMatchObject({ state: 'discovered', attempts: 0 });
  switches.broken = false;
});
