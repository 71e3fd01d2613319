import { accessSync, constants, existsSync, statfsSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import type { Config } from '../../core/config.ts';
import type { OperatorDatabase } from '../../database/database.ts';
import { databaseUnavailabilityOf, DATABASE_UNREACHABLE } from '../../database/database-unavailable.ts';
import { SERVER_RELEASE } from '../../database/schema/release.ts';
import { openDatabaseForInspection } from '../../app/open-database.ts';
import type { CommandRunner } from '../command.ts';
import { toCommandFailure } from '../command-failure.ts';
import { examineDatabase } from './examine-database.ts';
import { examineKeyring } from './examine-keyring.ts';
import { examineReplicas } from './examine-replicas.ts';
import { examineMail, examineSettingCombinations, examineSignIn } from './examine-settings.ts';
import { examineStorage } from './examine-storage.ts';
import { type Finding, formatFindings, createNoteFinding, createOkFinding, createWrongFinding } from './finding.ts';

const TOPIC = 'disk';
const GIBIBYTE = 1024 ** 3;

/** Minimum free bytes: enough for documents, logs and database growth until the operator notices. */
const LEAST_FREE = GIBIBYTE;

/**
 * Checks the disk of DATA_DIR, which contains the keyring, the embedded database and the storage, unless all are
 * elsewhere. The disk of an external database isn't checked.
 */
function examineDisk({ dataDir, databaseUrl, encryption, storageUrl }: Config): Finding {
  if (databaseUrl && encryption && storageUrl)
    return createOkFinding(TOPIC, 'nothing is stored in DATA_DIR', { data_dir: null });
  const there = nearest(dataDir);
  const { bavail, bsize } = statfsSync(there);
  const free = bavail * bsize;
  const facts = { data_dir: dataDir, exists: there === dataDir, free_bytes: free };
  const says = `${dataDir} has ${(free / GIBIBYTE).toFixed(1)} GiB free`;
  if (free < LEAST_FREE) return createWrongFinding(TOPIC, says, 'make room there', facts);
  try {
    accessSync(there, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    return createWrongFinding(
      TOPIC,
      `${there} cannot be written by this user`,
      'give it to the user that runs the server',
      facts,
    );
  }
  return createOkFinding(TOPIC, says, facts);
}

/** Returns the folder, or its nearest existing parent. */
function nearest(folder: string): string {
  return existsSync(folder) ? folder : nearest(path.dirname(folder));
}

/** Node version that the server is tested with and that the checkout includes. */
const NODE = 24;

export function addDoctorCommand(program: Command, { config, say }: CommandRunner): void {
  program
    .command('doctor')
    .description(
      'say in one screen how the installation is: versions, migrations, keyring, mail, single sign-on, jobs, clock, disk, connections, ' +
        'and what is set wrongly; changes nothing, and exits with 0 only when nothing is wrong; prints {ok, findings: […]}',
    )
    .action(async (_options: object, command: Command) => {
      const findings = await examine(config());
      const healthy = findings.every(({ state }) => state !== 'wrong');
      say(command, { json: { ok: healthy, findings }, text: formatFindings(findings), failed: !healthy });
    });
}

async function examine(config: Config): Promise<Finding[]> {
  const [ofDatabase, mail, signIn, storage] = await Promise.all([
    withDatabase(config),
    examineMail(config),
    examineSignIn(config),
    examineStorage(config),
  ]);
  return [program(), ...ofDatabase, mail, signIn, storage, examineDisk(config), ...examineSettingCombinations(config)];
}

async function withDatabase(config: Config): Promise<Finding[]> {
  try {
    const opened = await openDatabaseForInspection(config);
    try {
      const found = [...(await examineDatabases(opened.db, config)), ...(await examineReplicas(config))];
      const migrated = found.every(({ topic, state }) => topic !== 'migrations' || state === 'ok');
      // The keyring can't be compared if tables are missing.
      return migrated ? [...found, await examineKeyring(opened.db, config)] : found;
    } finally {
      await opened.close();
    }
  } catch (error) {
    const { detail } = toCommandFailure(error);
    const remedy = databaseUnavailabilityOf(error)?.remedy ?? DATABASE_UNREACHABLE.remedy;
    return [createWrongFinding('database', detail, `${remedy}; nothing else could be looked at there`)];
  }
}

/** Examines the database, or each one behind the router. */
async function examineDatabases(db: OperatorDatabase, config: Config): Promise<Finding[]> {
  const { urls } = config.shards;
  if (urls.length === 0) return examineDatabase(db, config);
  const found: Finding[] = [];
  for (const [at, databaseUrl] of urls.entries()) {
    const opened = await openDatabaseForInspection({ databaseUrl, dataDir: config.dataDir });
    try {
      const ofOne = await examineDatabase(opened.db, config);
      found.push(...ofOne.map((each) => ({ ...each, says: `database ${at}: ${each.says}` })));
    } finally {
      await opened.close();
    }
  }
  return found;
}

function program(): Finding {
  const node = process.versions.node;
  const facts = { version: SERVER_RELEASE, node };
  const says = `version ${SERVER_RELEASE}, Node ${node}`;
  if (Number.parseInt(node, 10) >= NODE) return createOkFinding('program', says, facts);
  return createNoteFinding(
    'program',
    says,
    `it is tested on Node ${NODE}, which node_modules/.bin/node of the checkout is`,
    facts,
  );
}
