import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { refusals, withLicences } from '../../scripts/licences.ts';

const root = path.resolve(import.meta.dirname, '../..');
const listed = (licence: string) => ({ MIT: [{ name: 'good', versions: ['1.0.0'] }], [licence]: [made] });
const made = { name: '@made/up', versions: ['1.2.3'] };

test.each(['ISC', 'MIT OR GPL-3.0', '(GPL-3.0-or-later OR MIT)', '(MIT AND Zlib)', '(MIT AND (GPL-3.0 OR ISC))'])(
  'a package under %s may be used',
  (licence) => {
    expect(refusals(listed(licence))).toEqual([]);
  },
);

test.each(['GPL-3.0', 'MIT AND GPL-3.0', 'AGPL-3.0-only', 'GPL-2.0-only WITH Classpath-exception-2.0'])(
  'a package under %s is refused, with its version and what to do',
  (licence) => {
    expect(refusals(listed(licence))).toEqual([
      `@made/up@1.2.3: ${licence} isn’t allowed. Use another package, or have the owner decide, and add it to ALLOWED in scripts/licences.ts.`,
    ]);
  },
);

test.each(['Unknown', 'SEE LICENSE IN LICENSE.md', 'UNLICENSED', 'BSD', ''])(
  'a package whose licence is “%s” is refused until someone has read it',
  (licence) => {
    expect(refusals(listed(licence))).toEqual([
      `@made/up@1.2.3: “${licence}” is no SPDX licence. Read its licence file, and add it to READ in scripts/licences.ts, or use another package.`,
    ]);
  },
);

test('what a person read in a package holds for that version only', () => {
  const versions = (...each: string[]) => ({ BSD: [{ name: 'duck', versions: each }] });
  expect(refusals(versions('0.1.12'))).toEqual([]);
  expect(refusals(versions('0.1.12', '0.1.13'))).toEqual([expect.stringContaining('duck@0.1.13')]);
});

test('the SBOM gets the licences that it lacks, and keeps the others', () => {
  const component = (group: string | undefined, name: string, licenses?: [{ license: { name: string } }]) => ({
    ...(group !== undefined && { group }),
    ...(licenses && { licenses }),
    name,
    version: '1.2.3',
    purl: `pkg:npm/${name}@1.2.3`,
  });
  const components = [component('@made', 'up'), component('@training', 'shared')];
  const named = { ...component(undefined, 'good'), licenses: [{ license: { id: 'ISC' } }] };
  const sbom = { specVersion: '1.6', components: [...components, named] };
  expect(withLicences(sbom, listed('(MIT AND Zlib)'), 'UNLICENSED')).toEqual({
    specVersion: '1.6',
    components: [
      { ...components[0], licenses: [{ expression: '(MIT AND Zlib)' }] },
      { ...components[1], licenses: [{ license: { name: 'UNLICENSED' } }] },
      named,
    ],
  });
});

const Component = z.object({
  group: z.string().optional(),
  name: z.string(),
  version: z.string(),
  purl: z.string().startsWith('pkg:npm/'),
  licenses: z.tuple([
    z.union([
      z.object({ expression: z.string() }),
      z.object({ license: z.object({ id: z.string() }).or(z.object({ name: z.literal('UNLICENSED') })) }),
    ]),
  ]),
});
const Sbom = z.object({
  bomFormat: z.literal('CycloneDX'),
  specVersion: z.literal('1.6'),
  components: z.array(Component),
});

test(
  'npm run licences accepts what is installed, and writes each package with name, version, purl and licence',
  { tags: ['deep'] },
  () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'training-sbom-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = path.join(folder, 'sbom.json');
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/licences.ts', file], {
      cwd: root,
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const [, packages] = /^(\d+) packages, 0 refused\.$/m.exec(stdout) ?? [];
    const { components } = Sbom.parse(JSON.parse(readFileSync(file, 'utf8')));
    const own = components.filter(({ group }) => group === '@training');
    expect(components).toHaveLength(Number(packages) + own.length);
    expect(components.map(({ purl }) => purl)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^pkg:npm\/fastify@/), expect.stringMatching(/^pkg:npm\/react@/)]),
    );
    for (const { group, licenses } of components) {
      expect('license' in licenses[0] && 'name' in licenses[0].license).toBe(group === '@training');
    }
  },
);
