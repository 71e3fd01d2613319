import { callTRPCProcedure } from '@trpc/server';
import type { Role } from '@training/shared/permissions';
import { WORKSPACE_HEADER } from '@training/shared/sessions';
import { z } from 'zod';
import { readConfig } from '../../src/core/config.ts';
import type { Database } from '../../src/database/database.ts';
import { openServices } from '../../src/core/services.ts';
import { findMembership } from '../../src/auth/sessions/memberships.ts';
import { createEmailOnlyIdentity } from '../../src/auth/sessions/signed-in-identity.ts';
import { appErrorOf } from '../../src/http/problem.ts';
import type { RequestContext } from '../../src/http/procedures.ts';
import { createLog } from '../../src/platform/log.ts';
import { appRouter } from '../../src/app/router.ts';
import type { Maker, TestWorkspace } from '../make.ts';

/** Everybody who may try to do something to a module, and what they are. */
export const CAST = {
  author: 'trainer',
  colleague: 'trainer',
  /** A trainer of another department. */
  stranger: 'trainer',
  /** A trainer of the module's department who is made a content manager, and a trainer again. */
  turncoat: 'trainer',
  manager: 'content_manager',
  other_manager: 'content_manager',
  admin: 'super_admin',
  auditor: 'auditor',
  learner: 'learner',
} as const satisfies Record<string, Role>;
export type PersonName = keyof typeof CAST;
export const EVERYBODY = Object.keys(CAST).filter((name): name is PersonName => name in CAST);

export type Person = { id: string; email: string };
export type People = { workspace: TestWorkspace; departmentId: string; of: Record<PersonName, Person> };

/** Outcome of a call: its answer, or the code and HTTP status of its refusal. */
export type Answer = { ok: true; data: unknown } | { ok: false; code: string; status: number };

/** Calls a mutation of the router as somebody. */
export type Call = (who: Person, procedure: string, input: object) => Promise<Answer>;

/** A whole cast, in two departments of its own. */
export async function makePeople(make: Maker, workspace: TestWorkspace): Promise<People> {
  const own = await make.department(workspace);
  const other = await make.department(workspace);
  const person = (name: PersonName) =>
    make.user(workspace, { role: CAST[name], departmentId: name === 'stranger' ? other.id : own.id });
  const of = {
    author: await person('author'),
    colleague: await person('colleague'),
    stranger: await person('stranger'),
    turncoat: await person('turncoat'),
    manager: await person('manager'),
    other_manager: await person('other_manager'),
    admin: await person('admin'),
    auditor: await person('auditor'),
    learner: await person('learner'),
  };
  return { workspace, departmentId: own.id, of };
}

/**
 * The router itself, with the context that a signed-in request has: all of the server but HTTP, JSON and the cookie,
 * which cost more than a transition does.
 */
export function callDirectly(db: Database, workspace: TestWorkspace): Call {
  const config = readConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    ENCRYPTION_KEYS: KEY,
    ENCRYPTION_ACTIVE_KEY: 'test',
  });
  const log = createLog(config.logLevel);
  const services = openServices({ config, databaseUrls: [], log, origin: () => 'http://127.0.0.1' });
  return async ({ email }, procedure, input) => {
    const who = createEmailOnlyIdentity(email);
    const caller = async () => {
      const found = await findMembership(db, who, workspace.slug);
      if (!found) throw new Error(`${email} is no member`);
      return found;
    };
    const ctx: RequestContext = {
      db,
      now: new Date(),
      requestId: null,
      ip: null,
      caller,
      identity: () => Promise.reject(new Error('Nobody looks at their identity here')),
      session: () => Promise.reject(new Error('Nobody has a session here')),
      openStream: () => Promise.reject(new Error('Nothing is followed here')),
      singleSignOn: false,
      passkeySite: () => undefined,
      isMailLogged: false,
      services,
    };
    try {
      const data: unknown = await callTRPCProcedure({
        router: appRouter,
        path: procedure,
        type: 'mutation',
        getRawInput: () => Promise.resolve(input),
        ctx,
        signal: undefined,
        batchIndex: 0,
      });
      return { ok: true, data };
    } catch (error) {
      const { code, status } = appErrorOf(error);
      if (status >= 500) throw error;
      return { ok: false, code, status };
    }
  };
}

const KEY = `test:${Buffer.alloc(32, 7).toString('base64')}`;

const Envelope = z.union([
  z.object({ result: z.object({ data: z.unknown() }) }),
  z.object({ error: z.object({ data: z.object({ app_code: z.string(), httpStatus: z.int() }) }) }),
]);

/** No answer came: the server died meanwhile, and nobody knows whether it was done. */
export const LOST: Answer = { ok: false, code: 'lost', status: 0 };

/** As the console calls, with the cookies of everybody. The status of an error is that of the response. */
export function callOverHttp(base: () => string, cookies: ReadonlyMap<string, string>, workspace: TestWorkspace): Call {
  return async ({ email }, procedure, input) => {
    const origin = base();
    try {
      const response = await fetch(`${origin}/api/trpc/${procedure}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          cookie: cookies.get(email) ?? '',
          origin,
          [WORKSPACE_HEADER]: workspace.slug,
        },
        body: JSON.stringify(input),
      });
      const envelope = Envelope.parse(await response.json());
      if ('result' in envelope) return { ok: true, data: envelope.result.data };
      const { app_code: code, httpStatus } = envelope.error.data;
      if (httpStatus !== response.status || httpStatus >= 500)
        throw new Error(`${code} came with the status ${response.status}`);
      return { ok: false, code, status: response.status };
    } catch (error) {
      // What fetch itself throws: the connection was refused, or broke.
      if (error instanceof TypeError) return LOST;
      throw error;
    }
  };
}
