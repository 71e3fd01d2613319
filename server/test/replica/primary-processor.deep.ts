import { createTRPCClient, httpLink } from '@trpc/client';
import { WORKSPACE_HEADER } from '@training/shared/sessions';
import { expect, test } from 'vitest';
import { processorOf } from '../../bench/processor.ts';
import { storeScale } from '../../seeds/scale/store-scale.ts';
import type { AppRouter } from '../../src/app/router.ts';
import { startTestServer } from '../server.ts';
import { answeredBy, startReplicated, usedBy } from './replicated.ts';

const ROUNDS = 3;
/** Turns of the mix in a round. */
const TURNS = Number(process.env.REPLICA_TURNS ?? 20);
const AT_ONCE = 4;
/** Writes of a turn, beside 18 reads. */
const WRITES = [2, 18];
const SIZE = { courses: 20, modules: 10, users: 5_000, progress: 50_000 };

const replicated = await startReplicated(1);
const { databaseUrl, primary, standbys } = replicated;
const beside = await startTestServer({ databaseUrl });

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

// rules/operation 15
test('with a replica, the primary needs at most half the processor time for a mix of reads and writes', async () => {
  const { workspace } = await storeScale(beside.db, { workspaceSlug: 'scale', ...SIZE });
  const { token } = await beside.make.token(workspace, ['users:read', 'users:write', 'analytics:read', 'catalog:read']);
  const { email } = await beside.make.user(workspace, { role: 'super_admin' });
  const cookie = await beside.signIn(email);

  /** A turn: these writes, 4 reads of the primary, 14 of replicas. */
  function turnOf(base: string, n: number, writes: number): (() => Promise<unknown>)[] {
    const headers = { origin: base, cookie, [WORKSPACE_HEADER]: workspace.slug };
    const client = createTRPCClient<AppRouter>({ links: [httpLink({ url: `${base}/api/trpc`, headers })] });
    const rest = async (method: string, path: string, body?: object) => {
      const response = await fetch(base + path, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      await response.arrayBuffer();
      expect(response.ok).toBe(true);
    };
    const upsert = (of: number) => () =>
      rest('POST', '/api/v1/users', { email: `p${n % 50}-${of}@scale.example`, full_name: `Person ${n}-${of}` });
    const words = ['an', 'safety', 'lopez', 'basics', 'team'] as const;
    return [
      ...Array.from({ length: writes }, (_, of) => upsert(of)),
      () => rest('GET', `/api/v1/users?offset=${(n * 100) % 4_000}`),
      () => client.users.search.query({ limit: 50 }),
      () => client.departments.list.query(),
      () => client.overview.read.query(),
      ...words.map((query) => () => client.search.find.query({ query })),
      () => client.audit.lines.query({}),
      () => client.audit.lines.query({ search: 'person' }),
      () => client.audit.list.query({ days: 7 }),
      () => rest('GET', '/api/v1/catalog'),
      () => rest('GET', '/api/v1/analytics?include=modules'),
      () => client.analytics.breakdown.query({}),
      () => client.analytics.trend.query({}),
      () => client.analytics.concerns.query({ list: 'overdue' }),
      () => client.analytics.concerns.query({ list: 'at_risk', order: 'person' }),
    ];
  }

  async function drive(base: string, turns: number, writes: number): Promise<void> {
    const queue = Array.from({ length: turns }, (_, n) => turnOf(base, n, writes)).flat();
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let next = queue.shift(); next; next = queue.shift()) await next();
      }),
    );
  }

  /** Milliseconds of processor per request: of the primary, all of it, and of the server. */
  async function measure(replicas: readonly string[], writes: number) {
    const { base, pid, stop } = await replicated.start(replicas);
    if (replicas.length > 0) await expect.poll(() => usedBy(base), { timeout: 30_000 }).toEqual([true]);
    await drive(base, 3, writes);
    const before = processorOf(pid, primary.pid);
    const began = performance.now();
    await drive(base, TURNS, writes);
    const seconds = (performance.now() - began) / 1_000;
    const after = processorOf(pid, primary.pid);
    const { replica: there, primary: here } = await answeredBy(base);
    await stop();
    const requests = TURNS * (writes + 18);
    return {
      database: (after.database - before.database) / requests,
      server: (after.server - before.server) / requests,
      rate: requests / seconds,
      there,
      here,
    };
  }

  type Round = Awaited<ReturnType<typeof measure>>;
  const lines = ['| Median per request | without | with a replica | ratio |', '|---|---|---|---|'];
  const ratios: number[] = [];
  for (const writes of WRITES) {
    const without: Round[] = [];
    const beyond: Round[] = [];
    for (let n = 0; n < ROUNDS; n++) {
      await standbys[0]!.end('SIGINT');
      without.push(await measure([], writes));
      await standbys[0]!.start();
      beyond.push(await measure(replicated.urls, writes));
    }
    const compare = (what: string, of: (round: Round) => number, digits: number) => {
      const [before, after] = [median(without.map(of)), median(beyond.map(of))];
      const cells = [what, before.toFixed(digits), after.toFixed(digits), (after / before).toFixed(2)];
      lines.push(`| ${cells.join(' | ')} |`);
      return after / before;
    };
    const percent = Math.round((100 * writes) / (writes + 18));
    ratios.push(compare(`primary, ${percent} % writes`, ({ database }) => database, 2));
    compare(`server, ${percent} % writes`, ({ server }) => server, 2);
    compare(`requests a second, ${percent} % writes`, ({ rate }) => rate, 0);
    const share = sum(beyond.map(({ there }) => there)) / sum(beyond.map(({ there, here }) => there + here));
    lines.push(`| of the reads for replicas, there | | ${Math.round(100 * share)} % | |`);
  }
  console.log(`Milliseconds of processor, ${ROUNDS} rounds of ${TURNS} turns:\n${lines.join('\n')}`);
  for (const ratio of ratios) expect(ratio).toBeLessThanOrEqual(0.5);
}, 900_000);
