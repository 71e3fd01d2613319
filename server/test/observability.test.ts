import { expect, test, vi } from 'vitest';
import { HTTP_LIMITS } from '../src/http/limits/limits.ts';
import { fileOfPage } from './deploy/deploy-page.ts';
import { dashboardOfPage, queriesOfDashboard, rulesOfPage } from './observability.ts';
import { startTestServer } from './server.ts';

/** Words of a query that are followed by a parenthesis, or by labels in one. */
const KEYWORDS = new Set(['and', 'or', 'unless', 'by', 'without', 'on', 'ignoring', 'offset', 'bool']);

/** Prometheus's own, which the server doesn't have. */
const OF_PROMETHEUS = { up: ['job', 'instance'] };
const ADDED_LABELS = ['job', 'instance', 'le'];

type Selector = { metric: string; matchers: { label: string; operator: string; value: string }[] };

/** Returns the metrics that a query selects. */
function selectorsOf(query: string): Selector[] {
  const bare = query.replaceAll(/\b(?:by|without|on|ignoring)\s*\([^)]*\)|\[[^\]]*\]/g, ' ');
  const found = bare.matchAll(/"[^"]*"|([a-zA-Z_:][\w:]*)\s*(\(|\{[^}]*\})?/g);
  return [...found].flatMap(([, metric, after = '']) => {
    if (metric === undefined || after === '(' || KEYWORDS.has(metric) || /^\d/.test(metric)) return [];
    const matchers = [...after.matchAll(/(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"/g)];
    return [
      { metric, matchers: matchers.map(([, label = '', operator = '', value = '']) => ({ label, operator, value })) },
    ];
  });
}

/** Returns the labels by which a query groups. */
const groupsOf = (query: string): string[] =>
  [...query.matchAll(/\bby\s*\(([^)]*)\)/g)].flatMap(([, labels = '']) => labels.split(',').map((each) => each.trim()));

/** Values of each label of each metric, of a server that has done some of everything. */
async function exposedMetrics(): Promise<Map<string, Map<string, Set<string>>>> {
  // A replica that is away has metrics, too.
  const replicas = { urls: ['postgresql://training@127.0.0.1:1/training'], mostLag: 100 };
  const server = await startTestServer({ jobs: true, config: { replicas } });
  const { call, workspace } = await server.api(['users:read']);
  await call('GET', '/api/v1/users');
  await fetch(`${server.base}/api/v1/users`);
  const admin = await server.as('super_admin', workspace);
  await admin.users.list.query({});
  const text = await vi.waitFor(
    async () => {
      const found = await (await fetch(`${server.base}/metrics`)).text();
      expect(found).toContain('nodejs_gc_duration_seconds_count');
      return found;
    },
    { timeout: 60_000 },
  );
  const exposed = new Map<string, Map<string, Set<string>>>();
  for (const [, name = '', type] of text.matchAll(/^# TYPE (\S+) (\w+)$/gm)) {
    const names = type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name];
    for (const each of names) exposed.set(each, new Map());
  }
  for (const [, name = '', labels = ''] of text.matchAll(/^(\w+)\{(.*)\} \S+$/gm)) {
    for (const [, label = '', value = ''] of labels.matchAll(/(\w+)="([^"]*)"/g)) {
      const values = exposed.get(name)?.get(label) ?? new Set();
      exposed.get(name)?.set(label, values.add(value));
    }
  }
  for (const [name, labels] of Object.entries(OF_PROMETHEUS)) {
    exposed.set(name, new Map(labels.map((label) => [label, new Set<string>()])));
  }
  return exposed;
}

const exposed = await exposedMetrics();
const allLabels = new Set([...exposed.values()].flatMap((labels) => [...labels.keys()]));

/** Labels of which this server need not have shown each value, such as the outcome of work that fails. */
const OPEN_VALUES = new Set(['route', 'status', 'queue', 'code', 'outcome', 'taken', 'provider', 'type']);

/** Returns what a query names that the server doesn't have. */
function unknownIn(query: string): string[] {
  const unknown = selectorsOf(query).flatMap(({ metric, matchers }) => {
    const labels = exposed.get(metric);
    if (!labels) return [metric];
    if (labels.size === 0) return [];
    return matchers.flatMap(({ label, operator, value }) => {
      if (ADDED_LABELS.includes(label)) return [];
      const values = labels.get(label);
      if (!values) return [`${metric}{${label}}`];
      const isEnumeration = operator === '=' && !OPEN_VALUES.has(label);
      return isEnumeration && !values.has(value) ? [`${metric}{${label}="${value}"}`] : [];
    });
  });
  return [...unknown, ...groupsOf(query).filter((label) => !ADDED_LABELS.includes(label) && !seenLabels.has(label))];
}

/** Labels of series that need more than this test does: mails, webhooks, answers of models. */
const seenLabels = new Set([...allLabels, 'queue', 'outcome', 'taken', 'provider', 'type']);

const rules = rulesOfPage();

test('a query that names a metric, label or value that is not there would be found', () => {
  expect(
    unknownIn('sum by (method) (rate(http_request_duration_seconds_count{status=~"5.."}[5m])) > 0.8 * 64'),
  ).toEqual([]);
  expect(unknownIn('up{job="training"} == 0 or http_held_bytes{of="bodies"} > 1')).toEqual([]);
  expect(unknownIn('rate(http_requests_total[5m]) and gone > 0')).toEqual(['http_requests_total', 'gone']);
  expect(unknownIn('http_held_bytes{of="body"}')).toEqual(['http_held_bytes{of="body"}']);
  expect(unknownIn('http_held_bytes{kind="bodies"}')).toEqual(['http_held_bytes{kind}']);
  expect(unknownIn('sum by (colour) (event_streams)')).toEqual(['colour']);
});

test.each(rules.map(({ alert, expr }) => [alert, expr] as const))(
  'the alert %s is about what /metrics has',
  (_, expr) => {
    expect(selectorsOf(expr).length).toBeGreaterThan(0);
    expect(unknownIn(expr)).toEqual([]);
  },
);

test('each alert has a name of its own', () => {
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
});

test('alerts know the limits that the server has', () => {
  const of = (name: string) => rules.find(({ alert }) => alert === name)?.expr ?? '';
  const MEBIBYTE = 1024 * 1024;
  const { held, answers, streams } = HTTP_LIMITS;
  expect(of('TrainingHeldBytes')).toContain(`{of="bodies"} > 0.8 * ${held.most / MEBIBYTE} * 1024 * 1024`);
  expect(of('TrainingHeldBytes')).toContain(`{of="answers"} > 0.8 * ${answers.most / MEBIBYTE} * 1024 * 1024`);
  expect(of('TrainingStreamsFull')).toBe(`event_streams > 0.9 * ${streams}`);
  const heap = /--max-old-space-size=(\d+)/.exec(fileOfPage('/etc/systemd/system/training@.service'))?.[1];
  expect(of('TrainingHeapFull')).toContain(`0.85 * ${heap} * 1024 * 1024`);
});

test('every query of the dashboard is about what /metrics has', () => {
  const queries = queriesOfDashboard();
  expect(queries.length).toBeGreaterThan(30);
  expect(queries.flatMap(unknownIn)).toEqual([]);
});

test('the dashboard’s panels are each in a place of their own, with one data source to choose', () => {
  const { panels, templating, schemaVersion } = dashboardOfPage();
  expect(schemaVersion).toBeGreaterThanOrEqual(36);
  expect(templating.list.map(({ name, type }) => [name, type])).toEqual([
    ['datasource', 'datasource'],
    ['instance', 'query'],
  ]);
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) => {
    expect(x + w).toBeLessThanOrEqual(24);
    return Array.from({ length: w * h }, (_, n) => `${x + (n % w)},${y + Math.floor(n / w)}`);
  });
  expect(new Set(cells).size).toBe(cells.length);
});

test('every metric of ours is in an alert or on the dashboard', () => {
  const named = [...rules.map(({ expr }) => expr), ...queriesOfDashboard()].flatMap((query) =>
    selectorsOf(query).map(({ metric }) => metric.replace(/_(bucket|sum|count)$/, '')),
  );
  const ours = [...exposed.keys()].filter((name) => !/^(process|nodejs)_|^up$/.test(name));
  expect(
    new Set(ours.map((name) => name.replace(/_(bucket|sum|count)$/, '')).filter((name) => !named.includes(name))),
  ).toEqual(new Set());
});
