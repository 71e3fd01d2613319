// The campaign's first part: a quiet tenant alone, and beside a noisy one.
import { setTimeout as sleep } from 'node:timers/promises';
import { ATTACKS } from './attacks/attacks.ts';
import { GENERATE } from './quiet-work.ts';
import { quantile, type Sample } from './sample.ts';
import type { Instance, Stage } from './stage.ts';
import { startNoisyTenant, startQuietTenant, type Tallies } from './tenants.ts';
import { watchServer, type Observed } from './watch-server.ts';

export interface NoiseOptions {
  /** How long the quiet tenant is alone, and how long beside the noisy one. */
  seconds: number;
  connections: number;
  /** Only the attacks that have this in their names. */
  only?: string;
}

export interface NoiseOutcome {
  alone: Sample[];
  beside: Sample[];
  after: Sample[];
  tallies: Tallies;
  observed: Observed;
  missing: string[];
}

/** What a noisy tenant may do to a quiet one. */
export const BOUNDS = {
  /** p99 beside is at most so many times p99 alone, or `leastMs`. */
  times: 3,
  leastMs: 100,
  memory: 512 * 1024 * 1024,
};

export async function measureNoise(
  stage: Stage,
  instance: Instance,
  { seconds, connections, only }: NoiseOptions,
): Promise<NoiseOutcome> {
  const quiet = startQuietTenant({ bases: [instance.base], tenant: await stage.makeTenant('quiet', instance) });
  const noisy = await stage.makeTenant('noisy', instance);
  await stage.silenceProviderOf(noisy, instance);
  const sessions = await stage.sessionsOf(noisy, instance, ATTACKS.length);
  const during = async () => {
    const rest = quiet.work();
    await sleep(seconds * 1000);
    return rest();
  };
  try {
    // What is compiled and cached on the first calls belongs to neither.
    const warm = quiet.work();
    await sleep(3_000);
    await warm();
    const alone = await during();
    const stopWatching = watchServer(() => [instance], stage.postmaster);
    const stopNoise = startNoisyTenant({
      target: { bases: [instance.base], tenant: noisy },
      sessions,
      connections,
      drive: stage.drive,
      ...(only !== undefined && { only }),
    });
    await sleep(2_000);
    const beside = await during();
    const tallies = await stopNoise();
    const observed = await stopWatching();
    const rest = quiet.work();
    await sleep(3_000);
    const after = await rest();
    return { alone, beside, after, tallies, observed, missing: await quiet.missing() };
  } finally {
    quiet.stop();
  }
}

/** What was not within the bounds, in words; `judgesTime` is for quiet machines. */
export function noiseFailures(
  { alone, beside, after, observed, missing, tallies }: NoiseOutcome,
  judgesTime: boolean,
): string[] {
  const failures: string[] = [];
  const refused = [...beside, ...after].filter(({ status }) => status === 0 || status >= 500);
  for (const { operation, status } of refused.slice(0, 10)) failures.push(`${operation} was answered with ${status}`);
  if (observed.peak > BOUNDS.memory) failures.push(`The server took ${mebibytes(observed.peak)} MiB`);
  if (observed.unready > 0) failures.push(`It was not ready ${observed.unready} of ${observed.asked} times`);
  for (const lost of missing.slice(0, 10)) failures.push(`Acknowledged and not there: ${lost}`);
  failures.push(...tallies.flatMap((tally) => tally.failures));
  if (judgesTime) {
    failures.push(...tallies.flatMap((tally) => tally.late));
    const { beside: then, limit } = tailOf({ alone, beside });
    if (then > limit) failures.push(`p99 was ${Math.round(then)} ms; it may be ${Math.round(limit)} ms`);
  }
  return failures;
}

/** p99 of the quiet tenant without generations in milliseconds, and the most that it may be beside the other. */
export function tailOf({ alone, beside }: Pick<NoiseOutcome, 'alone' | 'beside'>) {
  const p99 = (samples: Sample[]) => {
    const calls = samples.filter(({ operation }) => operation !== GENERATE);
    return quantile(
      calls.map(({ ms }) => ms),
      0.99,
    );
  };
  const before = p99(alone);
  return { alone: before, beside: p99(beside), limit: Math.max(BOUNDS.leastMs, BOUNDS.times * before) };
}

export const mebibytes = (bytes: number): number => Math.round(bytes / 1024 / 1024);
