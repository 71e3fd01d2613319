import type { z } from 'zod';
import type { StatementParameterValue } from '../../database/statements/statement-parameters.ts';
import { defineStatement, type StatementRunner } from '../../database/statements/statement.ts';
import { runsBackgroundWorkSql } from '../../database/statements/away.ts';
import { newId } from '../ids.ts';
import {
  leaseIsFreeSql,
  leaseAssignmentsSql,
  LeaseLostError,
  LEASE_ID_MATCHES,
  RELEASE_LEASE_ASSIGNMENTS_SQL,
  leaseRenewalSql,
  secondsUntil,
  type Lease,
} from './lease.ts';

/** Columns that identify a row, by the property of a claimed row. */
type Key = Readonly<Record<string, string>>;

type Definition<Row extends object> = {
  name: string;
  /**
   * Table with the columns `due_at` (null while there is nothing to do), `leased_until` and `lease_id`. Fragments of
   * SQL call its row `q`.
   */
  table: string;
  key: Key;
  /** Seconds until a worker that says nothing counts as dead. */
  seconds: number;
  /** Maximum number of a workspace's rows that are claimed at once, over all instances. Unlimited if absent. */
  mostOfWorkspace?: number;
  /** Condition on a claimed row that gives its workspace's place to another, and for how many rows it does. */
  hanging?: { is: string; most: number };
  /**
   * Groups of rows, each looked at by itself, for a queue in which thousands of one workspace's rows may wait: by
   * columns that follow the workspace in an index with `due_at`. `isReady` is a condition on a group `w`.
   */
  groups?: { by: readonly string[]; isReady?: string };
  /** Condition on a row, besides being due. */
  isReady?: string;
  /** Expressions of the row before the claim, by the name that `returning` calls them: `q.name`. */
  before?: Readonly<Record<string, string>>;
  /** Further assignments of a claim. */
  set?: string;
  /** Condition on a claimed row under which its lease can be renewed. */
  isHeld?: string;
  /** Columns of a claimed row `q`, and joins for them. */
  returning: string;
  joins?: string;
  row: z.ZodType<Row & Lease>;
};

/** Parameters of the fragments of SQL. */
type Parameters = Readonly<Record<string, StatementParameterValue>>;

export type LeaseQueue<Row extends object> = {
  readonly name: string;
  /**
   * Claims up to `most` due rows: first for the workspaces with the fewest claimed ones, then for those that were
   * served longest ago, the longest due first. Only one worker gets a row.
   */
  claim(on: StatementRunner, most: number, parameters?: Parameters): Promise<(Row & Lease)[]>;
  /** Renews a lease, and locks the row until the transaction ends. @throws LeaseLostError */
  renew(on: StatementRunner, row: Row & Lease): Promise<void>;
  /**
   * Ends a lease. The row is due at `dueAt`, never if null, or at once if it became due again since it was claimed.
   * Does nothing if the lease was lost.
   */
  release(on: StatementRunner, row: Row & Lease, dueAt: Date | null): Promise<void>;
};

/** Defines a queue: a table whose due rows workers claim, in turn between workspaces. */
export function defineLeaseQueue<Row extends object>(definition: Definition<Row>): LeaseQueue<Row> {
  const { name, table, key, seconds, isHeld = 'true' } = definition;
  const scope = 'workspaceId' in key ? 'tenant' : 'global';
  const same = Object.entries(key)
    .map(([property, column]) => `q.${column} = :${property}`)
    .join(' and ');
  const claim = defineStatement<string, Row & Lease>({
    name: `claim-${name}`,
    scope: scope === 'tenant' ? 'cross_tenant' : 'global',
    row: definition.row,
    sql: scope === 'tenant' ? fairClaim(definition) : simpleClaim(definition),
  });
  const renew = defineStatement<string>({
    name: `renew-${name}`,
    scope,
    sql: `
update ${table} q set ${leaseRenewalSql(seconds)}
where ${same} and q.${LEASE_ID_MATCHES} and ${isHeld}`,
  });
  const release = defineStatement<string>({
    name: `release-${name}`,
    scope,
    sql: `
update ${table} q set ${RELEASE_LEASE_ASSIGNMENTS_SQL}, due_at = case when q.due_at > :claimedDueAt::timestamptz then q.due_at
  else now() + make_interval(secs => :delay::float8) end
where ${same} and q.${LEASE_ID_MATCHES}`,
  });
  const keyOf = (row: object): Parameters =>
    Object.fromEntries(Object.entries(row).filter(([property]) => property in key || property === 'leaseId'));
  return {
    name,
    claim: (on, most, parameters = {}) => claim.all(on, { ...parameters, most, leaseId: newId() }),
    async renew(on, row) {
      if ((await renew.run(on, keyOf(row))) === 0) throw new LeaseLostError();
    },
    async release(on, row, dueAt) {
      await release.run(on, { ...keyOf(row), claimedDueAt: row.dueAt, delay: dueAt && secondsUntil(dueAt) });
    },
  };
}

type Sql = Definition<object>;

/** Condition: the row is due, and nobody works on it. A row that was due when its writer committed may round up. */
const claimable = ({ isReady = 'true' }: Sql) =>
  `q.due_at <= now() + interval '1 millisecond' and ${leaseIsFreeSql('q')} and (${isReady})`;

const update = ({ table, key, seconds, before = {}, set }: Sql) => `
  update ${table} q set ${leaseAssignmentsSql(seconds)}${set ? `, ${set}` : ''}
  from chosen c where ${Object.values(key)
    .map((column) => `q.${column} = c.${column}`)
    .join(' and ')}
  returning q.*${Object.keys(before)
    .map((column) => `, c.${column}`)
    .join('')}`;

const answer = ({ returning, joins = '' }: Sql) => `
select ${returning}, q.lease_id as "leaseId", q.due_at as "dueAt"
from claimed q ${joins}
order by q.due_at`;

function simpleClaim(sql: Sql): string {
  return `
with chosen as materialized (
  select ${Object.values(sql.key).join(', ')} from ${sql.table} q
  where ${claimable(sql)} order by q.due_at limit :most for no key update skip locked
), claimed as (${update(sql)})${answer(sql)}`;
}

/** Checks the chosen rows again as it locks them: another instance may have claimed them since. */
function fairClaim(sql: Sql): string {
  const { name, table, key, mostOfWorkspace, hanging, before = {} } = sql;
  const keys = Object.values(key);
  return `
with recursive ${dueRows(sql)}, turns as materialized (
  select w.workspace_id, t.served_at, (
    select (count(*)${hanging ? ` - least(count(*) filter (where ${hanging.is}), ${hanging.most})` : ''})::integer from ${table} q where q.workspace_id = w.workspace_id and q.leased_until > now()) as leased
  from (select distinct workspace_id from due) w
  left join queue_turns t on t.workspace_id = w.workspace_id and t.queue = '${name}'
), placed as (
  select d.*, t.served_at, t.leased + row_number() over (partition by d.workspace_id order by d.due_at) as place
  from due d join turns t on t.workspace_id = d.workspace_id
), chosen as materialized (
  select ${of('q', keys)}${Object.entries(before)
    .map(([column, value]) => `, ${value} as ${column}`)
    .join('')}
  from placed d join ${table} q on ${equal('q', 'd', keys)}
  where ${mostOfWorkspace === undefined ? '' : `d.place <= ${mostOfWorkspace} and `}${claimable(sql)}
  order by d.place, d.served_at nulls first, d.due_at limit :most
  for no key update of q skip locked
), claimed as (${update(sql)}
), served as (
  insert into queue_turns as t (workspace_id, queue, served_at)
  select distinct workspace_id, '${name}', now() from claimed order by workspace_id
  on conflict (workspace_id, queue) do update set served_at = excluded.served_at
)${answer(sql)}`;
}

/** Finds the due rows. With groups, goes from one to the next: it costs the same however many rows wait in each. */
function dueRows(sql: Sql): string {
  const { table, key, groups } = sql;
  if (!groups) {
    return `due as materialized (
  select ${of('q', Object.values(key))}, q.due_at from ${table} q
  where ${claimable(sql)} and ${runsBackgroundWorkSql('q.workspace_id')}
)`;
  }
  const group = ['workspace_id', ...groups.by];
  const columns = [...new Set([...group, ...Object.values(key)])];
  return `waiting as (
  (select ${of('q', group)} from ${table} q where q.due_at is not null order by ${of('q', group)} limit 1)
  union all
  select ${of('n', group)} from waiting w cross join lateral (
    select ${of('q', group)} from ${table} q
    where q.due_at is not null and (${of('q', group)}) > (${of('w', group)})
    order by ${of('q', group)} limit 1) n
), due as materialized (
  select ${of('d', columns)}, d.due_at from waiting w cross join lateral (
    select ${of('q', columns)}, q.due_at from ${table} q
    where ${equal('q', 'w', group)} and ${claimable(sql)}
    order by q.due_at limit :most) d
  where ${groups.isReady ?? 'true'} and ${runsBackgroundWorkSql('w.workspace_id')}
)`;
}

const of = (alias: string, columns: readonly string[]) => columns.map((each) => `${alias}.${each}`).join(', ');

const equal = (one: string, other: string, columns: readonly string[]) =>
  columns.map((each) => `${one}.${each} = ${other}.${each}`).join(' and ');
