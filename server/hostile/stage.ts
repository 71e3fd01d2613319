// The stage of the campaign: a database with two tenants on it, and servers that are processes of their own.
import { mkdirSync, openSync } from 'node:fs';
import { buildServer } from '../../scripts/server-build.ts';
import { TokenScope } from '@training/shared/permissions';
import { signIn } from '../bench/sign-in.ts';
import { startServer, startWords, type Server } from '../bench/processes.ts';
import { findPostmaster } from '../bench/processor.ts';
import { openOperatorDatabase, type Database } from '../src/database/database.ts';
import { startEmbeddedPostgres } from '../src/database/embedded/embedded-postgres.ts';
import { migrate } from '../src/database/schema/migrate.ts';
import { keyFor, startAiStandIn } from '../test/ai/stand-in.ts';
import { makerFor } from '../test/make.ts';
import { UNKNOWING } from './attacks/answers.ts';
import { call } from './call.ts';
import { startFailingDrive, type FailingDrive } from './failing-drive.ts';
import type { Caller } from './target.ts';

const SETTINGS = {
  /** The same in every process, so that a session of one is a session of all. */
  AUTH_SECRET: 'x'.repeat(40),
  ENCRYPTION_KEYS: `hostile:${Buffer.alloc(32, 7).toString('base64')}`,
  ENCRYPTION_ACTIVE_KEY: 'hostile',
  ANTHROPIC_API_KEY: keyFor('good', 'pooled'),
  DEEPGRAM_API_KEY: keyFor('good', 'pooled-speech'),
  LOG_LEVEL: 'warn',
  // Receivers of webhooks are processes of this machine.
  OUTGOING_HTTP: 'true',
  OUTGOING_PRIVATE_TARGETS: 'loopback',
  // The quiet tenant calls more often than people do.
  RATE_LIMIT_READS_PER_MINUTE: '100000',
  RATE_LIMIT_WRITES_PER_MINUTE: '100000',
};

export type Instance = Server & { base: string };

export interface Stage {
  db: Database;
  databaseUrl: string;
  /** The process that all of PostgreSQL's are children of. */
  postmaster: number;
  folder: string;
  /** A drive that a tenant may connect, with documents that always fail. */
  drive: FailingDrive;
  /** Starts an instance as `npm start` does, with these settings on top. */
  startInstance(settings?: Record<string, string>): Promise<Instance>;
  /** A workspace with people who are signed in. */
  makeTenant(name: string, instance: Instance): Promise<Caller>;
  /** The cookie of another session of the tenant's trainer, for each of `count`. */
  sessionsOf(tenant: Caller, instance: Instance, count: number): Promise<string[]>;
  /** Gives the tenant an AI key of its own whose provider takes every request and never answers. */
  silenceProviderOf(tenant: Caller, instance: Instance): Promise<void>;
  close(): Promise<void>;
}

interface StageOptions {
  folder: string;
  /** Where instances find the database, if not where the stage does: behind a proxy, say. */
  urlOfInstances?: string;
  /** A database that is there already; otherwise an embedded PostgreSQL with production's settings. */
  databaseUrl?: string;
}

export async function openStage({ folder, urlOfInstances, databaseUrl }: StageOptions): Promise<Stage> {
  await buildServer();
  mkdirSync(folder, { recursive: true });
  const log = openSync(`${folder}.log`, 'a');
  const postgres = databaseUrl === undefined ? await startEmbeddedPostgres({ folder }) : undefined;
  const url = databaseUrl ?? postgres?.url ?? '';
  const db = await openOperatorDatabase(url, 4);
  await migrate(db);
  const providers = await startAiStandIn({ delay: 200 });
  for (const bytes of UNKNOWING) providers.say(bytes, { text: 'I do not know.', language: 'en' });
  const drive = await startFailingDrive(db);
  const running = new Set<Instance>();
  const make = makerFor(db);

  async function startInstance(settings: Record<string, string> = {}): Promise<Instance> {
    const server = await startServer(
      '../dist/main.js',
      {
        ...SETTINGS,
        ...providers.env,
        ...drive.env,
        DATABASE_URL: urlOfInstances ?? url,
        DATA_DIR: folder,
        ...settings,
      },
      { ready: '/readyz', log, ...startWords() },
    );
    const instance = { ...server, base: `http://127.0.0.1:${server.port}` };
    running.add(instance);
    return {
      ...instance,
      async stop() {
        running.delete(instance);
        await server.stop();
      },
    };
  }

  async function makeTenant(name: string, { base }: Instance): Promise<Caller> {
    const workspace = await make.workspace({ slug: name, name });
    const department = await make.department(workspace);
    const cookieOf = async (role: 'super_admin' | 'content_manager' | 'trainer', who: string) => {
      const email = `${who}@${name}.example`;
      await make.user(workspace, { email, fullName: who, role, departmentId: department.id });
      return signIn(db, email, base);
    };
    for (let n = 0; n < 200; n++) await make.user(workspace, { departmentId: department.id });
    const { token } = await make.token(workspace, [...TokenScope.options], name);
    return {
      workspace: name,
      token,
      cookies: {
        admin: await cookieOf('super_admin', 'admin'),
        manager: await cookieOf('content_manager', 'manager'),
        trainer: await cookieOf('trainer', 'trainer'),
        colleague: await cookieOf('trainer', 'colleague'),
      },
    };
  }

  async function sessionsOf({ workspace }: Caller, { base }: Instance, count: number): Promise<string[]> {
    const cookies: string[] = [];
    while (cookies.length < count) cookies.push(await signIn(db, `trainer@${workspace}.example`, base));
    return cookies;
  }

  async function silenceProviderOf(tenant: Caller, { base }: Instance): Promise<void> {
    const key = keyFor('good', tenant.workspace);
    const body = { provider: 'anthropic', model: 'claude-haiku-5-5', key };
    const { status } = await call(base, { tenant, who: 'admin', path: '/api/trpc/providerKeys.add', body });
    if (status !== 200) throw new Error(`The key of ${tenant.workspace} was refused with ${status}`);
    providers.setScenario(key, 'slow');
  }

  return {
    db,
    databaseUrl: url,
    postmaster: await findPostmaster(db.pool),
    folder,
    drive: drive.plan,
    startInstance,
    makeTenant,
    sessionsOf,
    silenceProviderOf,
    async close() {
      await Promise.all([...running].map((instance) => instance.stop()));
      await drive.stop();
      await db.close();
      await providers.stop();
      await postgres?.stop();
    },
  };
}
