import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Database } from '../database/database.ts';
import { defineStatement } from '../database/statements/statement.ts';
import { runsBackgroundWorkSql } from '../database/statements/away.ts';
import { leaseIsFreeSql } from '../platform/queue/lease.ts';

/** Rows of each queue counted at most, so that a long queue costs no more than that. */
const MOST = 1_000;

const now = "now() + interval '1 millisecond'";
const leasable = `q.due_at <= ${now} and ${leaseIsFreeSql('q')} and ${runsBackgroundWorkSql('q.workspace_id')}`;

/** Tables `q` of the queues, as metrics of workers name them, and conditions on rows that are due and not worked on. */
const QUEUES: Readonly<Record<string, readonly [table: string, isDue: string]>> = {
  'ai-jobs': ['ai_jobs', `state = 'queued' and due_at <= ${now} and ${runsBackgroundWorkSql('workspace_id')}`],
  'chat-channels': ['chat_connections', leasable],
  'drive-crawls': ['drive_crawls', leasable],
  'drive-files': ['drive_files', leasable],
  'drive-polls': ['drive_connections', leasable],
  jobs: ['graphile_worker.jobs', 'run_at <= now() and locked_at is null and attempts < max_attempts'],
  mails: ['notifications', `channel = 'email' and due_at <= ${now} and ${runsBackgroundWorkSql('workspace_id')}`],
  'quote-checks': ['quote_checks', leasable],
  webhooks: [
    'webhook_deliveries',
    `state in ('pending', 'retrying') and due_at <= ${now} and ${runsBackgroundWorkSql('workspace_id')}`,
  ],
};

const COUNT_DUE = defineStatement({
  name: 'count-due-work',
  scope: 'cross_tenant',
  row: z.strictObject({ queue: z.string(), due: z.number() }),
  sql: Object.entries(QUEUES)
    .map(
      ([queue, [table, isDue]]) =>
        `select '${queue}' as queue, count(*)::int as due from (select from ${table} q where ${isDue} limit ${MOST}) as of_queue`,
    )
    .join('\nunion all\n'),
});

/** Milliseconds for which the counts are valid: whoever reads metrics often costs the database no more. */
const VALID = 5_000;

/** Milliseconds to wait for the database. */
const PATIENCE = 1_000;

type DueWork = { queue: string; due: number };

const summed = (counts: DueWork[][]): DueWork[] =>
  (counts[0] ?? []).map(({ queue }, at) => ({
    queue,
    due: counts.reduce((sum, each) => sum + (each[at]?.due ?? 0), 0),
  }));

/** Returns a function that counts the due work of each queue in all databases; none if one doesn't answer at once. */
export function createDueWorkCounter(...databases: Pick<Database, 'pool'>[]): () => Promise<readonly DueWork[]> {
  let counted: Promise<readonly DueWork[]> = Promise.resolve([]);
  let isCounting = false;
  let until = 0;
  return () => {
    if (!isCounting && performance.now() >= until) {
      isCounting = true;
      until = performance.now() + VALID;
      counted = Promise.all(databases.map(({ pool }) => COUNT_DUE.all(pool, {})))
        .then(summed)
        .catch(() => [])
        .finally(() => (isCounting = false));
    }
    return Promise.race([counted, sleep(PATIENCE, [], { ref: false })]);
  };
}
