import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Page, chromium } from '@playwright/test';
import type { Role } from '@training/shared/permissions';
import lighthouse from 'lighthouse';
import { expect, test } from '../fixtures.ts';
import { firstCourse, moduleOf } from './all-pages.ts';
import { openLink } from '../colleagues.ts';
import { freePort } from '../../../server/test/free-port.ts';

/** Runs of which the median counts. */
const RUNS = 3;

/** The least share of unused processor time before and after a run, for its performance to count. */
const QUIET = 0.7;

interface Measured {
  performance: number;
  accessibility: number;
  /** Milliseconds. */
  firstPaint: number;
  largestPaint: number;
  blocking: number;
  shift: number;
  /** Transferred bytes and requests, lazy parts and calls included. */
  bytes: number;
  requests: number;
}

interface Measurement {
  name: string;
  role: Role | null;
  /** Returns the path to measure. */
  find: (page: Page) => Promise<string>;
  leastPerformance: number;
}

const findModule = async (page: Page) => `/demo${await moduleOf(page, await firstCourse(page))}`;

const MEASUREMENTS: Measurement[] = [
  { name: 'sign-in', role: null, find: async () => '/sign-in', leastPerformance: 0.85 },
  { name: 'My training', role: 'learner', find: async () => '/demo/training', leastPerformance: 0.85 },
  { name: 'module editor', role: 'trainer', find: findModule, leastPerformance: 0.7 },
];

/** Returns the share of processor time that nothing used in the last second. */
async function idleShare(): Promise<number> {
  const sum = () =>
    os.cpus().reduce(
      (all, { times: { user, nice, sys, idle, irq } }) => ({
        idle: all.idle + idle,
        total: all.total + user + nice + sys + idle + irq,
      }),
      { idle: 0, total: 0 },
    );
  const before = sum();
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const after = sum();
  return (after.idle - before.idle) / (after.total - before.total);
}

async function measure(url: string, port: number): Promise<Measured> {
  // Lighthouse would empty the cache itself, but with it the storage, which has the session.
  const result = await lighthouse(url, {
    port,
    disableStorageReset: true,
    onlyCategories: ['performance', 'accessibility'],
    logLevel: 'error',
  });
  if (result === undefined) throw new Error('Lighthouse returned no result');
  const { categories, audits, runtimeError } = result.lhr;
  expect(runtimeError, 'Lighthouse’s own error').toBeUndefined();
  const number = (name: string) => audits[name]?.numericValue ?? Number.NaN;
  const { details } = audits['network-requests'] ?? {};
  return {
    performance: categories['performance']?.score ?? 0,
    accessibility: categories['accessibility']?.score ?? 0,
    firstPaint: number('first-contentful-paint'),
    largestPaint: number('largest-contentful-paint'),
    blocking: number('total-blocking-time'),
    shift: number('cumulative-layout-shift'),
    bytes: number('total-byte-weight'),
    requests: details?.type === 'table' ? details.items.length : Number.NaN,
  };
}

const middle = (values: number[]) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

for (const { name, role, find, leastPerformance } of MEASUREMENTS) {
  test(`Lighthouse finds ${name} quick on a weak phone, and accessible`, async ({ server }) => {
    test.setTimeout(600_000);
    const { args = [], executablePath } = test.info().project.use.launchOptions ?? {};
    const port = await freePort();
    const profile = await mkdtemp(path.join(os.tmpdir(), 'training-lighthouse-'));
    const context = await chromium.launchPersistentContext(profile, {
      ...(executablePath !== undefined && { executablePath }),
      args: [...args, `--remote-debugging-port=${port}`],
      baseURL: server.origin,
    });
    try {
      const page = await context.newPage();
      if (role !== null) await openLink(page, await server.invite(role, 'Robin Example'));
      const address = await find(page);
      await page.goto('about:blank');
      const devTools = await context.newCDPSession(page);
      const runs: Measured[] = [];
      let quiet = await idleShare();
      for (let run = 0; run < RUNS; run++) {
        await devTools.send('Network.clearBrowserCache');
        runs.push(await measure(server.origin + address, port));
        quiet = Math.min(quiet, await idleShare());
      }
      const median = (of: keyof Measured) => middle(runs.map((each) => each[of]));
      const performance = median('performance');
      console.log(
        `${name}: performance ${runs.map((each) => Math.round(each.performance * 100)).join(', ')}; median ` +
          `${Math.round(performance * 100)}, accessibility ${Math.round(median('accessibility') * 100)}, ` +
          `first paint ${Math.round(median('firstPaint'))} ms, largest ${Math.round(median('largestPaint'))} ms, ` +
          `blocked ${Math.round(median('blocking'))} ms, shift ${median('shift').toFixed(3)}, ` +
          `${Math.round(median('bytes') / 1000)} kB, ${median('requests')} requests; ` +
          `${Math.round(quiet * 100)} % of the processor unused`,
      );
      expect(median('accessibility')).toBe(1);
      if (quiet >= QUIET) expect(performance).toBeGreaterThanOrEqual(leastPerformance);
    } finally {
      await context.close();
      await rm(profile, { recursive: true, force: true });
    }
  });
}
