import { readFileSync } from 'node:fs';

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

export type Runner = 'vitest' | 'playwright';

export const NONE: Counts = { passed: 0, failed: 0, skipped: 0 };

/** Reads the counts of the runner's JSON report; undefined if there is none. */
export function readCounts(runner: Runner, file: string): Counts | undefined {
  try {
    const report = readFileSync(file, 'utf8');
    return runner === 'vitest' ? ofVitest(report) : ofPlaywright(report);
  } catch {
    return undefined;
  }
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { assertionResults: { status: string; tags: string[] }[] }[];
}

function ofVitest(report: string): Counts {
  const { numPassedTests: passed, numFailedTests: failed, testResults }: VitestReport = JSON.parse(report);
  const skipped = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    // What `npm run test:deep` runs is left out, not skipped.
    .filter(({ status, tags }) => !['passed', 'failed'].includes(status) && !tags.includes('deep'));
  return { passed, failed, skipped: skipped.length };
}

function ofPlaywright(report: string): Counts {
  const { stats }: { stats: Record<'expected' | 'flaky' | 'unexpected' | 'skipped', number> } = JSON.parse(report);
  // A test that passes only on retry counts as failed.
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped };
}

export const add = (one: Counts, other: Counts): Counts => ({
  passed: one.passed + other.passed,
  failed: one.failed + other.failed,
  skipped: one.skipped + other.skipped,
});

/** Formats as `1352 passed, 0 failed`, and `, 2 skipped` if any. */
export function inWords({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
