// `npm run hostile`: a noisy tenant beside a quiet one, and then the faults (docs/measurements.md).
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { FaultOutcome } from './faults/fault.ts';
import { FAULTS } from './faults/faults.ts';
import { measureNoise, noiseFailures } from './noise.ts';
import { attacksTable, faultsTable, noiseTable, soakWords } from './report.ts';
import { measureSoak } from './soak.ts';
import { openStage } from './stage.ts';

const HELP = `npm run hostile -- [--seconds 30] [--connections 500] [--only <part of an attack's name>]
    [--fault <name>]... [--no-noise] [--no-faults] [--soak <seconds>] [--keep]
  --seconds      how long the quiet tenant is measured alone, and beside the noisy one
  --connections  so many that the noisy tenant holds
  --only         only the attacks that have this in their names
  --fault        only these of ${Object.keys(FAULTS).join(', ')}
  --soak         how long memory is watched while both tenants work: 600 seconds; 0 is not at all
  --keep         keep the folder with the database and the servers' log
`;

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '30' },
    connections: { type: 'string', default: '500' },
    only: { type: 'string' },
    fault: { type: 'string', multiple: true },
    'no-noise': { type: 'boolean', default: false },
    'no-faults': { type: 'boolean', default: false },
    soak: { type: 'string', default: '600' },
    keep: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const say = (line: string) => process.stdout.write(`${line}\n`);

async function campaign(): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'training-hostile-'));
  const failures: string[] = [];
  try {
    if (!options['no-noise']) failures.push(...(await noise(path.join(folder, 'noise'))));
    if (!options['no-faults']) failures.push(...(await faults(folder)));
    if (Number(options.soak) > 0) failures.push(...(await soak(path.join(folder, 'soak'))));
  } finally {
    if (options.keep) say(folder);
    else rmSync(folder, { recursive: true, force: true });
  }
  for (const failure of failures) say(`Failed: ${failure}`);
  say(failures.length === 0 ? 'All bounds held.' : `${failures.length} failed.`);
  process.exitCode = failures.length === 0 ? 0 : 1;
}

const load = {
  connections: Number(options.connections),
  ...(options.only !== undefined && { only: options.only }),
};

async function noise(folder: string): Promise<string[]> {
  const stage = await openStage({ folder });
  try {
    const outcome = await measureNoise(stage, await stage.startInstance(), {
      ...load,
      seconds: Number(options.seconds),
    });
    say(`\n${noiseTable(outcome)}\n\n${attacksTable(outcome)}\n`);
    return noiseFailures(outcome, true);
  } finally {
    await stage.close();
  }
}

async function faults(folder: string): Promise<string[]> {
  const outcomes: FaultOutcome[] = [];
  for (const [name, strike] of Object.entries(FAULTS)) {
    if (options.fault && !options.fault.includes(name)) continue;
    outcomes.push(await strike(path.join(folder, name)));
    say(`${name}: done`);
  }
  say(`\n${faultsTable(outcomes)}\n`);
  return outcomes.flatMap((outcome) => outcome.failures.map((failure) => `${outcome.name}: ${failure}`));
}

async function soak(folder: string): Promise<string[]> {
  const stage = await openStage({ folder });
  try {
    const outcome = await measureSoak(stage, await stage.startInstance(), {
      ...load,
      seconds: Number(options.soak),
    });
    say(`\n${soakWords(outcome)}\n`);
    return outcome.failures;
  } finally {
    await stage.close();
  }
}

if (options.help) process.stdout.write(HELP);
else await campaign();
