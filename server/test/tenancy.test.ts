import { randomBytes } from 'node:crypto';
import { permissionReachOf, Role } from '@training/shared/permissions';
import { WORKSPACE_HEADER } from '@training/shared/sessions';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { HTTP_LIMITS } from '../src/http/limits/limits.ts';
import { restOperationsOf } from '../src/http/rest/operations.ts';
import { appRouter } from '../src/app/router.ts';
import { callProcedure, procedures } from './call-procedure.ts';
import { startTestServer } from './server.ts';
import { attemptsOn } from './tenancy/attempts.ts';
import { idPlacesIn, idPlacesOf, withIdAt } from './tenancy/id-places.ts';
import { markedWorkspace, type Marked } from './tenancy/marked-workspace.ts';

const server = await startTestServer({
  env: { ANTHROPIC_API_KEY: 'pooled-generation', DEEPGRAM_API_KEY: 'pooled-transcription' },
  // Each session is refused by all procedures in a row.
  bounds: { refusals: { ...HTTP_LIMITS.refusals, most: 10_000 } },
});
const { make } = server;
const them = await markedWorkspace(server, 'theirs', 'only-theirs');
const ATTEMPTS = attemptsOn(them);
const THEIR_WORDS = Object.values(them).map((row) => (typeof row === 'string' ? row : row.id));

/** Every row of theirs in every table, to see that none was touched. */
async function theirRows(): Promise<string> {
  const { rows } = await server.db.pool.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'workspace_id' order by 1`,
  );
  const seen: string[] = [];
  for (const { name } of rows.filter((table) => table.name !== 'api_token_uses')) {
    const found = await server.db.pool.query<{ row: string }>(
      `select t::text as row from "${name}" t where workspace_id = $1 order by 1`,
      [them.workspace.id],
    );
    seen.push(name, ...found.rows.map(({ row }) => row));
  }
  return seen.join('\n');
}

/** Returns true if an answer names anything of theirs that the request didn't. */
function tellsOfThem(answer: string, request: string): boolean {
  const hidden = THEIR_WORDS.filter((secret) => !request.includes(secret));
  return hidden.some((secret) => answer.includes(secret));
}

test('every procedure of the router has its attempts here', () => {
  expect(procedures.map(({ name }) => name).sort()).toEqual(Object.keys(ATTEMPTS).sort());
});

async function seesNothing(role: Role): Promise<void> {
  const ours = await make.workspace();
  const department = await make.department(ours);
  const user = await make.user(ours, { role, departmentId: department.id });
  const cookie = await server.signIn(user.email);
  const before = await theirRows();
  for (const procedure of procedures) {
    const { name } = procedure;
    for (const input of ATTEMPTS[name]!) {
      const asked = JSON.stringify(input);
      const inOurs = await callProcedure(
        server.base,
        { cookie, origin: server.base, [WORKSPACE_HEADER]: ours.slug },
        procedure,
        input,
      );
      expect(inOurs.status, `${name} ${asked}`).toBeLessThan(500);
      expect(tellsOfThem(inOurs.text, asked), `${name} ${asked}: ${inOurs.text}`).toBe(false);
      const headers = { cookie, origin: server.base, [WORKSPACE_HEADER]: them.workspace.slug };
      const inTheirs = await callProcedure(server.base, headers, procedure, input);
      expect(tellsOfThem(inTheirs.text, asked + them.workspace.slug), `${name} in theirs: ${inTheirs.text}`).toBe(
        false,
      );
      if (!/^(?:session|passkeys)\./.test(name)) expect(inTheirs.status, `${name} in theirs`).toBe(403);
    }
  }
  expect(await theirRows()).toBe(before);
}

/** The other roles meet the same guard with other permissions. */
const QUICK: Role[] = ['learner', 'super_admin'];
for (const role of Role.options) {
  // rules/workspaces 1
  test(
    `a ${role} of another workspace sees and changes nothing through any procedure`,
    { tags: QUICK.includes(role) ? [] : ['deep'] },
    () => seesNothing(role),
  );
}

// rules/workspaces 1
test('a token of another workspace sees and changes nothing through any operation, over REST or tRPC', async () => {
  const { token, call } = await server.api([
    'catalog:read',
    'analytics:read',
    'users:read',
    'users:write',
    'completions:attest',
    'shifts:write',
    'paths:read',
    'paths:write',
    'intake:create',
    'content:export',
    'content:import',
  ]);
  const before = await theirRows();
  const operations = restOperationsOf(appRouter);
  expect(operations).toHaveLength(29);
  for (const { name, type, method, path, inPath } of operations) {
    for (const input of ATTEMPTS[name]!) {
      const asked = JSON.stringify(input);
      const given = { ...(input as Record<string, string>) };
      const address = path.replaceAll(/\{(\w+)\}/g, (_, field: string) => given[field]!);
      for (const field of inPath) delete given[field];
      const query = method === 'GET' ? `?${new URLSearchParams(given).toString()}` : '';
      const rest = await call(method, `/api/v1${address}${query}`, method === 'POST' ? given : undefined);
      const overTrpc = await callProcedure(
        server.base,
        { authorization: `Bearer ${token.token}` },
        { name, type },
        input,
      );
      for (const { status, text } of [rest, overTrpc]) {
        expect(status, `${name} ${asked}`).toBeLessThan(500);
        expect(tellsOfThem(text, asked), `${name} ${asked}: ${text}`).toBe(false);
      }
    }
  }
  expect(await theirRows()).toBe(before);
});

/** Ids that callers make up: whoever gives one of theirs makes a card, or a request for assignments, of the same id. */
const MADE_UP = [
  'modules.append flashcards.items[].id',
  'modules.append quiz.items[].id',
  'content.import modules[].flashcards[].id',
  'content.import modules[].quiz[].id',
  'modules.import module.flashcards[].id',
  'modules.import module.quiz[].id',
  'modules.saveSection items[].id',
  'assignments.createSeveral request_id',
  'paths.assign request_id',
];

/** Returns callers of a procedure in the workspace: the learner whose rows are in it, else those of the widest role. */
function callersIn({ workspace, user, department, token }: Marked) {
  const cookies = new Map<Role | 'own', Promise<string>>();
  const cookieOf = async (role: Role | 'own') => {
    const of = role === 'own' ? user : await make.user(workspace, { role, departmentId: department.id });
    return server.signIn(of.email);
  };
  return async ({ permission }: (typeof procedures)[number]): Promise<Record<string, string>> => {
    if (permission === 'intake:create') return { authorization: `Bearer ${token.token}` };
    const widest =
      Role.options.findLast((role) => !permission || permissionReachOf(role, permission) !== undefined) ?? 'learner';
    const role = permission && permissionReachOf(widest, permission) === 'own' ? 'own' : widest;
    if (!cookies.has(role)) cookies.set(role, cookieOf(role));
    return { cookie: await cookies.get(role)!, origin: server.base, [WORKSPACE_HEADER]: workspace.slug };
  };
}

test('each id that a procedure takes is one of theirs in some attempt', () => {
  const taken = procedures.flatMap(({ name, inputs: [schema] }) =>
    schema instanceof z.ZodType ? idPlacesOf(schema).map((place) => `${name} ${place}`) : [],
  );
  const tried = Object.entries(ATTEMPTS).flatMap(([name, inputs]) =>
    inputs.flatMap((input) => idPlacesIn(input).map(({ place }) => `${name} ${place}`)),
  );
  expect([...new Set(tried)].toSorted()).toEqual(taken.toSorted());
});

// rules/workspaces 1
test('an id of another workspace is answered byte for byte as one that nobody has', async () => {
  const us = await markedWorkspace(server, 'ours', 'only-ours');
  const callerOf = callersIn(us);
  // Whoever decides on a review has claimed it.
  const [claim] = procedures.filter(({ name }) => name === 'reviews.claim');
  const claimed = await callProcedure(server.base, await callerOf(claim!), claim!, { module_id: us.submitted.id });
  expect(claimed.status, claimed.text).toBe(200);
  const [attempts, before] = [attemptsOn(us), await theirRows()];
  const told: string[] = [];
  for (const procedure of procedures) {
    const headers = await callerOf(procedure);
    for (const [n, input] of attempts[procedure.name]!.entries()) {
      const theirIds = idPlacesIn(ATTEMPTS[procedure.name]![n]);
      for (const [at, { path, place }] of idPlacesIn(input).entries()) {
        const { id } = theirIds[at]!;
        // Of the same millisecond, so that it comes at the same place where rows are in the order of their ids.
        const nobodys = id.slice(0, -12) + randomBytes(6).toString('hex');
        const [unknown, foreign] = await Promise.all(
          [nobodys, id].map(async (asked) => {
            const answer = await callProcedure(server.base, headers, procedure, withIdAt(input, path, asked));
            const text = answer.text.replaceAll(asked, 'ID').replace(/req_[0-9a-f]+/, 'REQUEST');
            // Its points are so many days before now.
            return `${answer.status} ${procedure.name === 'analytics.trend' ? text.replaceAll(/"at":"[^"]*"/g, '') : text}`;
          }),
        );
        if (foreign !== unknown && !MADE_UP.includes(`${procedure.name} ${place}`))
          told.push(`${procedure.name} ${place}: ${foreign}, but ${unknown}`);
      }
    }
  }
  expect(told).toEqual([]);
  expect(await theirRows()).toBe(before);
});

async function readsNoTitle(role: 'trainer' | 'learner'): Promise<void> {
  const mine = await markedWorkspace(server, `drafts-${role}`, `draft-of-${role}`);
  const department = await make.department(mine.workspace);
  const user = await make.user(mine.workspace, { role, departmentId: department.id });
  const headers = { cookie: await server.signIn(user.email), [WORKSPACE_HEADER]: mine.workspace.slug };
  const { draft } = mine;
  const attempts = attemptsOn({ ...mine, module: draft, studied: draft, submitted: draft });
  for (const procedure of procedures) {
    for (const input of attempts[procedure.name]!) {
      const { text } = await callProcedure(server.base, { ...headers, origin: server.base }, procedure, input);
      expect(text, `${procedure.name} ${JSON.stringify(input)}`).not.toContain(draft.title);
    }
  }
}

// rules/roles 1
test('a trainer of another department reads no draft’s title', () => readsNoTitle('trainer'));

test('a learner of another department reads no draft’s title', { tags: ['deep'] }, () => readsNoTitle('learner'));
