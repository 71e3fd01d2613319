import { once } from 'node:events';
import { IncomingMessage, request } from 'node:http';
import { expect, test } from 'vitest';
import type { TestWorkspace } from '../../../../test/make.ts';
import { startTestServer } from '../../../../test/server.ts';
import { extendAuditChains } from '../../audit/chain/extend-chain.ts';
import { evidenceOn } from '../evidence-fixture.ts';
import { createEvidencePackZip } from './evidence-pack.ts';

const server = await startTestServer();
const { make, db } = server;
const { auditorOf } = evidenceOn(server);
const contextOf = (workspace: TestWorkspace) => ({
  ...make.contextOf(workspace),
  ai: server.ai,
  storage: server.storage,
});

/** Begins to download a pack that no buffers of sockets hold, and takes no more than its beginning. */
async function stalledPack(workspace: TestWorkspace): Promise<IncomingMessage> {
  await db.pool.query(
    `insert into audit_events (workspace_id, id, at, action, actor_kind, actor_name, subject_kind, subject_name, changes)
     select $1, gen_random_uuid(), now(), 'user.created', 'system', 'Test', 'user', 'Long', jsonb_build_object('text', (
       select string_agg(encode(sha256((n || '/' || i)::bytea), 'hex'), '') from generate_series(1, 16384) i))
     from generate_series(1, 40) n`,
    [workspace.id],
  );
  await extendAuditChains(db, 0, new AbortController().signal);
  const headers = { cookie: await server.signIn(await auditorOf(workspace)) };
  const asked = request(`${server.base}/api/workspaces/${workspace.slug}/evidence-pack`, {
    headers,
    agent: false,
  }).end();
  const [response] = await once(asked, 'response');
  if (!(response instanceof IncomingMessage)) throw new Error('There is no answer');
  await once(response, 'readable');
  return response;
}

// rules/evidence 4
test('a pack that nobody takes holds no connection and no transaction, and frees its place when its reader goes', async () => {
  const workspace = await make.workspace();
  const response = await stalledPack(workspace);
  expect(response.statusCode).toBe(200);
  const taken = () => db.pool.totalCount - db.pool.idleCount;
  await expect.poll(taken).toBe(0);
  const { rows } = await db.pool.query(
    `select state from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
  );
  expect(rows).toEqual([]);
  const again = () => createEvidencePackZip(contextOf(workspace), {});
  await expect(again()).rejects.toMatchObject({ code: 'busy' });
  response.destroy();
  const freed = async () => (await again().catch(() => null))?.return(undefined);
  await expect.poll(freed).toBeDefined();
});
