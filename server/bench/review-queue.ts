// The review queue with 10,000 modules in it, over HTTP beside its SQL.
import { ListReviews, ReviewQueue } from '@training/shared/reviews/reviews';
import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import { z } from 'zod';
import type { Database } from '../src/database/database.ts';
import type { StatementParameterValue } from '../src/database/statements/statement-parameters.ts';
import { getListReviewsStatement } from '../src/features/reviews/queue/list-reviews.ts';
import { alternateTimed, type Latencies, type Rounds } from './measure.ts';
import { grid, median, ms, percentile, type Limit, type Part } from './report.ts';
import type { Caller } from './reviewed-workspace.ts';

export const REVIEW_QUEUE = 'review queue, 10,000 in review';

/** Milliseconds at the median, more than the SQL takes. */
const LIMIT = 5;
const DAY = 86_400_000;

/** `session` is a request that finds out who asks, and little else: what any request of the console costs. */
type Side = 'sql' | 'session' | 'http';
type MeasuredQueue = { name: string; total: number } & Record<Side, Latencies[]>;

/** One request at a time, as a reviewer makes them; the statement runs on a connection of its own. */
export async function measureQueue(db: Database, reviewer: Caller, rounds: Rounds): Promise<Part> {
  const { departmentId } = reviewer.person;
  const filters = {
    'first page': {},
    'unclaimed, a week old': { claim: 'unclaimed', waiting_days: 7 },
    'the same of a department': { claim: 'unclaimed', waiting_days: 7, department_id: departmentId },
    'last page': { offset: 9_950 },
  };
  const client = await db.pool.connect();
  try {
    const all: MeasuredQueue[] = [];
    for (const [name, filter] of Object.entries(filters)) {
      all.push(await measureFilter(client, reviewer, { name, filter: ListReviews.parse(filter), rounds }));
    }
    return partOf(all);
  } finally {
    client.release();
  }
}

async function measureFilter(
  client: pg.ClientBase,
  reviewer: Caller,
  { name, filter, rounds }: { name: string; filter: ListReviews; rounds: Rounds },
): Promise<MeasuredQueue> {
  const { state, claim, order, descending, department_id, waiting_days, limit, offset } = filter;
  const since = waiting_days ? new Date(Date.now() - waiting_days * DAY) : 'infinity';
  const statement = getListReviewsStatement({
    state,
    claim,
    order,
    descending,
    ofDepartment: department_id !== undefined,
  });
  const parameters: Record<string, StatementParameterValue> = {
    workspaceId: reviewer.context().workspace.id,
    caller: reviewer.person.id,
    submittedBy: since,
    limit,
    offset,
    ...(department_id && { department: department_id }),
  };
  const { name: prepared, text } = statement;
  const values = statement.values(parameters);
  const query = async () => (await client.query<{ json: string }>({ name: prepared, text, values })).rows[0]!.json;
  const url = `${reviewer.url('reviews.queue')}?input=${encodeURIComponent(JSON.stringify(filter))}`;
  const request = () => get(url, reviewer);
  const bySql = ReviewQueue.parse(JSON.parse(await query()));
  const byHttp = Answer.parse(JSON.parse(await request())).result.data;
  if (bySql.modules.length === 0 || !isDeepStrictEqual(bySql, byHttp)) throw new Error(`${name}: not the same answer`);
  const measured: MeasuredQueue = { name, total: bySql.total, sql: [], session: [], http: [] };
  const sides = {
    sql: () => query,
    session: () => () => get(reviewer.url('session.current'), reviewer),
    http: () => request,
  };
  await alternateTimed(sides, measured, { names: ['sql', 'session', 'http'], rounds });
  return measured;
}

async function get(url: string, { headers }: Caller): Promise<string> {
  const response = await fetch(url, { headers });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} was answered with ${response.status}: ${text}`);
  return text;
}

const Answer = z.object({ result: z.object({ data: ReviewQueue }) });

const COLUMNS = [
  REVIEW_QUEUE,
  'total',
  'SQL least',
  'p50',
  'p99',
  'session least',
  'p50',
  'over HTTP least',
  'p50',
  'p99',
  'more, p50 (min–max)',
];

function partOf(all: MeasuredQueue[]): Part {
  const limits: Limit[] = [];
  const rows = all.map(({ name, total, sql, session, http }) => {
    // Of the medians of neighbouring rounds.
    const more = http.map((round, n) => percentile([round], 0.5) - percentile([sql[n]!], 0.5));
    limits.push({ name: `${REVIEW_QUEUE}, ${name}, more at p50`, value: median(more), limit: LIMIT, unit: 'ms' });
    return [
      name,
      String(total),
      ...[0, 0.5, 0.99].map((share) => ms(percentile(sql, share))),
      ...[0, 0.5].map((share) => ms(percentile(session, share))),
      ...[0, 0.5, 0.99].map((share) => ms(percentile(http, share))),
      `${ms(median(more))} (${Math.min(...more).toFixed(1)}–${Math.max(...more).toFixed(1)})`,
    ];
  });
  return { table: grid([COLUMNS, ...rows]), limits };
}
