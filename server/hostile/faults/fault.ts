import { setTimeout as sleep } from 'node:timers/promises';
import type { Sample } from '../sample.ts';
import type { Instance, Stage } from '../stage.ts';
import { startQuietTenant } from '../tenants.ts';

export interface FaultOutcome {
  name: string;
  /** Why it was not tried. */
  skipped?: string;
  /** Calls that were answered with 5xx or not at all while it lasted. */
  refused: number;
  answered: number;
  /** Milliseconds from its end until every call was answered again. */
  recovered: number;
  /** What was not as it must be, in words. */
  failures: string[];
}

interface Trial {
  name: string;
  stage: Stage;
  instances: Instance[];
  /** Happens, and is over when it resolves. */
  strike: () => Promise<void>;
  /** Milliseconds in which every call must be answered again. */
  within?: number;
}

/** Milliseconds of work before the fault and after it. */
const BEFORE = 2_000;
const AFTER = 10_000;

let tenants = 0;

/** A quiet tenant works while the fault happens; afterwards everything that was acknowledged must be there. */
export async function tryFault({ name, stage, instances, strike, within = 5_000 }: Trial): Promise<FaultOutcome> {
  const [first] = instances;
  if (!first) throw new Error('There is no instance');
  const tenant = await stage.makeTenant(`quiet-${++tenants}`, first);
  const quiet = startQuietTenant({ bases: instances.map(({ base }) => base), tenant });
  try {
    const rest = quiet.work();
    await sleep(BEFORE);
    const began = Date.now();
    await strike();
    const over = Date.now();
    await sleep(Math.max(AFTER, within + 5_000));
    const samples = await rest();
    const missing = await quiet.missing();
    return { name, ...judge(samples, { began, over, within }, missing) };
  } finally {
    quiet.stop();
  }
}

function judge(
  samples: Sample[],
  { began, over, within }: { began: number; over: number; within: number },
  missing: string[],
): Omit<FaultOutcome, 'name'> {
  const failed = samples.filter(({ status }) => status === 0 || status >= 500);
  const recovered = Math.max(0, ...failed.map(({ at }) => at - over));
  const failures: string[] = [];
  if (failed.some(({ at }) => at < began)) failures.push('Calls failed before it happened');
  for (const { operation, status, at } of failed.filter((sample) => sample.at > over + within).slice(-3)) {
    failures.push(`${operation} still failed after ${((at - over) / 1000).toFixed(1)} s, with ${status}`);
  }
  const later = samples.filter(({ at }) => at > over + within);
  if (later.length === 0) failures.push('Nothing was answered afterwards');
  for (const { operation, status } of failed.filter((sample) => sample.status >= 500 && sample.status !== 503)) {
    failures.push(`${operation} was answered with ${status}`);
  }
  for (const lost of missing.slice(0, 10)) failures.push(`Acknowledged and not there: ${lost}`);
  return { refused: failed.length, answered: samples.length - failed.length, recovered, failures };
}
