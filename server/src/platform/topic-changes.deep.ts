import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { connect } from '../../test/database.ts';
import { openAndMigrateDatabase } from '../app/open-database.ts';
import { startEmbeddedPostgres } from '../database/embedded/embedded-postgres.ts';
import { TopicChangeListener, publishTopics } from './topic-changes.ts';

// rules/bounds 8
test('a change that was committed and not yet sent when PostgreSQL crashed reaches everyone once it is back', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'live-test-'));
  const postgres = await startEmbeddedPostgres({ folder, binaries: '@oldest-postgres' });
  const opened = await openAndMigrateDatabase({ databaseUrl: postgres.url, dataDir: folder });
  const live = new TopicChangeListener([postgres.url], { warn: () => undefined });
  onTestFinished(async () => {
    await live.close();
    await opened.close();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  let changes = 0;
  live.follow('one', () => void changes++);
  await live.heard();
  const client = await connect(postgres.url);
  await publishTopics(client, 'one');
  await expect.poll(() => changes).toBe(1);

  const listening = `select pid from pg_stat_activity where application_name = 'training-live'`;
  const { rows } = await client.query<{ pid: number }>(listening);
  process.kill(rows[0]!.pid, 'SIGSTOP');
  await publishTopics(client, 'one');
  const stored = async (on = opened.db.pool) => (await on.query('select topic from changed_topics')).rows;
  expect(await stored()).toEqual([{ topic: 'one' }]);
  process.kill(rows[0]!.pid, 'SIGKILL');
  await expect.poll(() => changes).toBe(2);
  expect(await stored()).toEqual([]);
});
