import { expect, test } from 'vitest';
import { startCollector, type CollectedSpan } from '../../test/collector.ts';
import { NO_TIMEOUTS, WorkPool } from '../database/statements/work-pool.ts';
import { startWebhooks } from '../features/webhooks/delivery/delivery-fixture.ts';
import { runJobInTrace } from '../platform/tracing/spans.ts';

const collector = await startCollector();
const { server, receiver, addEndpoint, happen, statesOf } = await startWebhooks({
  env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
});

const spanOf = async (name: string): Promise<CollectedSpan> => {
  await expect.poll(() => collector.spans().map((span) => span.name)).toContain(name);
  return collector.spans().find((span) => span.name === name)!;
};

// rules/operation 13
test('a webhook delivery is a trace of its own, which the receiver is not told, and its address is not in it', async () => {
  const workspace = await server.make.workspace();
  const { id } = await addEndpoint(workspace, receiver.addressOf('secret-path'));
  await happen(workspace);
  await expect.poll(() => statesOf(id)).toEqual({ delivered: 1 });
  const [request] = receiver.of('secret-path');
  expect(Object.keys(request!.headers).filter((name) => /trace|baggage|b3/.test(name))).toEqual([]);
  const delivery = await spanOf('webhook delivery');
  expect(delivery).toMatchObject({ kind: 5 });
  expect(delivery.parentSpanId ?? '').toBe('');
  const post = collector.spansOf(delivery.traceId).find(({ parentSpanId }) => parentSpanId === delivery.spanId);
  expect(post).toMatchObject({
    name: 'POST',
    kind: 3,
    attributes: { 'http.request.method': 'POST', 'http.response.status_code': 204 },
  });
  const bodies = collector.bodies.join('\n');
  expect(['secret-path', new URL(receiver.addressOf('')).host].filter((word) => bodies.includes(word))).toEqual([]);
});

test('an attempt that fails has the kind of its failure', async () => {
  const workspace = await server.make.workspace();
  const { id } = await addEndpoint(workspace, 'http://127.0.0.1:1/nobody');
  await happen(workspace);
  await expect.poll(() => statesOf(id)).toEqual({ retrying: 1 });
  await expect
    .poll(() => collector.spans().filter(({ name, attributes }) => name === 'POST' && 'error.type' in attributes))
    .toHaveLength(1);
});

test('jobs of lanes and queues have their statements in a trace of their own', async () => {
  await server.db.pool.query(`select graphile_worker.add_job('remove_expired')`);
  const job = await spanOf('job remove_expired');
  const names = collector.spansOf(job.traceId).map(({ name }) => name);
  expect(names.length).toBeGreaterThan(5);
  expect(collector.spansOf(job.traceId).filter(({ parentSpanId = '' }) => parentSpanId === '')).toHaveLength(1);
});

test('looking for work is not recorded', async () => {
  await spanOf('job remove_expired');
  expect(collector.spans().filter(({ name }) => /claim|get_job/.test(name))).toEqual([]);
});

test('of two jobs that wait for one connection, each has its own statements', async () => {
  const pool = new WorkPool({ url: server.databaseUrl, size: 1, name: 'test', limits: NO_TIMEOUTS });
  const select = (table: string) => runJobInTrace(`of ${table}`, () => pool.query(`select from ${table}`));
  const tables = ['users', 'courses', 'modules', 'workspaces'];
  await Promise.all(tables.map(select));
  await pool.end();
  for (const table of tables) {
    const { spanId } = await spanOf(`of ${table}`);
    const own = collector.spans().filter(({ parentSpanId }) => parentSpanId === spanId);
    expect(own.map(({ name }) => name)).toEqual([`select ${table}`]);
  }
});
