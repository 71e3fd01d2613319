// `npm run hostile`: a noisy tenant beside a quiet one, and then the faults (docs/reliability.md).
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { attacksTable, noiseTable } from './report.ts';
import { measureNoise, noiseFailures } from './noise.ts';
import { openStage } from './stage.ts';

const HELP = `npm run hostile -- [--seconds 30] [--connections 500] [--only <part of an attack's name>] [--keep]
  --seconds      how long the quiet tenant is measured alone, and beside the noisy one
  --connections  so many that the noisy tenant holds
  --only         only the attacks that have this in their names
  --keep         keep the folder with the database and the servers' log
`;

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '30' },
    connections: { type: 'string', default: '500' },
    only: { type: 'string' },
    keep: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const say = (line: string) => process.stdout.write(`${line}\n`);

async function campaign(): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'training-hostile-'));
  const failures: string[] = [];
  const stage = await openStage({ folder });
  try {
    const instance = await stage.startInstance();
    const outcome = await measureNoise(stage, instance, {
      seconds: Number(options.seconds),
      connections: Number(options.connections),
      ...(options.only !== undefined && { only: options.only }),
    });
    say(`\n${noiseTable(outcome)}\n\n${attacksTable(outcome)}\n`);
    failures.push(...noiseFailures(outcome, true));
  } finally {
    await stage.close();
    if (options.keep) say(folder);
    else rmSync(folder, { recursive: true, force: true });
  }
  for (const failure of failures) say(`Failed: ${failure}`);
  say(failures.length === 0 ? 'All bounds held.' : `${failures.length} failed.`);
  process.exitCode = failures.length === 0 ? 0 : 1;
}

if (options.help) process.stdout.write(HELP);
else await campaign();
