// The floor: what the same SQL costs with nothing around it. A bare node:http server, the same token lookup and reads,
// writes in the fewest statements, all of them prepared, JSON passed through. It checks no scope, no input and no
// limit, and logs nothing. Under `/plain` it writes without an audit log.
import http, { type IncomingMessage } from 'node:http';
import type { Context } from '../src/core/context.ts';
import { openOperatorDatabase } from '../src/database/database.ts';
import { defineStatement, JsonRow } from '../src/database/statements/statement.ts';
import { clearAllCachedParts } from '../src/features/analytics/cached-parts.ts';
import { readAnalytics } from '../src/features/analytics/read-analytics.ts';
import { LIST_CATALOG } from '../src/features/catalog/catalog.router.ts';
import { FIND_TOKEN } from '../src/auth/tokens/find-token.ts';
import { hashTokenValue } from '../src/auth/tokens/token-value.ts';
import { firstUsersPageRowsSql, usersPageSql } from '../src/features/users/list-users.ts';
import { PreparedJson } from '../src/platform/prepared-json.ts';
import { FEWEST, PLAIN, type Body, type Writes } from './floor-writes.ts';

type Token = { id: string; name: string; workspace_id: string };
type Answer = { status: number; json: string | Buffer };

const { DATABASE_URL = '', DATABASE_POOL_SIZE = '10', PORT = '0' } = process.env;
const db = await openOperatorDatabase(DATABASE_URL, Number(DATABASE_POOL_SIZE));

/** The usual way to a total: counting. */
const COUNT = 'select count(*) from users where workspace_id = :workspaceId';
const usersPage = (name: string, rows: string, where = '') =>
  defineStatement({ name, scope: 'tenant', row: JsonRow, sql: usersPageSql(rows, `${COUNT} ${where}`) });
const ONLY_LEARNERS = `and role = 'learner' and is_active`;
const FIRST_USERS = usersPage('floor-first-users', firstUsersPageRowsSql(''));
const LEARNERS = usersPage('floor-learners', firstUsersPageRowsSql(ONLY_LEARNERS), ONLY_LEARNERS);
/** From the start of an index, and no rows but those of the page. */
const LATER_USERS = usersPage(
  'floor-later-users',
  `select u.* from (
     select id from users where workspace_id = :workspaceId order by created_at, id limit :limit offset :offset
   ) page join users u on u.workspace_id = :workspaceId and u.id = page.id`,
);

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
  const [token] = (await db.pool.query<Token>({ ...FIND_TOKEN, values: [hashTokenValue(value)] })).rows;
  if (!token) return { status: 401, json: '' };
  const url = new URL(request.url ?? '', 'http://localhost');
  switch (`${request.method} ${url.pathname}`) {
    case 'GET /token':
      return { status: 304, json: '' };
    case 'GET /api/v1/catalog':
      return { status: 200, json: (await LIST_CATALOG.one(db.pool, { workspaceId: token.workspace_id })).json };
    case 'GET /api/v1/users': {
      const { limit = '100', offset = '0' } = Object.fromEntries(url.searchParams);
      const page = { workspaceId: token.workspace_id, limit, offset };
      if (url.searchParams.has('role')) return { status: 200, json: (await LEARNERS.one(db.pool, page)).json };
      return { status: 200, json: (await (offset === '0' ? FIRST_USERS : LATER_USERS).one(db.pool, page)).json };
    }
    case 'GET /api/v1/analytics':
      return analytics(token, url.searchParams.get('user_id') ?? undefined);
    case 'POST /api/v1/users':
      return write(FEWEST, 'user', token, request);
    case 'POST /api/v1/intake':
      return write(FEWEST, 'suggestion', token, request);
    case 'POST /plain/api/v1/users':
      return write(PLAIN, 'user', token, request);
    case 'POST /plain/api/v1/intake':
      return write(PLAIN, 'suggestion', token, request);
    default:
      return { status: 404, json: '' };
  }
}

/** The statement depends on the filters, so the feature puts it together here as well. Nothing is reused. */
async function analytics(token: Token, userId: string | undefined): Promise<Answer> {
  clearAllCachedParts();
  const result: unknown = await readAnalytics(contextOf(token), {
    ...(userId && { user_id: userId }),
    include: ['modules', 'learners', 'recertification'],
    include_inactive: false,
    window_days: 30,
    limit: 100,
    offset: 0,
    modules_offset: 0,
  });
  return { status: 200, json: result instanceof PreparedJson ? result.body : '' };
}

/** Answers with what a write says. */
async function write(writes: Writes, what: keyof Writes, token: Token, request: IncomingMessage): Promise<Answer> {
  const { json, created } = await writes[what](contextOf(token), await bodyOf(request));
  return { status: created ? 201 : 200, json };
}

function contextOf({ id, name, workspace_id }: Token): Context {
  return {
    db,
    workspace: { id: workspace_id, slug: '', name: '' },
    actor: {
      kind: 'token',
      id,
      name,
      scopes: [],
      createdAt: '',
      mayAssignSuperAdmin: false,
      everyoneHasEmail: true,
      catalogRevision: '',
    },
    reach: 'workspace',
    now: new Date(),
    requestId: null,
    ip: null,
  };
}

async function bodyOf(request: IncomingMessage): Promise<Body> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
}
