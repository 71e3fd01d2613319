import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startTestServer, KEYRING } from '../../../../test/server.ts';
import { tamper } from '../../../../test/tamper.ts';
import { commandsWith } from '../../../../test/wtp.ts';
import { extendAuditChains } from './extend-chain.ts';
import { sendAuditCheckpoints } from './send-checkpoints.ts';

const server = await startTestServer();
const { make, db, ai } = server;
const { wtp, json } = commandsWith({ DATABASE_URL: server.databaseUrl, ...KEYRING });
const going = new AbortController().signal;
const send = async () => {
  await extendAuditChains(db, 0, going);
  await sendAuditCheckpoints({ db, ai, stopping: going });
};

/** Creates a workspace with an endpoint of these types, and returns the checkpoints sent to it. */
async function told(types: string[]) {
  const workspace = await make.createdWorkspace();
  const admin = await server.as('super_admin', workspace);
  await db.pool.query(
    `insert into webhook_endpoints (workspace_id, id, url, types, state, created_by_name, created_at, updated_at)
     values ($1, gen_random_uuid(), 'https://hr.example.com/', $2, 'on', 'Test', now(), now())`,
    [workspace.id, types],
  );
  const checkpoints = async () => {
    const { rows } = await db.pool.query<{ data: object }>(
      `select data from outgoing_events where workspace_id = $1 and type = 'audit.checkpoint' order by at, id`,
      [workspace.id],
    );
    return rows.map(({ data }) => data);
  };
  return { workspace, admin, checkpoints };
}

// rules/audit 11
test('webhooks that take checkpoints are sent one a day, while the log grows', async () => {
  const { admin, checkpoints } = await told(['audit.checkpoint']);
  const others = await told(['user.created']);
  await send();
  await send();
  expect(await checkpoints()).toHaveLength(1);
  await admin.departments.create.mutate({ name: 'Later' });
  await send();
  expect(await checkpoints()).toHaveLength(2);
  expect(await others.checkpoints()).toEqual([]);
});

// rules/audit 11
test('a checkpoint that was kept shows that the log was begun anew, and one that is forged is no checkpoint', async () => {
  const { workspace, checkpoints } = await told(['audit.checkpoint']);
  await send();
  const [data] = await checkpoints();
  const folder = await mkdtemp(path.join(tmpdir(), 'checkpoint-'));
  const file = path.join(folder, 'checkpoint.json');
  const verify = ['audit', 'verify', '--workspace', workspace.slug, '--checkpoint', file];
  await writeFile(file, JSON.stringify({ type: 'audit.checkpoint', data }));
  expect(await json(verify)).toMatchObject({ valid: true });

  await writeFile(file, JSON.stringify({ ...data, head: 'a'.repeat(64) }));
  expect(await wtp(verify)).toMatchObject({ code: 1, stdout: expect.stringContaining('not signed by a key of this') });
  await writeFile(file, 'nothing');
  expect(await wtp(verify)).toMatchObject({ code: 1, stderr: expect.stringContaining('no checkpoint') });

  await writeFile(file, JSON.stringify(data));
  await tamper(
    db.pool,
    `with gone as (delete from audit_chain where workspace_id = $1 and position > 1 returning event_id)
     delete from audit_events where workspace_id = $1 and id in (select event_id from gone)`,
    [workspace.id],
  );
  expect(await wtp(verify)).toMatchObject({ code: 1, stdout: expect.stringContaining('cut off or begun anew') });
});
