import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { TestServer } from '../test/server.ts';

type Ran = { code: number; stdout: string; stderr: string };

/** Runs a program to its end. */
export const run = (program: string, args: string[]) =>
  new Promise<Ran>((resolve) => {
    execFile(program, args, (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), stdout, stderr }));
  });

/** Runs the nightly sync of people as a script of a program, and once more after it was killed. */
export async function syncPeople(server: TestServer, program: string, script: string): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'sync-people-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'people.csv');
  const rows = Array.from({ length: 1_199 }, (_, n) => `p${n}@example.com,"Person ""${n}"", Jr.",learner,`);
  rows[1] = 'p1@example.com,Pat O"Brien,learner,';
  rows[2] = 'p2@example.com, "Lee, Kim",learner,';
  writeFileSync(
    file,
    `\uFEFFemail,full_name,role,deactivate\r\n${rows.join('\r\n')}\r\nnot an address,X,,\r\np1@example.com,,,yes\r\n`,
  );
  const { workspace, token } = await server.api(['users:write']);
  const args = [path.join(import.meta.dirname, script), file, '--url', server.base, '--token', token.token];
  expect(await run(program, args)).toEqual({
    code: 1,
    stdout: '1201 people, 2 refused\n',
    stderr:
      'Line 1201: email: Must be an e-mail address without spaces or accented letters\n' +
      'Line 1202: deactivate: Must be true or false\n',
  });
  const people = await server.db.pool.query('select full_name from users where workspace_id = $1 order by id', [
    workspace.id,
  ]);
  expect(people.rows).toHaveLength(1_199);
  const names = people.rows.slice(0, 3).map(({ full_name }) => full_name);
  expect(names).toEqual(['Person "0", Jr.', 'Pat O"Brien', 'Lee, Kim']);

  // Half of a file must not pass for the whole.
  writeFileSync(file, 'email,full_name\nq0@example.com,"Not closed\nq1@example.com,Q\n');
  expect(await run(program, args)).toMatchObject({ code: 1, stdout: '' });

  // The program is killed while its second request can't be applied.
  const leavers = Array.from({ length: 600 }, (_, n) => `p${n}@example.com,TRUE`);
  writeFileSync(file, `email,deactivate\n${leavers.join('\n')}\n`);
  await server.db.pool.query(
    `create or replace function refuse_p550() returns trigger language plpgsql as $$ begin
       if new.email = 'p550@example.com' then raise exception 'not now'; end if; return new; end $$;
     create or replace trigger refuse_p550 before update on users for each row execute function refuse_p550()`,
  );
  const killed = execFile(program, args);
  const progress = `${file}.progress`;
  await expect.poll(() => existsSync(progress) && readFileSync(progress, 'utf8')).toMatch(/ 500$/);
  killed.kill('SIGKILL');
  await server.db.pool.query('drop trigger refuse_p550 on users');
  expect(await run(program, args)).toMatchObject({ code: 0, stdout: '600 people, 0 refused\n' });
  expect(readdirSync(folder)).toEqual(['people.csv']);
  const { rows: left } = await server.db.pool.query(
    `select count(*)::integer as count from audit_events where workspace_id = $1 and action = 'user.deactivated'`,
    [workspace.id],
  );
  expect(left).toEqual([{ count: 600 }]);

  // The same content is applied again, though the first answer to it is still known.
  for (const deactivate of ['false', 'TRUE', 'false']) {
    writeFileSync(file, `email,deactivate\np0@example.com,${deactivate}\n`);
    expect(await run(program, args)).toMatchObject({ code: 0 });
  }
  const { rows: back } = await server.db.pool.query(
    `select is_active from users where workspace_id = $1 and email = 'p0@example.com'`,
    [workspace.id],
  );
  expect(back).toEqual([{ is_active: true }]);
}
