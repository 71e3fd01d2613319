import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { measureNoise, noiseFailures } from '../hostile/noise.ts';
import { openStage } from '../hostile/stage.ts';
import { freshDatabaseUrl } from './database.ts';

test('beside a noisy tenant a quiet one is answered, and everything that it was told is there', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'training-hostile-'));
  const stage = await openStage({ folder, databaseUrl: await freshDatabaseUrl() });
  try {
    const outcome = await measureNoise(stage, await stage.startInstance(), { seconds: 5, connections: 100 });
    expect(noiseFailures(outcome, false)).toEqual([]);
    // However busy the machine is with others.
    expect(outcome.beside.length).toBeGreaterThan(10);
    expect(outcome.tallies.length).toBeGreaterThan(10);
  } finally {
    await stage.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
