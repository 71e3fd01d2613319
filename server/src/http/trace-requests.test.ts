import { randomBytes } from 'node:crypto';
import { WORKSPACE_HEADER } from '@training/shared/sessions';
import { expect, test } from 'vitest';
import { startCollector, type CollectedSpan } from '../../test/collector.ts';
import { startTestServer } from '../../test/server.ts';

const collector = await startCollector();
const server = await startTestServer({
  env: {
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-team=learning,authorization=Basic%20dTpw',
    OTEL_SERVICE_NAME: 'training-test',
  },
});

/** Begins a trace as a caller would. */
function trace(sampled = true) {
  const [traceId, spanId] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
  return { traceId, spanId, headers: { traceparent: `00-${traceId}-${spanId}-${sampled ? '01' : '00'}` } };
}

/** Waits until the request's span has come, which ends last. */
async function spansOf(traceId: string): Promise<CollectedSpan[]> {
  await expect.poll(() => collector.spansOf(traceId).filter(({ kind }) => kind === 2).length).toBeGreaterThan(0);
  return collector.spansOf(traceId);
}

/** Names from a span up to the request. */
function pathOf(span: CollectedSpan, spans: readonly CollectedSpan[]): string[] {
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
  return [span.name, ...(parent ? pathOf(parent, spans) : [])];
}

// rules/operation 13
test('a request continues its caller’s trace, and its statements are in it by name', async () => {
  const { call } = await server.api(['users:read']);
  const { traceId, spanId, headers } = trace();
  const answer = await call('GET', '/api/v1/users?limit=5', undefined, headers);
  expect(answer.status).toBe(200);
  const spans = await spansOf(traceId);
  const request = spans.find(({ kind }) => kind === 2)!;
  expect(request).toMatchObject({
    name: 'GET /api/v1/users',
    parentSpanId: spanId,
    attributes: {
      'http.request.method': 'GET',
      'http.route': '/api/v1/users',
      'http.response.status_code': 200,
      'training.request.id': answer.headers.get('x-request-id'),
    },
    status: { code: 0 },
  });
  const statements = spans.filter(({ attributes }) => attributes['db.system.name'] === 'postgresql');
  const paths = statements.map((span) => pathOf(span, spans));
  expect(paths).toContainEqual(['find-token', 'GET /api/v1/users']);
  expect(paths.every((path) => path.at(-1) === 'GET /api/v1/users')).toBe(true);
  expect(paths.some((path) => path.at(-2) === 'users.list')).toBe(true);
  expect(statements.every(({ kind }) => kind === 3)).toBe(true);
});

test('a write’s transaction has its statements, also those of entities', { tags: ['deep'] }, async () => {
  const workspace = await server.make.workspace();
  const { email } = await server.make.user(workspace, { role: 'super_admin' });
  const { traceId, headers } = trace();
  const own = { cookie: await server.signIn(email), [WORKSPACE_HEADER]: workspace.slug, ...headers };
  await server.client(own).departments.create.mutate({ name: 'Secret Service' });
  const spans = await spansOf(traceId);
  const paths = spans.map((span) => pathOf(span, spans).toReversed());
  const inside = ['POST /api/trpc/:path', 'departments.create', 'transaction'];
  for (const name of ['begin', 'guard-actor', 'insert departments', 'commit'])
    expect(paths).toContainEqual([...inside, name]);
});

test(
  'requests at the same time, which wait for the same connections, each have their own statements',
  { tags: ['deep'] },
  async () => {
    const { call } = await server.api(['users:read', 'users:write']);
    const asked = Array.from({ length: 40 }, (_, n) => ({ n, ...trace() }));
    const body = ({ n }: { n: number }) => ({ email: `person-${n}@acme.example`, full_name: `Person ${n}` });
    const answers = await Promise.all(asked.map((each) => call('POST', '/api/v1/users', body(each), each.headers)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    for (const { traceId } of asked) {
      const spans = await spansOf(traceId);
      const inserts = spans.filter(({ name }) => name === 'insert-user').map((span) => pathOf(span, spans));
      expect(inserts).toEqual([['insert-user', 'users.upsert', 'POST /api/v1/users']]);
    }
  },
);

// rules/operation 13
test('nothing that was sent, stored or searched for is in a span: no person, token, key or query', async () => {
  const { call, token } = await server.api(['users:read', 'users:write']);
  const { traceId, headers } = trace();
  await call('POST', '/api/v1/users', { email: 'greta.gone@acme.example', full_name: 'Greta Gone' }, headers);
  await call('GET', '/api/v1/users?email=greta.gone%40acme.example', undefined, headers);
  await call('GET', '/api/v1/nothing-of-greta?q=greta', undefined, headers);
  await call('POST', '/api/v1/users', { email: 'not an address of greta' }, headers);
  await fetch(`${server.base}/api/unsubscribe?token=greta-unsubscribes`, { headers });
  await expect.poll(() => collector.spansOf(traceId).filter(({ kind }) => kind === 2).length).toBe(5);
  const sent = collector.bodies.join('\n').toLowerCase();
  const secrets = ['greta', 'gone@', 'wtp_', token.token.slice(8).toLowerCase(), 'basic', ' where ', ' values '];
  expect(secrets.filter((word) => sent.includes(word))).toEqual([]);
  expect(collector.spansOf(traceId).map(({ name }) => name)).toContain('GET');
});

test(
  'a refusal and a fault are told apart by status and kind of error, without its message',
  { tags: ['deep'] },
  async () => {
    const { call } = await server.api(['users:read']);
    const refused = trace();
    await call('GET', '/api/v1/users?limit=0', undefined, refused.headers);
    const [request] = (await spansOf(refused.traceId)).filter(({ kind }) => kind === 2);
    expect(request).toMatchObject({ attributes: { 'http.response.status_code': 400 }, status: { code: 0 } });

    const failed = trace();
    await server.db.pool.query('alter table users rename to users_away');
    await call('GET', '/api/v1/users', undefined, failed.headers);
    await server.db.pool.query('alter table users_away rename to users');
    const spans = await spansOf(failed.traceId);
    expect(spans.find(({ kind }) => kind === 2)).toMatchObject({
      attributes: { 'http.response.status_code': 500 },
      status: { code: 2 },
    });
    const undefinedTable = spans.filter(({ attributes }) => attributes['error.type'] === '42P01');
    expect(undefinedTable.length).toBeGreaterThan(0);
    expect(JSON.stringify(spans)).not.toContain('does not exist');
  },
);

test('the caller decides about sampling, and monitoring is not recorded', async () => {
  const unsampled = trace(false);
  const monitored = trace();
  const { call } = await server.api(['users:read']);
  await call('GET', '/api/v1/users', undefined, unsampled.headers);
  for (const path of ['/healthz', '/readyz', '/metrics']) await call('GET', path, undefined, monitored.headers);
  const { traceId, headers } = trace();
  await call('GET', '/api/v1/users', undefined, headers);
  await spansOf(traceId);
  expect(collector.spansOf(unsampled.traceId)).toEqual([]);
  expect(collector.spansOf(monitored.traceId)).toEqual([]);
  // Garbage begins a trace of its own.
  expect((await call('GET', '/api/v1/users', undefined, { traceparent: '00-zz-1-01' })).status).toBe(200);
});

test('the collector gets the headers and the name that are set', async () => {
  await expect.poll(() => collector.headers.length).toBeGreaterThan(0);
  expect(collector.headers[0]).toMatchObject({
    'content-type': 'application/json',
    'x-team': 'learning',
    authorization: 'Basic dTpw',
  });
  expect(collector.resources()[0]).toMatchObject({ 'service.name': 'training-test' });
});
