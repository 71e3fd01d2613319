import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context, Workspace } from './context.ts';
import { z } from 'zod';
import { runInSpan } from '../platform/tracing/spans.ts';
import { AppError } from './errors.ts';
import { withNestedConnectionCheck } from '../database/statements/nested-connection.ts';
import { runWithActorLocked } from '../database/statements/guarded-writes.ts';
import { openTransaction } from '../database/statements/shard-hint.ts';
import { WorkPool } from '../database/statements/work-pool.ts';
import {
  defineStatement,
  type PreparedStatement,
  type Queryable,
  type StatementRunner,
} from '../database/statements/statement.ts';

/**
 * Returns an entity manager restricted to this workspace. Entity managers created elsewhere fail, because the filter
 * refuses queries without a workspace.
 */
export function createWorkspaceEntityManager({
  db,
  workspace,
  transaction,
}: Pick<Context, 'db' | 'transaction'> & { workspace: Pick<Workspace, 'id'> }): EntityManager {
  if (transaction) return transaction;
  const em = db.em.fork();
  em.setFilterParams('workspace', { workspaceId: workspace.id });
  return em;
}

/**
 * Runs `work` in one transaction, which first locks the caller's row. After revoking a token, deactivating a user or
 * changing their role or department has returned, no write that was permitted before can commit (rules/tokens 8,
 * rules/users 12).
 * @throws AppError `token_invalid` if the token was revoked since the request began, `forbidden` if the user has
 *   changed.
 */
export function inTransaction<T>(ctx: Context, work: (em: EntityManager) => Promise<T>): Promise<T> {
  return createWorkspaceEntityManager(ctx).transactional(async (em) => {
    if (ctx.actor.kind === 'system') return work(em);
    await hold(em, ctx);
    return runWithActorLocked(() => work(em));
  });
}

/**
 * Settings of a transaction with prepared statements, which keep their plan until the table is analysed again. A plan
 * made on an empty table would scan the whole table when it is full; without that option, it uses an index.
 */
const SETTINGS = ['enable_seqscan = off'];

/**
 * Works like `inTransaction`, pipelined, for frequent writes without entities: their statements are prepared and run
 * directly on the connection. The start, the lock of the caller and the first statement of `work` are sent in one
 * packet, and so are the statement on `last` and the commit; PostgreSQL runs them in order. Each statement uses an
 * index, however few rows there are. The commit is sent only after the lock is confirmed, and a failed last statement
 * turns it into a rollback.
 */
export function inPipelinedTransaction<T>(ctx: Context, work: PipelinedWork<T>): Promise<T> {
  if (ctx.transaction) return inTransaction(ctx, (em) => work(em, em));
  return runInSpan('transaction', {}, () => pipelined(ctx, work));
}

type PipelinedWork<T> = (transaction: StatementRunner, last: StatementRunner) => Promise<T>;

async function pipelined<T>(ctx: Context, work: PipelinedWork<T>): Promise<T> {
  const client = await ctx.db.pool.connect();
  let broken = false;
  try {
    const { stream } = client.connection;
    stream.cork();
    const { pool } = ctx.db;
    const hinted = pool instanceof WorkPool && pool.hints ? ctx.workspace.id : undefined;
    const begun: Promise<unknown> = openTransaction(client, { settings: SETTINGS, hinted });
    const held = ctx.actor.kind === 'system' ? begun : hold(client, ctx);
    let committed: Promise<unknown> | undefined;
    const last: Queryable = {
      async query<Row extends object>(query: PreparedStatement) {
        await held;
        stream.cork();
        const answered = client.query<Row>(query);
        committed = client.query('commit');
        stream.uncork();
        await Promise.allSettled([answered, committed]);
        return answered;
      },
    };
    const worked = withNestedConnectionCheck(() => runWithActorLocked(() => work(client, last)));
    stream.uncork();
    await Promise.allSettled([begun, held, worked]);
    await begun;
    await held;
    const result = await worked;
    await (committed ?? client.query('commit'));
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => (broken = true));
    throw error;
  } finally {
    client.release(broken);
  }
}

const LOCK = defineStatement({
  name: 'guard-actor',
  scope: 'tenant',
  row: z.strictObject({ held: z.boolean() }),
  sql: `
select guard_token(:workspaceId, :tokenId::uuid)
  and guard_user(:workspaceId, :personId::uuid, :personRole::text, :personDepartment::uuid) as held`,
});

async function hold(transaction: StatementRunner, ctx: Pick<Context, 'workspace' | 'actor'>): Promise<void> {
  const { held } = await LOCK.one(transaction, { workspaceId: ctx.workspace.id, ...actorGuardParametersOf(ctx) });
  if (!held) throw actorRevokedError(ctx);
}

/**
 * SQL that locks the caller for a write of a single statement, which needs no transaction around it: a query `held`
 * with one row, or none if the caller has changed. The write selects from it. Takes `actorGuardParametersOf`.
 */
export const ACTOR_GUARD_CTE = `
held as materialized (
  select from (select guard_token(:workspaceId::uuid, :tokenId::uuid)
    and guard_user(:workspaceId::uuid, :personId::uuid, :personRole::text, :personDepartment::uuid) as held) actor
  where held
)` as const;

/**
 * Returns the parameters of `ACTOR_GUARD_CTE`, which describe the caller; all null if the server or its operator acts.
 */
export function actorGuardParametersOf({ actor }: Pick<Context, 'actor'>) {
  const person = actor.kind === 'user' ? actor : undefined;
  return {
    tokenId: actor.kind === 'token' ? actor.id : null,
    personId: person?.id ?? null,
    personRole: person?.role ?? null,
    personDepartment: person?.departmentId ?? null,
  };
}

/** Returns the error for a write whose caller couldn't be locked. */
export function actorRevokedError({ actor }: Pick<Context, 'actor'>): AppError {
  if (actor.kind === 'token') return new AppError('token_invalid', 'The API token was revoked.');
  const words = 'You were deactivated, or your role or department changed, so nothing was saved. Reload.';
  return new AppError('forbidden', words);
}
