// `npm run licences`: refuses dependencies whose licence is unknown or not allowed. With a file's name it also writes
// the SBOM there (CycloneDX). Both are of the packages that are installed on this platform.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import satisfies from 'spdx-satisfies';
import { PNPM } from './pnpm.mjs';

/** SPDX identifiers. A package may be used if these are enough to fulfil its expression. */
const ALLOWED = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-3.0',
  'CC0-1.0',
  'ISC',
  // libvips, a shared library that isn't changed (decision 109).
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  // Covers the package's own files only, which we don't change.
  'MPL-2.0',
  'OFL-1.1',
  'PSF-2.0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
];

/** Licences that a person read in the package, because its `package.json` names them otherwise than SPDX. */
const READ: Record<string, string> = {
  'duck@0.1.12': 'BSD-2-Clause',
  'humanize-number@0.0.2': 'MIT',
  'only@0.0.2': 'MIT',
};

/** `pnpm licenses list --json`: packages by their licence. */
export type Listed = Record<string, { name: string; versions: string[] }[]>;

interface Component {
  group?: string;
  name: string;
  version: string;
  purl: string;
  licenses?: ({ license: { id?: string; name?: string } } | { expression: string })[];
}

interface Sbom {
  components: Component[];
}

/** Returns the licence of each package, by `name@version`. */
function licencesOf(listed: Listed): Map<string, string> {
  const entries = Object.entries(listed).flatMap(([licence, packages]) =>
    packages.flatMap(({ name, versions }) => versions.map((version) => [`${name}@${version}`, licence] as const)),
  );
  return new Map(entries.map(([id, licence]) => [id, READ[id] ?? licence]));
}

/** Returns a sentence for each package that may not be used, with what to do. */
export function refusals(listed: Listed): string[] {
  return [...licencesOf(listed)].flatMap(([id, licence]) => {
    const isAllowed = fulfils(licence);
    if (isAllowed === true) return [];
    return isAllowed === undefined
      ? `${id}: “${licence}” is no SPDX licence. Read its licence file, and add it to READ in scripts/licences.ts, or use another package.`
      : `${id}: ${licence} isn’t allowed. Use another package, or have the owner decide, and add it to ALLOWED in scripts/licences.ts.`;
  });
}

/** Returns undefined for what is no SPDX expression. */
function fulfils(licence: string): boolean | undefined {
  try {
    return satisfies(licence, ALLOWED);
  } catch {
    return undefined;
  }
}

/** Adds the licences that pnpm's SBOM lacks or doesn't name as SPDX does. Our own packages have that of the whole. */
export function withLicences<T extends Sbom>(sbom: T, listed: Listed, own: string): T {
  const licences = licencesOf(listed);
  const components = sbom.components.map((component) => {
    const { group, name, version } = component;
    const [only] = component.licenses ?? [];
    if (only && ('expression' in only || only.license.id !== undefined)) return component;
    const licence = licences.get(`${group === undefined ? '' : `${group}/`}${name}@${version}`);
    if (licence === undefined) return { ...component, licenses: [{ license: { name: own } }] };
    return { ...component, licenses: [{ expression: licence }] };
  });
  return { ...sbom, components };
}

/** @throws Error if pnpm fails. */
function pnpm<T>(args: string[]): T {
  const { status, stdout, stderr, error } = spawnSync('npx', ['-y', PNPM, ...args], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    timeout: 120_000,
  });
  if (status === 0) return JSON.parse(stdout);
  throw new Error(`pnpm ${args.join(' ')} failed: ${error?.message ?? (stderr.trim() || `it ended with ${status}`)}`);
}

const root = path.resolve(import.meta.dirname, '..');

if (import.meta.main) {
  const [file] = process.argv.slice(2);
  const listed = pnpm<Listed>(['-r', 'licenses', 'list', '--json']);
  const refused = refusals(listed);
  for (const line of refused) console.error(line);
  console.log(`${licencesOf(listed).size} packages, ${refused.length} refused.`);
  if (file !== undefined) {
    const { license } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { license: string };
    const format = ['--sbom-format', 'cyclonedx', '--sbom-spec-version', '1.6', '--sbom-type', 'application'];
    const sbom = withLicences(pnpm<Sbom>(['sbom', ...format]), listed, license);
    writeFileSync(file, `${JSON.stringify(sbom, undefined, 2)}\n`);
    console.log(`Wrote ${file}.`);
  }
  if (refused.length > 0) process.exitCode = 1;
}
