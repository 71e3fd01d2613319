import { once } from 'node:events';
import { IncomingMessage, request } from 'node:http';
import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import type { TestWorkspace } from '../../../../test/make.ts';
import { startTestServer } from '../../../../test/server.ts';
import { extendAuditChains } from '../../audit/chain/seal-chain.ts';
import { evidenceOn, fileOf } from '../evidence-fixture.ts';
import { evidencePack } from './evidence-pack.ts';
import { verifyPack } from './verify-pack.ts';

const server = await startTestServer();
const { make, db } = server;
const { completed, auditorOf } = evidenceOn(server);
const contextOf = (workspace: TestWorkspace) => ({ ...make.contextOf(workspace), ai: server.ai });

// rules/evidence 4
test('two packs are made at a time, one of a workspace, also where nobody has begun to read them', async () => {
  const [one, other, third] = await Promise.all([make.workspace(), make.workspace(), make.workspace()]);
  const packOf = (workspace: TestWorkspace) => evidencePack(contextOf(workspace), {});
  const [first, again] = await Promise.allSettled([packOf(one), packOf(one)]);
  expect([first, again].map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const made = [first, again, ...(await Promise.allSettled([packOf(other)]))];
  await expect(packOf(third)).rejects.toMatchObject({ code: 'busy' });
  for (const pack of made) if (pack.status === 'fulfilled') await pack.value.return(undefined);
  const last = await packOf(third);
  await last.return(undefined);
});

test('who takes too long for a pack is cut off, and leaves its place to others', async () => {
  const { workspace } = await completed();
  const pack = await evidencePack(contextOf(workspace), {}, 0);
  const whole = async () => {
    for await (const piece of pack) expect(piece).toBeInstanceOf(Uint8Array);
  };
  await expect(whole()).rejects.toMatchObject({ code: 'busy' });
  const next = await evidencePack(contextOf(workspace), {});
  await next.return(undefined);
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
  const again = () => evidencePack(contextOf(workspace), {});
  await expect(again()).rejects.toMatchObject({ code: 'busy' });
  response.destroy();
  const freed = async () => (await again().catch(() => null))?.return(undefined);
  await expect.poll(freed).toBeDefined();
});

test('what is no pack is refused in words', async () => {
  await expect(verifyPack(await fileOf(strToU8('no zip')))).rejects.toThrow('no ZIP');
  await expect(verifyPack(await fileOf(zipSync({ a: strToU8('b') })))).rejects.toThrow('no manifest');
  await expect(verifyPack('/nonexistent/pack.zip')).rejects.toThrow('cannot be read');
});
