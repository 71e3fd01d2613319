import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTRPCClient, httpLink, type TRPCClient } from '@trpc/client';
import type { Role, TokenScope } from '@training/shared/permissions';
import { WORKSPACE_HEADER } from '@training/shared/sessions';
import { itemsInProgress } from '../src/platform/queue/start-worker.ts';
import { afterAll, inject, onTestFinished, TestRunner } from 'vitest';
import { readConfig, type Config } from '../src/core/config.ts';
import type { Services } from '../src/core/services.ts';
import { startBackgroundJobs } from '../src/app/jobs.ts';
import { openOperatorDatabase, openPools } from '../src/database/database.ts';
import { createSignInUrl } from '../src/auth/sign-in/sign-in-link.ts';
import type { PoolTimeouts } from '../src/database/statements/work-pool.ts';
import { HTTP_LIMITS, type HttpLimits } from '../src/http/limits/limits.ts';
import { listen } from '../src/http/listen.ts';
import { assembleServer } from '../src/app/assemble-server.ts';
import { createLog } from '../src/platform/log.ts';
import { startTracingIfConfigured } from '../src/platform/tracing/open-tracing.ts';
import type { AppRouter } from '../src/app/router.ts';
import { freshDatabaseUrl } from './database.ts';
import { isBehindRouter, routerBefore } from './routable/behind-router.ts';
import { makerFor, type Maker, type TestWorkspace } from './make.ts';

export type Client = TRPCClient<AppRouter>;

export type TestServer = Awaited<ReturnType<typeof startTestServer>>;

/** Sealing in tests writes no keyring into the checkout. */
export const KEYRING = {
  ENCRYPTION_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
  ENCRYPTION_ACTIVE_KEY: 'test',
};

type Options = {
  env?: Record<string, string>;
  databaseUrl?: string;
  config?: Partial<Config>;
  keepOpen?: boolean;
  /** Other limits of requests than a server has. */
  limits?: Partial<PoolTimeouts>;
  /** Narrower than those of the real server. */
  bounds?: Partial<HttpLimits>;
  /** Runs the jobs too, as the real server does, but looks for due work more often. */
  jobs?: boolean;
  /** Services instead of the real ones. */
  outside?: Partial<Services>;
};

/** Milliseconds between looks for due work, fewer than a real server's so that tests don't wait for it. */
const LOOK_EVERY = 200;

let addresses = 0;

/** An address that nobody has, of those that are for tests (RFC 2544). */
function nextAddress(): string {
  addresses += 1;
  return `198.18.${(addresses >> 8) & 255}.${addresses & 255}`;
}

/** Longer than a server's: on a machine that is busy with others, whoever holds a lock waits for a turn. */
const PATIENT: Partial<PoolTimeouts> = { statement: 60_000, lock: 60_000, idleInTransaction: 60_000, answer: 90_000 };

/** In milliseconds; before Vitest gives a hook up without saying what hung. */
const LONGEST_END = 150_000;

async function ends(what: string, ending: Promise<unknown>, workInProgress?: () => Promise<object>) {
  const hangs = new AbortController();
  const late = sleep(LONGEST_END, undefined, { signal: hangs.signal, ref: false }).then(async () => {
    const inProgress = await Promise.race([workInProgress?.(), sleep(10_000, undefined, { ref: false })]).catch(String);
    const suffix = inProgress ? `: ${JSON.stringify(inProgress)}` : '';
    throw new Error(`${what} did not end within ${LONGEST_END / 1_000} s${suffix}`);
  });
  try {
    await Promise.race([ending, late]);
  } finally {
    hangs.abort();
    late.catch(() => undefined);
  }
}

/** Collects the open connections of a server. */
function openConnections(server: Server): Set<Socket> {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return open;
}

/** The real server on a port of its own and a fresh database; closed after the test, or the file that starts it. */
export async function startTestServer({
  env = {},
  databaseUrl,
  config: changed = {},
  keepOpen = false,
  limits = {},
  jobs = false,
  bounds,
  outside = {},
}: Options = {}) {
  const url = databaseUrl ?? (await freshDatabaseUrl());
  const config: Config = {
    ...readConfig({
      PORT: '0',
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      AUTH_SECRET: 'x'.repeat(40),
      ...KEYRING,
      DATA_DIR: inject('dataFolder'),
      ...env,
    }),
    rateLimits: { reads: 0, writes: 0, people: 0 },
    ...changed,
  };
  const router = isBehindRouter && config.replicas.urls.length === 0 ? await routerBefore(url) : undefined;
  if (router) config.shards = router.shards;
  const served = router?.url ?? url;
  const log = createLog(config.logLevel);
  const stopTracing = await startTracingIfConfigured(config.traces, log);
  // Tests read and write the rows of workspaces by the address of their database.
  const db = await openOperatorDatabase(url, 4);
  const directory = router ? await openOperatorDatabase(router.shards.urls[0]!, 1) : db;
  const pools = openPools(db, {
    url: served,
    size: config.poolSize,
    limits: { ...PATIENT, ...limits },
    replicas: config.replicas,
    shards: config.shards,
  });
  const server = assembleServer({ config, pools, log, bounds: { ...HTTP_LIMITS, ...bounds }, outside });
  const open = openConnections(server.app.server);
  const { port } = await listen(server.app, config);
  server.setPort(port);
  const base = `http://127.0.0.1:${port}`;
  const make: Maker = makerFor(db);
  const running = jobs && startBackgroundJobs(pools, { ...server, lookEvery: LOOK_EVERY });
  const workInProgress = async () => {
    const sql = `select application_name, state, wait_event, left(query, 200) as query from pg_stat_activity
      where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`;
    const [queues, locked, statements] = await Promise.all([
      itemsInProgress.get(),
      db.pool.query('select task_identifier from graphile_worker.jobs where locked_at is not null'),
      db.pool.query(sql),
    ]);
    return { queues: queues.values.filter(({ value }) => value > 0), tasks: locked.rows, statements: statements.rows };
  };
  const close = async () => {
    // All of it, also after a failure: loops of a server that goes on would connect to a database that is gone.
    const ended = await Promise.allSettled([
      running && ends('Later work', running.stop(), workInProgress),
      ends('The server', server.close()),
    ]);
    await ends(
      'The connections to the database',
      Promise.all([pools.close(), db.close(), router && directory.close()]),
    );
    await stopTracing();
    await router?.close();
    for (const each of ended) if (each.status === 'rejected') throw each.reason;
  };
  const end = () => {
    // `fetch` opens some for streams that have ended by then, and leaves them unused for four seconds: the server would
    // wait for them.
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
    return close();
  };
  // Within a test, `afterAll` would register nothing: the server would go on, and its loops with it.
  if (!keepOpen && TestRunner.getCurrentTest()) onTestFinished(end);
  else if (!keepOpen) afterAll(end);

  /** The cookie of a session of `email`. */
  async function signIn(email: string): Promise<string> {
    const link = new URL(await createSignInUrl(pools.requests, email, { publicUrl: base, minutes: 5 }));
    const response = await fetch(`${base}/api/auth-link`, {
      method: 'POST',
      // From an address of their own: tests sign in more people a minute than one address may.
      headers: { 'content-type': 'application/json', origin: base, 'x-forwarded-for': nextAddress() },
      body: JSON.stringify({ token: link.searchParams.get('token') }),
    });
    if (!response.ok) throw new Error(`signing in ${email}: ${response.status} ${await response.text()}`);
    return response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';', 1)[0])
      .join('; ');
  }

  function client(headers: Record<string, string>): Client {
    return createTRPCClient<AppRouter>({
      links: [httpLink({ url: `${base}/api/trpc`, headers: { origin: base, ...headers } })],
    });
  }

  return {
    base,
    db,
    /** Where the schema `directory` is: another database than that of workspaces behind a router. */
    directory,
    pools,
    databaseUrl: url,
    /** Settings of the database for `wtp`. */
    databaseEnv: {
      DATABASE_URL: served,
      ...(router && { SHARD_URLS: router.shards.urls.join(','), SHARD_HINT: 'pgdog' }),
    },
    ai: server.ai,
    storage: server.storage,
    make,
    close,
    drain: () => server.drain(),
    signIn,
    client,
    /** A typed client for a new person of `role` in the workspace, signed in as a browser would be. */
    async as(role: Role, workspace: TestWorkspace, departmentId?: string): Promise<Client> {
      const department = departmentId ?? (role === 'trainer' ? (await make.department(workspace)).id : undefined);
      const user = await make.user(workspace, { role, ...(department && { departmentId: department }) });
      return client({ cookie: await signIn(user.email), [WORKSPACE_HEADER]: workspace.slug });
    },
    /** Calls the REST surface with a bearer token, or without one. */
    rest(token?: string) {
      return async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
        const raw = typeof body === 'string' || Buffer.isBuffer(body);
        const response = await fetch(`${base}${path}`, {
          method,
          headers: {
            ...(token !== undefined && { authorization: `Bearer ${token}` }),
            ...(body !== undefined && { 'content-type': 'application/json' }),
            ...headers,
          },
          ...(body !== undefined && { body: raw ? body : JSON.stringify(body) }),
        });
        const text = await response.text();
        // oxlint-disable-next-line typescript/no-explicit-any -- tests read what they expect, and fail where it is not there
        const json: any =
          text && /json/.test(response.headers.get('content-type') ?? '') ? JSON.parse(text) : undefined;
        return { status: response.status, headers: response.headers, text, json };
      };
    },
    /** A workspace, and `rest` with a new token of it. */
    async api(scopes: TokenScope[], workspace?: TestWorkspace) {
      const of = workspace ?? (await make.workspace());
      const token = await make.token(of, scopes);
      return { workspace: of, token, call: this.rest(token.token) };
    },
  };
}
