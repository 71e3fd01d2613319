import { permissionReachOf, Role } from '@training/shared/permissions';
import { WORKSPACE_HEADER } from '@training/shared/sessions';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { anything, arbitraryInput, odd } from './arbitrary-input.ts';
import { callProcedure, procedures, type ProcedureAnswer } from './call-procedure.ts';
import { startTestServer } from './server.ts';

/** Nothing listens there: no key, and no app, is tried with a provider that would answer. */
const NOWHERE = 'http://127.0.0.1:9';
const AI = ['ANTHROPIC', 'OPENAI', 'GOOGLE', 'AZURE_OPENAI', 'DEEPGRAM'];
const DRIVES = ['GOOGLE_DRIVE', 'GOOGLE_OAUTH', 'LARK', 'FEISHU'];

const server = await startTestServer({
  env: Object.fromEntries([...AI, ...DRIVES].map((name) => [`${name}_BASE_URL`, NOWHERE])),
});
const { make } = server;
/** `npm run test:deep` makes many more. */
const RUNS = Number(process.env.FUZZ_CALLS ?? 6);
const TOPICS = procedures.filter(({ type }) => type === 'subscription');

const workspace = await make.workspace();
const { departmentId, course, module } = await make.moduleInReview(workspace);
const draft = await make.module(workspace, course.id);
const others = [
  await make.user(workspace, { role: 'super_admin' }),
  await make.providerKey(workspace),
  await make.drive(workspace),
];
const ids = [departmentId, course.id, module.id, draft.id, ...others.map(({ id }) => id)];

const people = Object.fromEntries(
  await Promise.all(
    Role.options.map(async (role) => {
      const { email } = await make.user(workspace, { role, departmentId });
      const cookie = await server.signIn(email);
      return [role, { cookie, origin: server.base, [WORKSPACE_HEADER]: workspace.slug }] as const;
    }),
  ),
);
const token = await make.token(workspace, ['intake:create']);

/** Somebody who may call the procedure, as widely as anybody: of what is refused at the door nothing is learnt. */
function callerOf({ permission }: (typeof procedures)[number]): Record<string, string> {
  if (permission === 'intake:create') return { authorization: `Bearer ${token.token}` };
  const role = Role.options.findLast((each) => !permission || permissionReachOf(each, permission) !== undefined);
  return people[role ?? 'super_admin']!;
}

function inputOf({ inputs }: (typeof procedures)[number]): fc.Arbitrary<unknown> {
  const [schema] = inputs;
  if (schema instanceof z.ZodType) return fc.oneof({ weight: 5, arbitrary: arbitraryInput(schema, ids) }, anything);
  return fc.oneof(
    fc.uint8Array().map((bytes) => new Blob([bytes])),
    anything,
  );
}

function isAnsweredWell({ status, text }: ProcedureAnswer, asked: unknown): void {
  expect(status, `${JSON.stringify(asked)}: ${text}`).not.toBe(500);
}

test.each(procedures)('arbitrary input never makes $name fail', async (procedure) => {
  await fc.assert(
    fc.asyncProperty(inputOf(procedure), async (input) =>
      isAnsweredWell(await callProcedure(server.base, callerOf(procedure), procedure, input), input),
    ),
    { numRuns: RUNS },
  );
});

test.each(TOPICS)('arbitrary connection parameters never make $name fail', async (procedure) => {
  const { cookie } = people['super_admin']!;
  const parameters = fc.oneof(fc.record({ [WORKSPACE_HEADER]: odd }), fc.dictionary(fc.string(), anything), anything);
  await fc.assert(
    fc.asyncProperty(parameters, async (given) => {
      const connectionParams = JSON.stringify(given);
      const input = { tab: draft.id, topics: [`module/${draft.id}`] };
      isAnsweredWell(
        await callProcedure(server.base, { cookie: cookie! }, procedure, input, { connectionParams }),
        connectionParams,
      );
    }),
    { numRuns: RUNS },
  );
});

test.each(TOPICS)('a workspace that cannot be one in the connection parameters of $name is 400', async (procedure) => {
  const { cookie } = people['super_admin']!;
  const connectionParams = JSON.stringify({ [WORKSPACE_HEADER]: 'a\0b' });
  const input = { tab: draft.id, topics: [`module/${draft.id}`] };
  const refused = await callProcedure(server.base, { cookie: cookie! }, procedure, input, { connectionParams });
  expect(refused.status, refused.text).toBe(400);
});

test.each(['\0', 'a\ud800b'])('text that cannot be stored is 400 and says where it stands', async (text) => {
  const [search] = procedures.filter(({ name }) => name === 'users.search');
  const refused = await callProcedure(server.base, people['super_admin']!, search!, { search: text });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain('search: Must be valid Unicode text without NUL characters');
});
