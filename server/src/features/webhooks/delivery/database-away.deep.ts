import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startProcess } from '../../../../test/process.ts';
import { openOperatorDatabase } from '../../../database/database.ts';
import { startEmbeddedPostgres } from '../../../database/embedded/embedded-postgres.ts';
import { migrate } from '../../../database/schema/migrate.ts';
import { KEYS, LOCAL, startWebhooks } from './delivery-fixture.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'training-away-'));
const start = () => startEmbeddedPostgres({ folder, flags: ['-c', 'fsync=off'] });
let postgres = await start();
afterAll(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});
const db = await openOperatorDatabase(postgres.url, 2);
await migrate(db);
await db.close();
// The sender runs in a process of its own, because the failure could end it.
const webhooks = await startWebhooks({ databaseUrl: postgres.url, jobs: false });

test('a database that goes away while requests are under way ends nothing, and when it is back all is delivered', async () => {
  const { server, receiver, addEndpoint, happen, statesOf } = webhooks;
  const workspace = await server.make.workspace();
  const { id } = await addEndpoint(workspace, receiver.addressOf('endpoint'));
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  receiver.answer('endpoint', (_, response) => void held.then(() => response.writeHead(204).end()));
  const sender = startProcess({ DATABASE_URL: postgres.url, ...LOCAL, ...KEYS });
  await sender.base;
  for (let n = 0; n < 8; n++) await happen(workspace);
  await expect.poll(() => receiver.of('endpoint').length).toBe(4);
  await postgres.stop();
  // The requests get their responses now, but the results can't be stored.
  release();
  await expect.poll(sender.output).toMatch(/Couldn’t claim webhook deliveries or store their results/);
  postgres = await start();
  await expect.poll(() => statesOf(id).catch(() => ({}))).toEqual({ delivered: 8 });
  expect(new Set(receiver.of('endpoint').map((each) => each.id)).size).toBe(8);
  expect(sender.child.exitCode).toBeNull();
});
