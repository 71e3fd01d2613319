// `npm run audit`: asks npm's configured registry for advisories about the packages in the lockfile. Exits with 0 if
// there are none, 1 if there are some, and 2 if the registry doesn't answer, so that a failed request isn't mistaken
// for a clean result.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { PNPM } from './pnpm.mjs';

interface Advisory {
  module_name: string;
  title: string;
  severity: string;
  url: string;
  /** Null if none is known. */
  patched_versions: string | null;
  findings: { version: string; paths: string[] }[];
}

interface Report {
  advisories: Record<string, Advisory>;
  metadata: { totalDependencies: number };
}

/** Worst first. */
const SEVERITIES = ['critical', 'high', 'moderate', 'low', 'info'];

/** The maximum number of dependency paths printed per package. */
const MAX_PATHS = 3;

const { status, stdout, stderr, error } = spawnSync('npx', ['-y', PNPM, 'audit', '--json', '--audit-level', 'info'], {
  cwd: path.resolve(import.meta.dirname, '..'),
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
  timeout: 120_000,
});
const report = parseReport(stdout);
if (report) process.exitCode = printReport(report);
else {
  const reason = error?.message ?? (stderr.trim() || stdout.trim() || `pnpm ended with ${status}`);
  console.error(
    'No advisories could be read: the registry that npm is set up with does not answer such questions, or can’t be ' +
      'reached. Run this where it can, or with another registry: pnpm_config_registry=<address> npm run audit\n\n' +
      reason,
  );
  process.exitCode = 2;
}

function parseReport(text: string): Report | undefined {
  try {
    const answer: unknown = JSON.parse(text);
    return isReport(answer) ? answer : undefined;
  } catch {
    return undefined;
  }
}

function isReport(answer: unknown): answer is Report {
  return typeof answer === 'object' && answer !== null && 'advisories' in answer && 'metadata' in answer;
}

function printReport({ advisories, metadata }: Report): number {
  const found = Object.values(advisories).toSorted(
    (one, other) => SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity),
  );
  for (const { severity, module_name, title, url, patched_versions, findings } of found) {
    const versions = findings.map(({ version }) => version).join(', ');
    const remedy = patched_versions === null ? 'no mended version is known' : `mended in ${patched_versions}`;
    console.log(`${severity}: ${module_name} ${versions}: ${title} (${url}); ${remedy}`);
    const paths = findings.flatMap((finding) => finding.paths);
    for (const each of paths.slice(0, MAX_PATHS)) console.log(`  by ${each}`);
    if (paths.length > MAX_PATHS) console.log(`  and ${paths.length - MAX_PATHS} more ways`);
  }
  console.log(`${found.length} advisories for ${metadata.totalDependencies} packages.`);
  return found.length > 0 ? 1 : 0;
}
