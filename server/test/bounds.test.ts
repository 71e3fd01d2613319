import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const SOURCES = path.resolve(import.meta.dirname, '../src');
const sources = globSync('**/*.ts', { cwd: SOURCES })
  .filter((file) => !/(\.test|\.deep|-fixture)\.ts$/.test(file))
  .map((file) => ({ file, text: readFileSync(path.join(SOURCES, file), 'utf8') }));

/** The sources with a match outside the folders and files that may have one. */
const elsewhere = (what: RegExp, allowed: string[]) =>
  sources
    .filter(({ file, text }) => what.test(text) && !allowed.some((start) => file.startsWith(start)))
    .map(({ file }) => file);

// An operator's command is no server: nobody else waits for it.
test('requests go out from providers, and to addresses of customers from one folder, which bound them', () => {
  const sends = /(?<![.#\w])fetch\(|^import (?!type)[^;]*from '(node:https?|undici)'/m;
  expect(elsewhere(sends, ['providers/', 'platform/egress/', 'cli/doctor/'])).toEqual([]);
});

test('what comes in of a request is read in one folder, which bounds it', () => {
  expect(
    elsewhere(/\brequest\.raw\b(?!\.httpVersion)|\{ raw \}: FastifyRequest/, ['http/limits/', 'http/bodies/']),
  ).toEqual([]);
});

test('a route that takes a body, but for REST and tRPC, stands in the list of public routes', () => {
  const list = readFileSync(path.join(SOURCES, 'http/limits/limit-public-routes.ts'), 'utf8');
  const takesBodies = /\.(post|put|patch|delete)(?:<[^(]*>)?\(\s*'(\/[^']+)'/g;
  const routes = sources.flatMap(({ text }) =>
    [...text.matchAll(takesBodies)].map(([, method, url]) => `${method?.toUpperCase()} ${url}`),
  );
  expect(routes.length).toBeGreaterThan(5);
  for (const route of routes) expect(list).toContain(`['${route}', `);
});

test('routes are made in one folder', () => {
  expect(elsewhere(/from 'fastify'/, ['http/', 'auth/', 'app/'])).toEqual([]);
});
