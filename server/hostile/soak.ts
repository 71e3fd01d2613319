// Both tenants for a long time: what the server holds must not grow.
import { setTimeout as sleep } from 'node:timers/promises';
import { ATTACKS } from './attacks/attacks.ts';
import { BOUNDS, mebibytes } from './noise.ts';
import type { Instance, Stage } from './stage.ts';
import { startNoisyTenant, startQuietTenant } from './tenants.ts';
import { watchServer } from './watch-server.ts';

/** Before what is in memory is looked at: caches fill, code is compiled. In milliseconds. */
const WARM = 30_000;
/** The last fifth may have so many times what the first had. */
const FLAT = 1.15;

export interface SoakOutcome {
  minutes: number;
  calls: number;
  refused: number;
  early: number;
  late: number;
  peak: number;
  failures: string[];
}

export async function measureSoak(
  stage: Stage,
  instance: Instance,
  { seconds, connections, only }: { seconds: number; connections: number; only?: string },
): Promise<SoakOutcome> {
  const bases = [instance.base];
  const quiet = startQuietTenant({ bases, tenant: await stage.makeTenant('quiet', instance) });
  const noisy = await stage.makeTenant('noisy', instance);
  await stage.silenceProviderOf(noisy, instance);
  const sessions = await stage.sessionsOf(noisy, instance, ATTACKS.length);
  const stopNoise = startNoisyTenant({
    target: { bases, tenant: noisy },
    sessions,
    connections: Math.ceil(connections / 5),
    drive: stage.drive,
    ...(only !== undefined && { only }),
  });
  try {
    const rest = quiet.work();
    await sleep(Math.min(WARM, seconds * 100));
    const stopWatching = watchServer(() => [instance], stage.postmaster);
    await sleep(seconds * 1000);
    const { early, late, peak, unready } = await stopWatching();
    const samples = await rest();
    await stopNoise();
    const refused = samples.filter(({ status }) => status === 0 || status >= 500).length;
    const failures: string[] = [];
    if (refused > 0) failures.push(`${refused} calls of the quiet tenant were refused in the soak`);
    if (unready > 0) failures.push(`The server was not ready ${unready} times in the soak`);
    if (peak > BOUNDS.memory) failures.push(`The server took ${mebibytes(peak)} MiB in the soak`);
    if (late > early * FLAT)
      failures.push(`Memory grew from ${mebibytes(early)} to ${mebibytes(late)} MiB in the soak`);
    for (const lost of (await quiet.missing()).slice(0, 10)) failures.push(`Acknowledged and not there: ${lost}`);
    return { minutes: Math.round(seconds / 6) / 10, calls: samples.length, refused, early, late, peak, failures };
  } finally {
    quiet.stop();
  }
}
