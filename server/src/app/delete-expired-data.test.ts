import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '../../test/database.ts';
import { makerFor } from '../../test/make.ts';
import type { OperatorDatabase } from '../database/database.ts';
import { deleteExpiredData } from './delete-expired-data.ts';

let db: OperatorDatabase;
beforeAll(async () => {
  db = await freshDatabase();
});
afterAll(() => db.close());

// rules/operation 11
test('answers that a key repeats go after a day, and the windows of rate limits after an hour', async () => {
  const make = makerFor(db);
  const workspace = await make.workspace();
  const { id: token } = await make.token(workspace, ['users:write']);
  for (const [key, age] of [
    ['kept', '23 hours 59 minutes'],
    ['old', '24 hours 1 minute'],
  ]) {
    await db.pool.query(
      `insert into idempotency_keys (workspace_id, token_id, operation, key, fingerprint, status, content_type, body, created_at)
       values ($1, $2, 'users.upsert', $3, '', 200, 'application/json', '{}', now() - $4::interval)`,
      [workspace.id, token, key, age],
    );
  }
  for (const [kind, age] of [
    ['read', '59 minutes'],
    ['write', '61 minutes'],
  ]) {
    await db.pool.query(
      `insert into rate_windows (workspace_id, token_id, kind, starts_at, taken) values ($1, $2, $3, now() - $4::interval, 1)`,
      [workspace.id, token, kind, age],
    );
  }
  await deleteExpiredData(db);
  expect((await db.pool.query('select key from idempotency_keys')).rows).toEqual([{ key: 'kept' }]);
  expect((await db.pool.query('select kind from rate_windows')).rows).toEqual([{ kind: 'read' }]);
});
