import { setTimeout as sleep } from 'node:timers/promises';
import { assemble } from './assemble.ts';
import { announce } from './announce.ts';
import { assertReachesPeople, ConfigError, serverConfig } from './config.ts';
import { DataFolderInUse } from './database/data-folder-lock.ts';
import { openPools } from './database/database.ts';
import { openConfigured } from './database/open.ts';
import { prepareDemo } from '../seeds/demo/prepare-demo.ts';
import { checkKeyring } from './features/secrets/check-keyring.ts';
import { UnreadableSecrets } from './features/secrets/stored-secret.ts';
import { listen, PortTaken } from './http/listen.ts';
import { startJobs } from './jobs.ts';
import { KeyringError } from './platform/encryption/keyring-file.ts';
import { turnChecksOn } from './database/checks.ts';
import { sayReady } from './platform/say-ready.ts';
import { createLog } from './platform/log.ts';
import { SEALED_COLUMNS } from './sealed-columns.ts';

/**
 * How long what is under way may take to end after SIGTERM, in milliseconds; the rest of ten seconds is PostgreSQL's.
 */
const DRAIN = 7_000;

/** How long connections may take to close, in milliseconds: one that hangs ends with the process. */
const CLOSE = 500;

/** Errors that the operator can mend. */
const EXPECTED = [ConfigError, DataFolderInUse, KeyringError, PortTaken, UnreadableSecrets];

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Config → database → keyring → HTTP → jobs. */
async function start(): Promise<void> {
  const config = serverConfig();
  const log = createLog(config.logLevel);
  if (config.checkAnswers) turnChecksOn();
  // A promise that nobody waited for concerns one request at most, and often one that has been answered: everybody
  // else's must not end with it, as they would by default. It is an error of ours all the same, to be mended.
  process.on('unhandledRejection', (reason) => log.error({ err: reason }, 'A promise failed that nobody waited for'));
  const stopping = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stopping.abort());

  const opened = await openConfigured(config, {
    onProgress: say,
    prepare: (db) => prepareDemo(db, say),
  });
  const pools = openPools(opened.db, opened.url, config.poolSize);
  try {
    const server = assemble({ config, pools, databaseUrl: opened.url, log });
    await checkKeyring(opened.db, server.ai.keyring, SEALED_COLUMNS, config);
    const { host, port } = await listen(server.app, config);
    assertReachesPeople({ ...config, host });
    server.setPort(port);
    await announce(opened.db, { ...config, host }, port, say);
    const jobs = startJobs({ ...server, db: pools.jobs, databaseUrl: opened.url, log });
    if (config.tellsSystemd) await sayReady();
    server.loadSignIn().catch((error: unknown) => log.error({ err: error }, 'Signing in could not be loaded'));
    await aborted(stopping.signal);
    say('Stopping …');
    const answered = server.drain().then(() => server.close());
    await Promise.race([Promise.all([answered, jobs.stop()]), sleep(DRAIN)]);
  } finally {
    await Promise.race([pools.close(), sleep(CLOSE, undefined, { ref: false })]);
    await opened.close();
  }
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

try {
  await start();
  process.exit(0);
} catch (error) {
  // What the operator can mend is said in their words; anything else shows where it comes from.
  const expected = EXPECTED.some((kind) => error instanceof kind);
  process.stderr.write(`${error instanceof Error ? (expected ? error.message : error.stack) : String(error)}\n`);
  process.exit(1);
}
