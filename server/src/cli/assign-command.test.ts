import { expect, test } from 'vitest';
import { startTestServer } from '../../test/server.ts';
import { commandsWith } from '../../test/wtp.ts';
import { assignmentsOf, dayIn } from '../features/assignments/assignments-fixture.ts';

const server = await startTestServer();
const { json, failure } = commandsWith({ DATABASE_URL: server.databaseUrl });

test('wtp assign says how many have it to do, and what is wrong with what it was given', async () => {
  const { workspace, module, department, person, cycles } = await assignmentsOf(server);
  const [ana] = [await person({ email: 'ana@assigned.example' }), await person()];
  const words = ['assign', '--workspace', workspace.slug, '--module', module.id];
  const assign = (...to: string[]) => [...words, '--to', ...to];
  const due = ['--due', dayIn(7)];
  expect(await json(assign('user:Ana@Assigned.example', ...due))).toEqual({ assigned: 1 });
  expect(await cycles(ana!.id)).toMatchObject([{ due_on: dayIn(7) }]);
  // The other learner, the trainer, and Ana, whose existing cycle is covered, too.
  expect(await json(assign(`department:${department.name.toUpperCase()}`))).toEqual({ assigned: 3 });
  expect(await json(assign('role:learner'))).toEqual({ assigned: 2 });
  expect(await failure(assign('role:auditor'))).toContain('learner');
  expect(await failure(assign('somebody'))).toContain('user:<e-mail>, department:<id or name> or role:<role>');
  expect(await failure(assign('user:nobody@example.com'))).toContain('There is no user nobody@example.com');
  expect(await failure(assign('role:learner', '--due', '2020-01-01'))).toContain('Must not be in the past');
});
