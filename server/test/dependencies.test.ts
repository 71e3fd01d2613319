import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

const Names = z.record(z.string(), z.string()).default({});
const Package = z.object({ dependencies: Names, devDependencies: Names, optionalDependencies: Names });

const declared = ['package.json', 'server/package.json', 'shared/package.json', 'web/package.json'].flatMap((file) =>
  Object.entries(Package.parse(JSON.parse(read(file)))).flatMap(([kind, names]) =>
    Object.entries(names).map(([name, version]) => ({ file, kind, name, version })),
  ),
);

/** Names in code spans of the page that look like packages; `@types/*` stands for all whose names begin so. */
const documented = [...read('docs/dependencies.md').matchAll(/`([^`\s]+)`/g)]
  .map(([, name = '']) => name)
  .filter((name) => name !== 'package.json' && !name.startsWith('/'));

test('the page of dependencies says what each package is for, once, and names none that is gone', () => {
  const patterns = documented.flatMap((name) => (name.endsWith('*') ? [name.slice(0, -1)] : []));
  const names = declared.map(({ name }) => {
    const pattern = patterns.find((each) => name.startsWith(each) && !documented.includes(name));
    return pattern === undefined ? name : `${pattern}*`;
  });
  expect(documented.toSorted()).toEqual([...new Set(names)].toSorted());
});

test('every dependency is pinned to one version', () => {
  const loose = declared.filter(
    ({ version }) => !/^(?:npm:@?[\w./-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$|^workspace:\*$/.test(version),
  );
  expect(loose).toEqual([]);
});
