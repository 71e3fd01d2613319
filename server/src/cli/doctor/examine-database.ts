import { z } from 'zod';
import type { Config } from '../../core/config.ts';
import { type DatabaseUnavailability, findWriteProblem } from '../../database/database-unavailable.ts';
import { computeMaxConnectionsToPrimary, type OperatorDatabase, type Database } from '../../database/database.ts';
import { type ReplicationState, readReplicationState } from '../../database/replicas/replication.ts';
import { compareSchemaRelease, SERVER_RELEASE } from '../../database/schema/release.ts';
import { compareMigrations, isAdoptedByBaseline } from '../../database/schema/migrate.ts';
import { MIN_POSTGRES_MAJOR_VERSION } from '../../app/open-database.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { runsBackgroundWorkSql } from '../../database/statements/away.ts';
import { joinFirstLines } from '../../features/secrets/stored-secret.ts';
import { type Finding, createNoteFinding, createOkFinding, createWrongFinding } from './finding.ts';
import { UNUSED_TOKEN_DAYS } from '@training/shared/tokens/tokens';

const TOKENS_TOPIC = 'API tokens';

/** Tokens that are reported to programs. */
const MOST = 100;

const UNUSED_TOKENS = defineStatement({
  name: 'doctor-unused-tokens',
  scope: 'cross_tenant',
  row: z.strictObject({ slug: z.string(), name: z.string(), all: z.int() }),
  sql: `
select w.slug, t.name, (count(*) over ())::int as all
from api_tokens t
join workspaces w on w.id = t.workspace_id
left join api_token_uses u on u.workspace_id = t.workspace_id and u.token_id = t.id
where t.revoked_at is null and coalesce(u.used_at, t.created_at) < now() - make_interval(days => :days)
order by coalesce(u.used_at, t.created_at), t.id
limit :most`,
});

/** Finds active tokens that nothing has used for 90 days (rules/tokens 10). */
async function examineTokens(db: Database): Promise<Finding> {
  const rows = await UNUSED_TOKENS.all(db.pool, { days: UNUSED_TOKEN_DAYS, most: MOST });
  const unused = rows.map(({ slug, name }) => ({ slug, name }));
  const all = rows[0]?.all ?? 0;
  const facts = { unused: all, tokens: unused };
  if (all === 0) return createOkFinding(TOKENS_TOPIC, `each was used in the last ${UNUSED_TOKEN_DAYS} days`, facts);
  const named = joinFirstLines(
    unused.map(({ slug, name }) => `“${name}” (${slug})`),
    3,
  );
  const says = `${all === 1 ? '1 was' : `${all} were`} not used for ${UNUSED_TOKEN_DAYS} days: ${named}`;
  return createNoteFinding(
    TOKENS_TOPIC,
    says,
    'a super admin can revoke what no system needs, on the page “Keys and tokens”',
    facts,
  );
}

const JOBS_TOPIC = 'jobs';

/** Seconds a job may be due before it seems that no instance runs jobs. */
const LATE_JOBS = 900;

const COUNT_JOBS = defineStatement({
  name: 'doctor-jobs',
  scope: 'cross_tenant',
  row: z.strictObject({
    due: z.number(),
    oldest: z.number(),
    given_up: z.number(),
    queued: z.number(),
    running: z.number(),
    parked: z.number(),
    failed: z.number(),
  }),
  sql: `
select due, oldest, given_up, queued, running, parked, failed from
  (select count(*) filter (where locked_at is null and run_at <= now() and attempts < max_attempts)::int as due,
     coalesce(extract(epoch from now() - min(run_at)
       filter (where locked_at is null and run_at <= now() and attempts < max_attempts)), 0)::float8 as oldest,
     count(*) filter (where attempts >= max_attempts)::int as given_up
   from graphile_worker.jobs) as work,
  (select count(*) filter (where state = 'queued')::int as queued, count(*) filter (where state = 'running')::int as running,
     count(*) filter (where state = 'parked')::int as parked,
     count(*) filter (where state = 'failed' and finished_at > now() - interval '1 day')::int as failed
   from ai_jobs) as ai`,
});

/** Checks for due jobs and for jobs that were given up. */
async function examineJobs(db: Database): Promise<Finding> {
  const facts = await COUNT_JOBS.one(db.pool);
  const { due, oldest, given_up: givenUp, queued, running, parked, failed } = facts;
  const ai = `AI jobs: ${queued} queued, ${running} running, ${parked} waiting for a provider, ${failed} failed in a day`;
  const says = `${due} due, the oldest for ${Math.round(oldest)} s; ${ai}`;
  if (oldest > LATE_JOBS)
    return createWrongFinding(JOBS_TOPIC, says, 'nobody takes them: start a server, and look into its log', facts);
  if (givenUp > 0) {
    const remedy = 'see last_error in graphile_worker.jobs, and the server’s log';
    return createNoteFinding(JOBS_TOPIC, `${says}; ${givenUp} given up`, remedy, facts);
  }
  return createOkFinding(JOBS_TOPIC, says, facts);
}

const ZONES_TOPIC = 'time zones';

const UNKNOWN_ZONES = defineStatement({
  name: 'doctor-unknown-time-zones',
  scope: 'cross_tenant',
  row: z.strictObject({ slug: z.string(), time_zone: z.string() }),
  sql: `
select slug, time_zone from workspaces where not is_time_zone(time_zone) order by slug`,
});

/**
 * Finds workspaces whose time zone the database doesn't know: their nightly jobs don't run, and most of their pages
 * fail.
 */
async function examineTimeZones(db: Database): Promise<Finding> {
  const unknown = await UNKNOWN_ZONES.all(db.pool);
  const facts = { unknown };
  if (unknown.length === 0) return createOkFinding(ZONES_TOPIC, 'the database has that of each workspace', facts);
  const named = unknown.map(({ slug, time_zone: zone }) => `${zone} (${slug})`);
  const remedy =
    'update the time zone data of the database’s machine, or choose another: ' +
    'wtp workspace set --workspace SLUG --time-zone Europe/Berlin';
  return createWrongFinding(ZONES_TOPIC, `the database has no time zone ${joinFirstLines(named, 3)}`, remedy, facts);
}

const TOPIC = 'analytics';

/** Seconds a change may be pending. A running server adds it within seconds. */
const LATE = 300;

const COUNT_CHANGES = defineStatement({
  name: 'doctor-rollups',
  scope: 'cross_tenant',
  row: z.strictObject({ waiting: z.number(), oldest: z.number(), ahead: z.array(z.string()) }),
  sql: `
select count(*)::int as waiting, coalesce(extract(epoch from now() - min(at)), 0)::float8 as oldest,
  array(
    select w.slug from module_stat_clocks c join workspaces w on w.id = c.workspace_id
    where c.noted_until > now() order by w.slug) as ahead
from module_stat_changes where ${runsBackgroundWorkSql('workspace_id')}`,
});

/**
 * Checks for pending changes that aren't in the analytics counts yet, which analytics add at each read, and for counts
 * recorded by an instance whose clock was ahead, which analytics can't use.
 */
async function examineRollups(db: Database): Promise<Finding> {
  const facts = await COUNT_CHANGES.one(db.pool);
  if (facts.ahead.length > 0) {
    const which = `${facts.ahead.length} ${facts.ahead.length === 1 ? 'workspace' : 'workspaces'} (${joinFirstLines(facts.ahead, 3)})`;
    const says = `the counts of ${which} are ahead of the database’s clock, so each answer counts all rows`;
    return createWrongFinding(
      TOPIC,
      says,
      'set the clocks, then for each: wtp analytics rebuild --workspace <slug>',
      facts,
    );
  }
  const says = `${facts.waiting} changes wait to be counted, the oldest for ${Math.round(facts.oldest)} s`;
  if (facts.oldest <= LATE) return createOkFinding(TOPIC, says, facts);
  const remedy = 'nobody counts them, and reading takes ever longer: start a server, and look into its log';
  return createWrongFinding(TOPIC, says, remedy, facts);
}

const MEBIBYTE = 1024 ** 2;

/** Maximum difference between the clocks in milliseconds: sessions, links and rate-limit windows depend on both. */
const CLOCKS_APART = 2_000;

const Server = z.strictObject({
  now: z.date(),
  version: z.string(),
  major: z.number(),
  bytes: z.number(),
  most: z.number(),
  used: z.number(),
  ours: z.record(z.string(), z.number()),
});
type Server = z.infer<typeof Server>;

const SERVER = defineStatement({
  name: 'doctor-server',
  scope: 'global',
  row: Server,
  sql: `
select clock_timestamp() as now, current_setting('server_version') as version,
  current_setting('server_version_num')::int / 10000 as major,
  pg_database_size(current_database())::float8 as bytes,
  current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most,
  (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used,
  (select coalesce(jsonb_object_agg(kind, connections), '{}') from (
     select application_name as kind, count(*) as connections from pg_stat_activity
     where datname = current_database() and application_name like 'training%' and pid <> pg_backend_pid()
     group by 1) as kinds) as ours`,
});

/** Runs the checks that work on any PostgreSQL and, if the schema is up to date, the others. */
export async function examineDatabase(db: OperatorDatabase, { poolSize, replicas }: Config): Promise<Finding[]> {
  const before = Date.now();
  const server = await SERVER.one(db.pool);
  const after = Date.now();
  const migrations = await examineMigrations(db);
  return [
    ofVersion(server, await findWriteProblem(db)),
    ofReplication(await readReplicationState(db)),
    migrations,
    ofClock(server, before, after),
    ofConnections(server, computeMaxConnectionsToPrimary(poolSize, replicas.urls.length > 0)),
    ...(migrations.state === 'ok'
      ? [await examineJobs(db), await examineRollups(db), await examineTimeZones(db), await examineTokens(db)]
      : []),
  ];
}

function ofVersion({ version, major, bytes }: Server, unwritable: DatabaseUnavailability | undefined): Finding {
  const facts = { version, supported: major >= MIN_POSTGRES_MAJOR_VERSION, bytes, writable: !unwritable };
  const says = `PostgreSQL ${version}, ${(bytes / MEBIBYTE).toFixed(0)} MiB`;
  if (unwritable) return createWrongFinding('database', `${says}: ${unwritable.summary}`, unwritable.remedy, facts);
  if (facts.supported) return createOkFinding('database', says, facts);
  return createWrongFinding('database', says, `upgrade it: ${MIN_POSTGRES_MAJOR_VERSION} or later is needed`, facts);
}

/** Standbys that are further behind than this many bytes would make a failover slow, and may lack log to catch up. */
const FAR_BEHIND = 256 * MEBIBYTE;

function ofReplication(facts: ReplicationState): Finding {
  const topic = 'replication';
  const { node, role, timeline, waits, standbys } = facts;
  const where = `${node ?? 'this machine'} answers, as ${role} on timeline ${timeline}`;
  if (role === 'standby') return createWrongFinding(topic, where, 'let DATABASE_URL name the primary', facts);
  if (standbys.some(({ state }) => state === null)) {
    return createNoteFinding(
      topic,
      `${where}; its standbys can’t be seen`,
      'grant pg_monitor to the role of DATABASE_URL',
      facts,
    );
  }
  const named = standbys.map(({ name, is_synchronous: isSynchronous, behind_bytes: behind, state }) => {
    const kind = isSynchronous ? 'synchronous' : 'asynchronous';
    return `${name} (${kind}, ${state}, ${((behind ?? 0) / MEBIBYTE).toFixed(1)} MiB behind)`;
  });
  const says = `${where}; standbys: ${named.length === 0 ? 'none' : named.join(', ')}`;
  if (waits && !standbys.some(({ is_synchronous: isSynchronous }) => isSynchronous)) {
    const remedy = 'start a synchronous standby, or take it out of synchronous_standby_names: commits wait for one';
    return createWrongFinding(topic, says, remedy, facts);
  }
  const isFar = standbys.some(({ state, behind_bytes: behind }) => state !== 'streaming' || (behind ?? 0) > FAR_BEHIND);
  if (isFar) return createNoteFinding(topic, says, 'look into the log of the standby that is behind', facts);
  return createOkFinding(topic, says, facts);
}

async function examineMigrations({ pool }: OperatorDatabase): Promise<Finding> {
  const facts = await compareMigrations(pool);
  const { applied, pending, unknown } = facts;
  const schema = await compareSchemaRelease(pool);
  if (schema?.isLater && !schema.isTooLate) {
    const says = `the schema is of release ${schema.release}, on which this one, ${SERVER_RELEASE}, works`;
    return createNoteFinding('migrations', says, 'upgrade this instance, or go on for a while', {
      ...facts,
      schema: schema.release,
    });
  }
  if (unknown.length > 0 && !isAdoptedByBaseline(unknown)) {
    const says = `the database has ${unknown.join(', ')}, which this program does not know`;
    return createWrongFinding('migrations', says, 'run the release that made it, or a later one', facts);
  }
  if (pending.length === 0) return createOkFinding('migrations', `all ${applied} are applied`, facts);
  const says = `${applied} are applied, ${pending.length} are not: ${joinFirstLines(pending, 3)}`;
  return createWrongFinding('migrations', says, 'wtp migrate, or start a server, which does the same', facts);
}

function ofClock({ now }: Server, before: number, after: number): Finding {
  // The query took a moment, so any time between its start and end counts as equal.
  const database = now.getTime();
  const apart = database < before ? database - before : Math.max(0, database - after);
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const facts = { apart_ms: apart, now: new Date(after).toISOString(), time_zone: timeZone };
  const says = `${facts.now} (${timeZone})`;
  if (Math.abs(apart) <= CLOCKS_APART) return createOkFinding('clock', `${says}, the database agrees`, facts);
  const way = apart > 0 ? 'ahead' : 'behind';
  const difference = `the database is ${(Math.abs(apart) / 1000).toFixed(1)} s ${way}`;
  return createWrongFinding('clock', `${says}, ${difference}`, 'keep both machines’ clocks by NTP', facts);
}

function ofConnections({ most, used, ours }: Server, each: number): Finding {
  const facts = { most, used, ours, each_server_at_most: each };
  const says = `${used} of ${most} are used; a server takes at most ${each}`;
  const remedy = 'raise max_connections, or lower DATABASE_POOL_SIZE';
  if (each > most) return createWrongFinding('connections', says, remedy, facts);
  if (2 * each > most) return createNoteFinding('connections', `${says}, so two may run out`, remedy, facts);
  return createOkFinding('connections', says, facts);
}
