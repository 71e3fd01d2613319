import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

const OPERATE = path.resolve(import.meta.dirname, '../../docs/operate');

export const ALERTS = path.join(OPERATE, 'alerts.yaml');

const Rule = z.strictObject({
  alert: z.string(),
  expr: z.string(),
  for: z.string().optional(),
  labels: z.strictObject({ severity: z.enum(['critical', 'warning']) }),
  annotations: z.strictObject({ summary: z.string().min(10), action: z.string().min(10) }),
});

/** Returns the alerts of docs/operate/alerts.yaml. */
export const rulesOfPage = () =>
  z
    .strictObject({ groups: z.array(z.strictObject({ name: z.string(), rules: z.array(Rule) })) })
    .parse(parse(readFileSync(ALERTS, 'utf8')))
    .groups.flatMap(({ rules }) => rules);

const DataSource = z.object({ type: z.literal('prometheus'), uid: z.literal('${datasource}') });
const GridPlace = z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() });
const Panel = z.discriminatedUnion('type', [
  z.object({ type: z.literal('row'), id: z.number(), title: z.string(), gridPos: GridPlace }),
  z.object({
    type: z.literal('timeseries'),
    id: z.number(),
    title: z.string(),
    gridPos: GridPlace,
    datasource: DataSource,
    targets: z.array(z.object({ refId: z.string(), datasource: DataSource, expr: z.string() })).min(1),
  }),
]);
const Dashboard = z.object({
  uid: z.string(),
  title: z.string(),
  schemaVersion: z.number(),
  templating: z.object({ list: z.array(z.object({ name: z.string(), type: z.string() })) }),
  panels: z.array(Panel),
});

/** Returns docs/operate/dashboard.json. */
export const dashboardOfPage = () =>
  Dashboard.parse(JSON.parse(readFileSync(path.join(OPERATE, 'dashboard.json'), 'utf8')));

/** Returns the queries of the dashboard as Prometheus gets them from Grafana, with all instances chosen. */
export const queriesOfDashboard = () =>
  dashboardOfPage()
    .panels.flatMap((panel) => (panel.type === 'row' ? [] : panel.targets))
    .map(({ expr }) => expr.replaceAll('$instance', '.*').replaceAll('$__rate_interval', '5m'));
