import { WORKSPACE_HEADER } from '@training/shared/sessions';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import { hasMoreJsonValues } from '../../platform/json-values.ts';

const server = await startTestServer({ bounds: { jsonValues: 1_000 } });

const holdsMore = (json: string, most: number) => hasMoreJsonValues(Buffer.from(json), most);

test.for([
  ['{"a":[1,{"b":2},"c"],"d":{}}', 8],
  ['[[[]]]', 4],
  ['["a,b[c{"]', 2],
  ['["\\",[{",","]', 3],
  ['["\\\\",1]', 3],
] as const)('%s counts as %i values', ([json, values]) => {
  expect([holdsMore(json, values), holdsMore(json, values - 1)]).toEqual([false, true]);
});

// rules/bounds 4
test('a body of more values than any request has is 413 before any of them is made, over tRPC and REST', async () => {
  const { token, workspace } = await server.api(['users:write']);
  const department = await server.make.department(workspace);
  const trainer = await server.make.user(workspace, { role: 'trainer', departmentId: department.id });
  const cookie = await server.signIn(trainer.email);
  const send = async (path: string, headers: Record<string, string>, body: string) => {
    const answer = await fetch(`${server.base}${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
    });
    return [answer.status, await answer.text()];
  };
  const person = { cookie, origin: server.base, [WORKSPACE_HEADER]: workspace.slug };
  const many = `[${'0,'.repeat(1_000)}0]`;
  for (const [path, headers] of [
    ['/api/trpc/courses.create', person],
    ['/api/v1/users', { authorization: `Bearer ${token.token}` }],
  ] as const) {
    expect(await send(path, headers, many)).toEqual([413, expect.stringContaining('at most 1,000 values')]);
    // Commas and brackets inside a string don't count as values.
    expect(await send(path, headers, JSON.stringify(many))).toEqual([400, expect.any(String)]);
  }
});
