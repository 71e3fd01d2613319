import { WORKSPACE_HEADER } from '@training/shared/sessions';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { startTestServer } from '../../../test/server.ts';

const server = await startTestServer();
const { make } = server;

/** Creates an author with two modules: one that is in review and so locked, and one that is open. */
async function author() {
  const workspace = await make.workspace();
  const { module: locked, departmentId } = await make.moduleInReview(workspace);
  const course = await make.course(workspace, { departmentId });
  const open = await make.module(workspace, course.id);
  const trainer = await make.user(workspace, { role: 'trainer', departmentId });
  const cookie = await server.signIn(trainer.email);

  /** Saves the flashcards of several modules in one batch. */
  async function save(calls: { id: string; version: number }[], headers: Record<string, string> = {}) {
    const inputs = calls.map(({ id, version }) => ({ section: 'flashcards', module_id: id, version, items: [] }));
    const paths = calls.map(() => 'modules.saveSection').join(',');
    const response = await fetch(`${server.base}/api/trpc/${paths}?batch=1`, {
      method: 'POST',
      headers: {
        origin: server.base,
        'content-type': 'application/json',
        cookie,
        [WORKSPACE_HEADER]: workspace.slug,
        ...headers,
      },
      body: JSON.stringify(Object.fromEntries(inputs.entries())),
    });
    const body: unknown = await response.json();
    return { status: response.status, body };
  }
  return { save, locked: locked.id, open: open.id };
}

const Refused = z.object({ error: z.object({ data: z.object({ request_id: z.string().nullable() }) }) });

const failed = (httpStatus: number) => ({ error: { data: { httpStatus } } });

test('a batch in which something is locked is 423, whatever else is refused before it', async () => {
  const { save, locked, open } = await author();
  const stale = { id: open, version: 99 };
  const both = await save([stale, { id: locked, version: 1 }]);
  expect(both).toMatchObject({ status: 423, body: [failed(409), failed(423)] });
  const turned = await save([{ id: locked, version: 1 }, stale]);
  expect(turned).toMatchObject({ status: 423, body: [failed(423), failed(409)] });
  expect(await save([stale, stale])).toMatchObject({ status: 409, body: [failed(409), failed(409)] });
});

test.for([
  ['trpc-accept', 'application/jsonl'],
  ['accept', 'application/jsonl'],
  ['accept', 'text/plain, application/jsonl'],
] as const)(
  'a batch that asks to be streamed with %s: %s is answered plainly, with its status',
  async ([name, value]) => {
    const { save, locked, open } = await author();
    const answer = await save(
      [
        { id: open, version: 1 },
        { id: locked, version: 1 },
      ],
      { [name]: value },
    );
    expect(answer).toMatchObject({ status: 423, body: [{ result: { data: { version: 2 } } }, failed(423)] });
  },
);

test('what is refused before anybody knows who asks names its request too', async () => {
  const connectionParams = ['not JSON', '[]', '{"a":1}'];
  const paths = connectionParams.map((each) => `modules.get?connectionParams=${encodeURIComponent(each)}`);
  for (const path of [...paths, 'modules.get?batch=1&input=%7B', 'no.such.procedure']) {
    const answer = await fetch(`${server.base}/api/trpc/${path}`);
    const body = z.union([Refused, z.array(Refused).transform(([first]) => first)]).parse(await answer.json());
    expect(answer.status, path).toBeGreaterThanOrEqual(400);
    expect(answer.headers.get('x-request-id'), path).toEqual(expect.any(String));
    expect(body?.error.data.request_id, path).toBe(answer.headers.get('x-request-id'));
  }
});
