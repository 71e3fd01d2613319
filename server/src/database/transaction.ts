import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../context.ts';
import { z } from 'zod';
import { AppError } from '../errors.ts';
import { withinTransaction } from './nested-connection.ts';
import { withActorGuard } from './guarded-writes.ts';
import { defineStatement, type Prepared, type Queryable, type Runner } from './statement.ts';

/** Entities of this workspace only: the filter refuses every query of an entity manager that did not come from here. */
export function entityManager({
  db,
  workspace,
  transaction,
}: Pick<Context, 'db' | 'workspace' | 'transaction'>): EntityManager {
  if (transaction) return transaction;
  const em = db.em.fork();
  em.setFilterParams('workspace', { workspaceId: workspace.id });
  return em;
}

/**
 * Runs `work` in one transaction. Who asks is held first: once the revocation of a token, or a person's deactivation or
 * other role or department, has returned, no write that was let in before can commit (rules/tokens 8, rules/users 12).
 * @throws AppError `token_invalid` when the token was revoked since the request began, `forbidden` when the person is
 *   not what they were.
 */
export function inTransaction<T>(ctx: Context, work: (em: EntityManager) => Promise<T>): Promise<T> {
  return entityManager(ctx).transactional(async (em) => {
    if (ctx.actor.kind === 'system') return work(em);
    await hold(em, ctx);
    return withActorGuard(() => work(em));
  });
}

/**
 * What a connection has prepared keeps its plan until the table is analysed again. One made while a table was empty
 * would read the whole of it when it is full; made without that choice it looks rows up by their index.
 */
const BEGIN = 'begin; set local enable_seqscan = off';

/**
 * As `inTransaction`, pipelined, for the hot writes, which need no entities: their statements are prepared, and nothing
 * stands between them and the connection. The start, the hold on who asks and the first statement of `work` go out
 * together, in one packet, and so do a statement that runs on `last` and the commit; PostgreSQL runs them in this
 * order. Each looks rows up by an index, however few there are. The commit waits for the hold, and a last statement
 * that fails makes it a rollback.
 */
export async function pipelinedTransaction<T>(
  ctx: Context,
  work: (transaction: Runner, last: Runner) => Promise<T>,
): Promise<T> {
  if (ctx.transaction) return inTransaction(ctx, (em) => work(em, em));
  const client = await ctx.db.pool.connect();
  let broken = false;
  try {
    const { stream } = client.connection;
    stream.cork();
    const begun = client.query(BEGIN);
    const held = ctx.actor.kind === 'system' ? begun : hold(client, ctx);
    let committed: Promise<unknown> | undefined;
    const last: Queryable = {
      async query<Row extends object>(query: Prepared) {
        await held;
        stream.cork();
        const answered = client.query<Row>(query);
        committed = client.query('commit');
        stream.uncork();
        await Promise.allSettled([answered, committed]);
        return answered;
      },
    };
    const worked = withinTransaction(() => withActorGuard(() => work(client, last)));
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

const HOLD = defineStatement({
  name: 'hold-actor',
  scope: 'tenant',
  row: z.strictObject({ held: z.boolean() }),
  sql: `
select hold_token(:workspaceId, :tokenId::uuid)
  and hold_person(:workspaceId, :personId::uuid, :personRole::text, :personDepartment::uuid) as held`,
});

async function hold(transaction: Runner, ctx: Pick<Context, 'workspace' | 'actor'>): Promise<void> {
  const { held } = await HOLD.one(transaction, { workspaceId: ctx.workspace.id, ...actorParameters(ctx) });
  if (!held) throw actorRevoked(ctx);
}

/**
 * Holds who asks for a write that is one statement, and so needs no transaction around it: a query `held` with one row,
 * or with none when they are not what they were. What writes takes from it. Takes `holder`.
 */
export const ACTOR_GUARD = `
held as materialized (
  select from (select hold_token(:workspaceId::uuid, :tokenId::uuid)
    and hold_person(:workspaceId::uuid, :personId::uuid, :personRole::text, :personDepartment::uuid) as held) actor
  where held
)` as const;

/** The parameters of `HELD`: who is held, as what; nobody where the server or its operator acts. */
export function actorParameters({ actor }: Pick<Context, 'actor'>) {
  const person = actor.kind === 'user' ? actor : undefined;
  return {
    tokenId: actor.kind === 'token' ? actor.id : null,
    personId: person?.id ?? null,
    personRole: person?.role ?? null,
    personDepartment: person?.departmentId ?? null,
  };
}

/** Why a write was refused that could not hold who asked for it. */
export function actorRevoked({ actor }: Pick<Context, 'actor'>): AppError {
  if (actor.kind === 'token') return new AppError('token_invalid', 'The API token was revoked.');
  const words = 'You were deactivated, or your role or department changed, so nothing was saved. Reload.';
  return new AppError('forbidden', words);
}
