import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '../../test/database.ts';
import { makerFor } from '../../test/make.ts';
import { printAddressAndSignInLinks } from './report-ready.ts';
import { readConfig } from '../core/config.ts';
import type { OperatorDatabase } from '../database/database.ts';

let db: OperatorDatabase;
beforeAll(async () => {
  db = await freshDatabase();
  const make = makerFor(db);
  const demo = await make.workspace({ slug: 'demo' });
  await make.user(demo, { role: 'super_admin', fullName: 'Dana Demo' });
  await make.user(demo, { fullName: 'Nils Nothing' });
  const learner = await make.user(demo, { fullName: 'Lea Learner' });
  const course = await make.course(demo);
  const module = await make.module(demo, course.id, { status: 'published' });
  await make.enrollment(demo, learner.id, module.id);
});
afterAll(() => db.close());

async function announced(environment: Record<string, string>): Promise<string> {
  const lines: string[] = [];
  await printAddressAndSignInLinks(db, readConfig(environment), 3000, (line) => lines.push(line));
  return lines.join('\n');
}

const links = async () => (await db.pool.query('select from directory.auth_verifications')).rowCount;

test.each(['127.0.0.1', 'localhost', '::1'])('a server on %s prints a link that signs in to the demo', async (HOST) => {
  expect(await announced({ HOST })).toMatch(/Sign in +http:\S+\/sign-in\/link\?token=[\w-]{32}\n.*Dana Demo/);
});

test('it prints one for a learner who has something to learn too', async () => {
  expect(await announced({ HOST: '127.0.0.1' })).toMatch(
    /As a learner +http:\S+\/sign-in\/link\?token=[\w-]{32}\n.*as Lea Learner; open it in a private window/,
  );
});

// rules/operation 5
test.each(['0.0.0.0', '::', '10.0.0.7'])('a server on %s, which others reach, prints and makes none', async (HOST) => {
  const before = await links();
  const said = await announced({ HOST, PUBLIC_URL: 'https://training.example.com' });
  expect(said).toContain('https://training.example.com/api/docs');
  expect(said).not.toMatch(/Sign in|As a learner|token=/);
  expect(await links()).toBe(before);
});
