import { expect, onTestFinished, test } from 'vitest';
import { runNightlyTasks } from '../src/features/assignments/run-nightly-tasks.ts';
import { extendAuditChains } from '../src/features/audit/chain/extend-chain.ts';
import { createReminders } from '../src/features/notifications/mail/create-reminders.ts';
import { startDueNightlyCrawls } from '../src/features/drive-sync/crawl/start-crawl-worker.ts';
import { startTestServer } from './server.ts';

const server = await startTestServer();
const { db, make } = server;

/** A Wednesday at ten o'clock: all nights have begun, and the digest is due. */
const NOW = new Date('2031-10-29T10:00:00Z');

/** Tasks done for one workspace after the other, each with the table in which it records that. */
const ROUNDS: Record<string, { table: string; run: () => Promise<unknown> }> = {
  'sealing the audit log': {
    table: 'audit_chain',
    run: () => extendAuditChains(db, 86_400_000, new AbortController().signal),
  },
  'the night of assignments': { table: 'assignment_maintenance', run: () => runNightlyTasks(db, undefined, NOW) },
  reminders: { table: 'reminder_days', run: () => createReminders(db, undefined, NOW) },
  'nightly scans of drives': { table: 'drive_crawls', run: () => startDueNightlyCrawls(db, NOW) },
};

// rules/operation 4
test.each(Object.entries(ROUNDS))('%s fails in one workspace and is done in the others', async (_, { table, run }) => {
  // Rounds take workspaces or their rows in the order of ids, which grow, so the first one made comes first.
  const [failing, other] = [await make.workspace(), await make.workspace()];
  for (const workspace of [failing, other]) {
    const admin = await server.as('super_admin', workspace);
    await admin.departments.create.mutate({ name: 'Warehouse' });
    await make.drive(workspace);
  }
  await db.pool.query(`create function fail_in_one() returns trigger language plpgsql as $$ begin
    if new.workspace_id = '${failing.id}' then raise 'It always fails here'; end if; return new; end $$`);
  await db.pool.query(
    `create trigger fail_in_one before insert on ${table} for each row execute function fail_in_one()`,
  );
  onTestFinished(async () => {
    await db.pool.query(`drop trigger fail_in_one on ${table}`);
    await db.pool.query('drop function fail_in_one');
  });
  await expect(run()).rejects.toThrow('It always fails here');
  const { rows } = await db.pool.query<{ workspace_id: string }>(
    `select distinct workspace_id from ${table} where workspace_id = any ($1)`,
    [[failing.id, other.id]],
  );
  expect(rows).toEqual([{ workspace_id: other.id }]);
});
