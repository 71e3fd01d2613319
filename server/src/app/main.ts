import { setTimeout as sleep } from 'node:timers/promises';
import { assembleServer } from './assemble-server.ts';
import { logUnreadableStorage } from './log-unreadable-storage.ts';
import { printAddressAndSignInLinks, notifySystemd } from './report-ready.ts';
import {
  assertMailReachesPeople,
  ConfigError,
  isOutputForPeople,
  readServerConfig,
  type Config,
} from '../core/config.ts';
import { allowedOriginsOf } from '../auth/sessions/origins.ts';
import { DataFolderInUseError } from '../database/embedded/data-folder-lock.ts';
import { openPools } from '../database/database.ts';
import { openAndMigrateDatabase } from './open-database.ts';
import { prepareDemo } from '../../seeds/demo/prepare-demo.ts';
import { recordKeysAndVerifyKeyring } from '../features/secrets/known-keys.ts';
import { UnreadableSecretsError } from '../features/secrets/stored-secret.ts';
import { listen, PortTakenError } from '../http/listen.ts';
import { startBackgroundJobs } from './jobs.ts';
import { KeyringError } from '../platform/encryption/keyring-file.ts';
import { enableSqlResultValidation } from '../database/statements/validation.ts';
import { createLog, type Log } from '../platform/log.ts';
import { startTracingIfConfigured } from '../platform/tracing/open-tracing.ts';
import { SEALED_COLUMNS } from './sealed-columns.ts';

/** Milliseconds for running work to finish after SIGTERM; PostgreSQL gets the rest of ten seconds. */
const DRAIN = 7_000;

/** Milliseconds for connections to close; hanging ones end with the process. */
const CLOSE = 500;

/** Errors that the operator can fix. */
const EXPECTED = [ConfigError, DataFolderInUseError, KeyringError, PortTakenError, UnreadableSecretsError];

/** Starts, in this order: config → database → keyring → HTTP → jobs. */
async function start(config: Config, log: Log): Promise<void> {
  const say = (line: string) => (config.printsText ? process.stdout.write(`${line}\n`) : log.info(line));
  if (config.checkAnswers) enableSqlResultValidation();
  for (const { name, meant } of config.misspelt) {
    log.warn({ name, meant }, `${name} is no setting and has no effect; did you mean ${meant}?`);
  }
  // An unhandled rejection concerns one request at most, which has often been answered already. By default it would end
  // the process and all other requests. It is still a bug to be fixed, so it is logged as an error.
  process.on('unhandledRejection', (reason) => log.error({ err: reason }, 'A promise failed that nobody waited for'));
  const stopping = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stopping.abort());

  const stopTracing = await startTracingIfConfigured(config.traces, log);
  const opened = await openAndMigrateDatabase(config, {
    onProgress: say,
    prepare: (db) => prepareDemo(db, say),
  });
  const pools = openPools(opened.db, {
    url: opened.url,
    size: config.poolSize,
    replicas: config.replicas,
    shards: config.shards,
  });
  pools.replicas?.whenChanged(({ name, reason }) => {
    if (reason === undefined) log.info({ replica: name }, 'The replica is used');
    else log.warn({ replica: name, reason }, 'The replica is not used');
  });
  try {
    const server = assembleServer({ config, pools, log });
    for (const { jobs } of pools.shards)
      await recordKeysAndVerifyKeyring(jobs, server.ai.keyring, SEALED_COLUMNS, config);
    const { host, port } = await listen(server.app, config);
    assertMailReachesPeople({ ...config, host });
    server.setPort(port);
    if (config.printsText) await printAddressAndSignInLinks(opened.db, { ...config, host }, port, say);
    else log.info({ origin: allowedOriginsOf(config, port)[0] }, 'Listening');
    const work = startBackgroundJobs(pools, server);
    await logUnreadableStorage(server.storage, log);
    if (config.tellsSystemd) await notifySystemd(log);
    await aborted(stopping.signal);
    say('Stopping …');
    const answered = server.drain().then(() => server.close());
    await Promise.race([Promise.all([answered, work.stop()]), sleep(DRAIN)]);
  } finally {
    await Promise.all([Promise.race([pools.close(), sleep(CLOSE, undefined, { ref: false })]), stopTracing()]);
    await opened.close();
  }
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

/** Logs what Node itself would print as text: its warnings, and an error that nobody caught, which ends the process. */
function logWhatNodeSays(log: Log): void {
  process.removeAllListeners('warning');
  process.on('warning', (warning) => log.warn({ err: warning }, warning.message));
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, error.message);
    process.exit(1);
  });
}

/** Prints only the message of errors the operator can fix; other errors with their stack trace. */
function printFailure(error: unknown): void {
  const expected = EXPECTED.some((kind) => error instanceof kind);
  process.stderr.write(`${error instanceof Error ? (expected ? error.message : error.stack) : String(error)}\n`);
}

try {
  const config = readServerConfig();
  const log = createLog(config.logLevel);
  if (!config.printsText) logWhatNodeSays(log);
  await start(config, log);
  process.exit(0);
} catch (error) {
  // If a program reads the output, every line is JSON, including the last one.
  // oxlint-disable-next-line node/no-process-env -- The setting itself may be what is wrong.
  if (isOutputForPeople(process.env)) printFailure(error);
  else createLog('fatal').fatal({ err: error }, error instanceof Error ? error.message : String(error));
  process.exit(1);
}
