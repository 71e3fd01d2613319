import { expect, test } from 'vitest';
import { appRouter } from '../../src/app/router.ts';
import { restOperationsOf } from '../../src/http/rest/operations.ts';
import { procedures } from '../call-procedure.ts';
import { fileOfPage } from './deploy-page.ts';

const MEBIBYTE = 1024 * 1024;

const operations = restOperationsOf(appRouter);
const files = procedures.flatMap(({ name, file }) =>
  file && !operations.some((operation) => operation.name === name) ? [[name, file.most] as const] : [],
);

test.each(files)('nginx lets files through to %s, so that who sends one too long reads our words', (name, most) => {
  const site = fileOfPage('/etc/nginx/sites-available/training');
  const [, mebibytes] = new RegExp(`location /api/trpc/${name} \\{ client_max_body_size (\\d+)m;`).exec(site) ?? [];
  expect(Number(mebibytes) * MEBIBYTE).toBeGreaterThan(most);
});

const long = operations.flatMap(({ path: address, mostBytes, upload }) => {
  const most = mostBytes ?? upload?.most;
  return most === undefined ? [] : [[`/api/v1${address}`, most] as const];
});

test.each(long)('nginx lets long bodies through to %s', (address, most) => {
  const site = fileOfPage('/etc/nginx/sites-available/training');
  const [, mebibytes] = new RegExp(`location = ${address} \\{ client_max_body_size (\\d+)m;`).exec(site) ?? [];
  expect(Number(mebibytes) * MEBIBYTE).toBeGreaterThan(most);
});

test('the programs that the page starts are those that the build makes', () => {
  const page = ['/usr/local/bin/wtp', '/etc/systemd/system/training@.service']
    .map((file) => fileOfPage(file))
    .join('\n');
  const built = [...page.matchAll(/server\/dist\/([a-z-]+)\.js/g)].map(([, name]) => name);
  expect(new Set(built)).toEqual(new Set(['main', 'cli']));
  expect(page).not.toMatch(/server\/src\/[a-z-]+\.ts/);
});
