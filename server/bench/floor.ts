// The floor: what the same SQL costs with nothing around it. A bare node:http server, the same token lookup and
// statements, all of them prepared, JSON passed through. It checks no scope, no input and no limit, and logs nothing.
import http, { type IncomingMessage } from 'node:http';
import type { Role } from '@training/shared/permissions';
import type pg from 'pg';
import type { Context } from '../src/context.ts';
import { openDatabase } from '../src/database/database.ts';
import { defineStatement, JsonRow, type Statement as Defined } from '../src/database/statement.ts';
import { LOCK_TOKEN } from '../src/database/transaction.ts';
import { readAnalytics } from '../src/features/analytics/read-analytics.ts';
import { LIST_CATALOG } from '../src/features/catalog/list-catalog.ts';
import { INSERT_SUGGESTION, intakeParameters } from '../src/features/suggestions/intake/create-intake.ts';
import { TAKE_TURNS } from '../src/features/suggestions/intake/take-turns.ts';
import { eventParameters } from '../src/features/events/record-event.ts';
import { FIND_TOKEN } from '../src/auth/tokens/find-token.ts';
import { tokenHash } from '../src/auth/tokens/token-value.ts';
import { pageSql } from '../src/features/users/list-users.ts';
import { INSERT_USER, LOCK_USER, UPDATE_USER } from '../src/features/users/upsert-user.ts';
import { newId } from '../src/platform/ids.ts';
import { PreparedJson } from '../src/platform/prepared-json.ts';

/** What is prepared of a statement. */
type Statement = Pick<Defined, 'name' | 'text'>;

type Token = { id: string; name: string; workspace_id: string };
type Answer = { status: number; json: string | Buffer };

const { DATABASE_URL = '', DATABASE_POOL_SIZE = '10', PORT = '0' } = process.env;
const db = await openDatabase(DATABASE_URL, Number(DATABASE_POOL_SIZE));

/** The usual way to a total: counting. */
const COUNT = 'select count(*) from users where workspace_id = :workspaceId';
const pageOfUsers = (name: string, offset: number) =>
  defineStatement({ name, scope: 'tenant', row: JsonRow, sql: pageSql(offset, '', COUNT) });
const FIRST_USERS = pageOfUsers('first-users', 0);
const LATER_USERS = pageOfUsers('later-users', 1);

http
  .createServer((request, response) => {
    answer(request).then(
      ({ status, json }) => {
        const body = typeof json === 'string' ? Buffer.from(json) : json;
        response.writeHead(status, {
          'content-type': 'application/json; charset=utf-8',
          'content-length': body.length,
        });
        response.end(body);
      },
      (error: unknown) => {
        process.stderr.write(`${String(error)}\n`);
        response.writeHead(500, { 'content-length': 0 }).end();
      },
    );
  })
  .listen(Number(PORT), '127.0.0.1');

async function answer(request: IncomingMessage): Promise<Answer> {
  const value = request.headers.authorization?.slice('Bearer '.length) ?? '';
  const [token] = (await db.pool.query<Token>({ ...FIND_TOKEN, values: FIND_TOKEN.values({ hash: tokenHash(value) }) }))
    .rows;
  if (!token) return { status: 401, json: '' };
  const url = new URL(request.url ?? '', 'http://localhost');
  switch (`${request.method} ${url.pathname}`) {
    case 'GET /token':
      return { status: 304, json: '' };
    case 'GET /api/v1/catalog':
      return read(LIST_CATALOG, LIST_CATALOG.values({ workspaceId: token.workspace_id }));
    case 'GET /api/v1/users': {
      const { limit = '100', offset = '0' } = Object.fromEntries(url.searchParams);
      const page = offset === '0' ? FIRST_USERS : LATER_USERS;
      return read(page, page.values({ workspaceId: token.workspace_id, limit, offset }));
    }
    case 'GET /api/v1/analytics':
      return analytics(token, url.searchParams.get('user_id') ?? undefined);
    case 'POST /api/v1/users':
      return upsert(token, await bodyOf(request));
    case 'POST /api/v1/intake':
      return intake(token, await bodyOf(request));
    default:
      return { status: 404, json: '' };
  }
}

async function read(statement: Statement, values: unknown[]): Promise<Answer> {
  const { rows } = await db.pool.query<{ json: string }>({ ...statement, values });
  return { status: 200, json: rows[0]?.json ?? '' };
}

/** The statement depends on the filters, so the feature puts it together here as well. */
async function analytics(token: Token, userId: string | undefined): Promise<Answer> {
  const result: unknown = await readAnalytics(contextOf(token), {
    ...(userId && { user_id: userId }),
    include: ['modules', 'learners', 'recertification'],
    include_inactive: false,
    window_days: 30,
    limit: 100,
    offset: 0,
  });
  return { status: 200, json: result instanceof PreparedJson ? result.body : '' };
}

type UserRow = { id: string; email: string; full_name: string; role: Role; department_id: string | null };
type UserBody = Partial<Omit<UserRow, 'id'>>;
type IntakeBody = { title?: string; content?: string; source_name?: string; source_url?: string | null };

function upsert(token: Token, { email = '', full_name = '', role = 'learner', department_id }: UserBody) {
  return inTransaction(token, async (query) => {
    const [locked] = await query<{ existing: UserRow | null; department: string | null }>(
      LOCK_USER,
      LOCK_USER.values({ workspaceId: token.workspace_id, email, department: department_id ?? null }),
    );
    const existing = locked?.existing ?? null;
    const id = existing?.id ?? newId();
    const departmentId = existing?.department_id ?? department_id ?? null;
    const next = { full_name, role: existing?.role ?? role, department_id: departmentId };
    const subject = { kind: 'user', id, name: full_name };
    const outgoing = { user_id: id, email, ...next, is_active: true };
    const fields = { id, fullName: full_name, role: next.role, departmentId, isActive: true };
    const cause = contextOf(token);
    if (existing) {
      const changes = { full_name: [existing.full_name, full_name] };
      const told = { ...outgoing, changed: ['full_name' as const] };
      const event = eventParameters(cause, { action: 'user.updated', subject, changes, outgoing: told });
      await query(UPDATE_USER, UPDATE_USER.values({ ...event, ...fields }));
    } else {
      const event = eventParameters(cause, { action: 'user.created', subject, changes: { email, ...next }, outgoing });
      await query(INSERT_USER, INSERT_USER.values({ ...event, ...fields, email }));
    }
    const user = { ...existing, id, email, ...next, result: existing ? 'updated' : 'created' };
    return { status: existing ? 200 : 201, json: JSON.stringify(user) };
  });
}

function intake(token: Token, { title, content = '', source_name = '', source_url }: IntakeBody) {
  return inTransaction(token, async (query) => {
    const { locks, values } = intakeParameters(contextOf(token), {
      content,
      source_name,
      ...(title && { title }),
      ...(source_url && { source_url }),
    });
    await query(TAKE_TURNS, [locks]);
    const [written] = await query<{ json: string }>(INSERT_SUGGESTION, INSERT_SUGGESTION.values(values));
    return { status: 201, json: written?.json ?? '' };
  });
}

type Query = <Row extends pg.QueryResultRow>(statement: Statement, values: unknown[]) => Promise<Row[]>;

async function inTransaction(token: Token, work: (query: Query) => Promise<Answer>): Promise<Answer> {
  const client = await db.pool.connect();
  const query: Query = async (statement, values) => (await client.query({ ...statement, values })).rows;
  try {
    await client.query('begin');
    await query(LOCK_TOKEN, LOCK_TOKEN.values({ workspaceId: token.workspace_id, id: token.id }));
    const result = await work(query);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

function contextOf({ id, name, workspace_id }: Token): Context {
  return {
    db,
    workspace: { id: workspace_id, slug: '', name: '' },
    actor: { kind: 'token', id, name, scopes: [], createdAt: '', mayAssignSuperAdmin: false, catalogRevision: '' },
    reach: 'workspace',
    now: new Date(),
    requestId: null,
    ip: null,
  };
}

async function bodyOf(request: IncomingMessage): Promise<UserBody & IntakeBody> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
}
