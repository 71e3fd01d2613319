import { expect, onTestFinished, test } from 'vitest';
import type { TestWorkspace } from '../../../../test/make.ts';
import { startTestServer } from '../../../../test/server.ts';
import { tamper as tamperWith } from '../../../../test/tamper.ts';
import { openOperatorDatabase } from '../../../database/database.ts';
import { hashChainedEvent, type ChainedEvent } from './chain-hash.ts';
import { extendAuditChains } from './extend-chain.ts';
import { verifyAuditChain } from './verify-chain.ts';

const server = await startTestServer();
const { make, db } = server;
const going = new AbortController().signal;
/** Range of the daily check, in milliseconds. */
const BACK = 2 * 86_400_000;

const tamper = (sql: string, parameters: unknown[]) => tamperWith(db.pool, sql, parameters);

/** Older than any time to which a test backdates events. */
const CREATED = new Date(Date.now() - 500 * 86_400_000);

async function sealed(events = 5) {
  const workspace = await make.createdWorkspace(CREATED);
  const admin = await server.as('super_admin', workspace);
  for (let n = 0; n < events; n++) await admin.departments.create.mutate({ name: `Department ${n}` });
  await extendAuditChains(db, BACK, going);
  return { workspace, admin, verify: () => verifyAuditChain({ db, workspace }) };
}

// rules/audit 7
test('every event gets its place, and an untouched log is valid to its last entry', async () => {
  const { admin, verify } = await sealed();
  const before = await verify();
  expect(before).toMatchObject({ valid: true, unsealed: 0, unsealed_since: null });
  expect(before.events).toBeGreaterThanOrEqual(5);
  await admin.departments.create.mutate({ name: 'Later' });
  const after = await verify();
  expect(after).toEqual({ ...before, unsealed: 1, unsealed_since: after.unsealed_since });
  expect(after.unsealed_since).not.toBeNull();
});

test(
  'a later run goes on from the last entry, whatever is sealed meanwhile by another instance',
  { tags: ['deep'] },
  async () => {
    const { admin, verify } = await sealed();
    const { events } = await verify();
    await Promise.all(
      Array.from({ length: 20 }, async (_, n) => {
        await admin.departments.create.mutate({ name: `Later ${n}` });
        await extendAuditChains(db, BACK, going);
      }),
    );
    await extendAuditChains(db, BACK, going);
    expect(await verify()).toMatchObject({ valid: true, events: events + 20, unsealed: 0 });
  },
);

// rules/audit 7
test('what was committed late, with an earlier time, still gets a place', async () => {
  const { workspace, verify } = await sealed();
  const { events } = await verify();
  await db.pool.query(
    `insert into audit_events (workspace_id, id, at, action, actor_kind, actor_name, subject_kind, subject_name)
     values ($1, gen_random_uuid(), now() - interval '1 day', 'user.created', 'system', 'Test', 'user', 'Late')`,
    [workspace.id],
  );
  await extendAuditChains(db, BACK, going);
  expect(await verify()).toMatchObject({ valid: true, events: events + 1 });
});

/** Inserts `events` events of one workspace, a second apart, the last of them `daysAgo` days ago. */
async function past(events: number, daysAgo: number, given?: TestWorkspace) {
  const workspace = given ?? (await make.createdWorkspace(CREATED));
  await db.pool.query(
    `insert into audit_events (workspace_id, id, at, action, actor_kind, actor_name, subject_kind, subject_name)
     select $1, gen_random_uuid(), now() - make_interval(days => $3, secs => n), 'user.created', 'system', 'Test', 'user', 'P'
     from generate_series(1, $2) n`,
    [workspace.id, events, daysAgo],
  );
  return { workspace, verify: () => verifyAuditChain({ db, workspace }) };
}

// rules/audit 7
test(
  'a log without a chain is sealed from its first entry on, and what broke off goes on where it was',
  { tags: ['deep'] },
  async () => {
    const { workspace, verify } = await past(2_500, 400);
    await past(10, 0, workspace);
    const stopping = new AbortController();
    const sealing = extendAuditChains(db, 0, stopping.signal);
    await expect.poll(async () => (await verify()).events).toBeGreaterThan(0);
    stopping.abort();
    await sealing;
    await extendAuditChains(db, 0, going);
    expect(await verify()).toMatchObject({ valid: true, events: 2_511, unsealed: 0 });
  },
);

test(
  'a look reads what lies behind the newest place, however long the log and the time since',
  { tags: ['deep'] },
  async () => {
    const { workspace, verify } = await past(3_000, 100);
    // One connection reads: PostgreSQL learns up to a minute later what another has read.
    const alone = await openOperatorDatabase(server.databaseUrl, 1);
    onTestFinished(() => alone.close());
    await extendAuditChains(alone, 0, going);
    await past(5, 50, workspace);
    await extendAuditChains(alone, BACK, going);
    const read = async () => {
      await alone.pool.query('select pg_stat_force_next_flush()');
      const { rows } = await alone.pool.query<{ read: number }>(
        `select sum(idx_tup_read)::integer as read from pg_stat_user_indexes where relname in ('audit_events', 'audit_chain')`,
      );
      return rows[0]!.read;
    };
    const before = await read();
    expect(await extendAuditChains(alone, BACK, going)).toBe(0);
    expect((await read()) - before).toBeLessThan(1_000);
    // An event older than the range of the check is reported as unsealed.
    await past(1, 90, workspace);
    await extendAuditChains(db, BACK, going);
    expect(await verify()).toMatchObject({ valid: true, events: 3_006, unsealed: 1 });
  },
);

const THIRD = `(select event_id from audit_chain where workspace_id = $1 and position = 3)`;

// rules/audit 8
test.each([
  ['changed', `update audit_events set subject_name = 'Another' where workspace_id = $1 and id = ${THIRD}`, 'not what'],
  [
    'given another time',
    `update audit_events set at = at - interval '1 ms' where workspace_id = $1 and id = ${THIRD}`,
    'is missing',
  ],
  ['removed', `delete from audit_events where workspace_id = $1 and id = ${THIRD}`, 'is missing'],
  [
    'removed with its entry',
    `with gone as (delete from audit_chain where workspace_id = $1 and position = 3 returning event_id)
     delete from audit_events where workspace_id = $1 and id in (select event_id from gone)`,
    'entry 3 is missing',
  ],
  [
    'given the place of another',
    `update audit_chain c set event_id = o.event_id, event_at = o.event_at, event_hash = o.event_hash
     from audit_chain o where c.workspace_id = $1 and o.workspace_id = $1 and c.position = 3 and o.position = 4`,
    'not what',
  ],
  [
    'left as it was, but whose kept hash was changed',
    `update audit_chain set event_hash = decode(repeat('00', 32), 'hex') where workspace_id = $1 and position = 3`,
    'kept hash',
  ],
  [
    'swapped with the next, hashes and all',
    `update audit_chain c set event_id = o.event_id, event_at = o.event_at, event_hash = o.event_hash, hash = o.hash
     from audit_chain o where c.workspace_id = $1 and o.workspace_id = $1
       and (c.position, o.position) in ((3, 4), (4, 3))`,
    'not what',
  ],
])('an event that was %s shows', async (_, sql, reason) => {
  const { workspace, verify } = await sealed();
  // Drops the constraint that an event has only one entry.
  if (sql.includes('o.position'))
    await tamper('alter table audit_chain drop constraint if exists audit_chain_event', []);
  await tamper(sql, [workspace.id]);
  const verdict = await verify();
  expect(verdict).toMatchObject({ valid: false, events: 2, head: null });
  expect(verdict.broken?.reason).toContain(reason);
});

// rules/audit 8
test('an entry that was forged at the end shows, and a later look seals nothing over it', async () => {
  const { workspace, admin, verify } = await sealed();
  const { events } = await verify();
  await tamper(
    `insert into audit_events (workspace_id, id, at, action, actor_kind, actor_name, subject_kind, subject_name)
     values ($1, gen_random_uuid(), now(), 'user.created', 'system', 'Test', 'user', 'Forged')`,
    [workspace.id],
  );
  await tamper(
    `insert into audit_chain (workspace_id, position, event_at, event_id, event_hash, hash)
     select c.workspace_id, c.position + 1, e.at, e.id, c.event_hash, sha256(c.hash)
     from audit_chain c join audit_events e on e.workspace_id = c.workspace_id and e.subject_name = 'Forged'
     where c.workspace_id = $1 order by c.position desc limit 1`,
    [workspace.id],
  );
  const forged = { valid: false, events, head: null, broken: { position: events + 1 } };
  expect(await verify()).toMatchObject(forged);
  await admin.departments.create.mutate({ name: 'Later' });
  await extendAuditChains(db, BACK, going);
  expect(await verify()).toMatchObject(forged);
});

test('one workspace cannot lend another its entries', async () => {
  const { workspace } = await sealed();
  const other = await sealed();
  await tamper(`delete from audit_chain where workspace_id = $1`, [other.workspace.id]);
  await tamper(`delete from audit_events where workspace_id = $1`, [other.workspace.id]);
  for (const table of ['audit_events', 'audit_chain']) {
    await tamper(
      `insert into ${table} select (jsonb_populate_record(t, jsonb_build_object('workspace_id', $2::text))).*
       from ${table} t where t.workspace_id = $1`,
      [workspace.id, other.workspace.id],
    );
  }
  expect(await other.verify()).toMatchObject({ valid: false, broken: { position: 1 } });
});

// rules/audit 7
test('an event has one hash, whatever order its keys come in', () => {
  const event: ChainedEvent = {
    id: 'a',
    at: '2026-03-01T08:30:00.000Z',
    action: 'user.updated',
    actor: { kind: 'system', id: null, name: 'Ünïcode 👩‍👩‍👧' },
    subject: { kind: 'user', id: 'b', name: 'B' },
    changes: { b: [1, 2.5, null], a: { z: true, y: '\u2028' } },
    request_id: null,
    ip: null,
  };
  const turned: ChainedEvent = {
    ip: null,
    request_id: null,
    changes: { a: { y: '\u2028', z: true }, b: [1, 2.5, null] },
    subject: { name: 'B', id: 'b', kind: 'user' },
    actor: { name: 'Ünïcode 👩‍👩‍👧', id: null, kind: 'system' },
    action: 'user.updated',
    at: '2026-03-01T08:30:00.000Z',
    id: 'a',
  };
  expect(hashChainedEvent(turned)).toEqual(hashChainedEvent(event));
  expect(hashChainedEvent({ ...event, ip: '127.0.0.1' })).not.toEqual(hashChainedEvent(event));
});
