import { ScimConnectionMode, ScimConnectionStopReason } from '@training/shared/scim/scim';
import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { endSessionsOfFormerMembers } from '../../auth/sessions/end-sessions.ts';
import type { Context } from '../../core/context.ts';
import { inTransaction } from '../../core/transaction.ts';
import { defineStatement, type StatementRunner } from '../../database/statements/statement.ts';
import { ScimError } from '../../core/scim-error.ts';
import { recordEvent } from '../events/record-event.ts';
import { notifyWorkspaceWidePermittedUsers } from '../notifications/create-notifications.ts';
import { ScimConnectionEntity } from './scim.entity.ts';

const ConnectionRow = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  state: ScimConnectionMode,
  stoppedBecause: ScimConnectionStopReason.nullable(),
  isAgreed: z.boolean(),
});

const CONNECTION = `
select c.id, c.name, c.state, c.stopped_because as "stoppedBecause",
  coalesce(c.agreed_until > :now::timestamptz, false) as "isAgreed"
from scim_connections c
where c.workspace_id = :workspaceId and c.id = (
  select scim_connection_id from api_tokens where workspace_id = :workspaceId and id = :tokenId)` as const;

const FIND_CONNECTION = defineStatement({
  name: 'find-scim-connection',
  scope: 'tenant',
  row: ConnectionRow,
  sql: CONNECTION,
});

const LOCK_CONNECTION = defineStatement({
  name: 'lock-scim-connection',
  scope: 'tenant',
  row: ConnectionRow,
  sql: `${CONNECTION} for no key update`,
});

/** The connection that a token belongs to. */
export type ScimConnectionOfToken = z.infer<typeof ConnectionRow> & { workspaceId: string };

/** A write of a provider. Others of the same connection wait until it ends. */
export type SyncTransaction = {
  ctx: Context & { transaction: EntityManager };
  connection: ScimConnectionOfToken;
  /** People who were deactivated or lost their address: their sessions end after the transaction. */
  left: { userIds: string[]; formerEmails: string[] };
};

/** Returns the connection of the request's token. */
export function getScimConnectionOfToken(ctx: Context): Promise<ScimConnectionOfToken> {
  return connectionBy(FIND_CONNECTION, ctx.db.pool, ctx);
}

async function connectionBy(
  statement: typeof FIND_CONNECTION | typeof LOCK_CONNECTION,
  on: StatementRunner,
  { workspace: { id: workspaceId }, actor, now }: Context,
): Promise<ScimConnectionOfToken> {
  const tokenId = actor.kind === 'token' ? actor.id : null;
  const found = await statement.first(on, { workspaceId, tokenId, now });
  if (!found)
    throw new ScimError(403, 'The token belongs to no identity provider. Create a connection under Settings.');
  return { ...found, workspaceId };
}

/**
 * Runs a write of a provider in one transaction that holds its connection: so concurrent writes neither add the same
 * person twice nor write one together (rules/scim 9).
 */
export async function inSyncTransaction<T>(ctx: Context, work: (sync: SyncTransaction) => Promise<T>): Promise<T> {
  const left: SyncTransaction['left'] = { userIds: [], formerEmails: [] };
  const result = await inTransaction(ctx, async (em) => {
    const connection = await connectionBy(LOCK_CONNECTION, em, ctx);
    if (connection.state === 'stopped') throw stopped();
    return work({ ctx: { ...ctx, transaction: em }, connection, left });
  }).catch(async (error: unknown) => {
    if (!(error instanceof BrakeReachedError)) throw error;
    await stopConnection(ctx, error.because);
    throw stopped();
  });
  if (left.userIds.length > 0 || left.formerEmails.length > 0)
    await endSessionsOfFormerMembers(ctx.db, ctx.workspace.id, left);
  return result;
}

/** Seconds after which a provider may try again. */
const TRY_AGAIN = '600';

const stopped = () =>
  new ScimError(
    503,
    'Stopped: too many people or the last super admin would lose access. A super admin has been told, and can let it go on.',
    { headers: { 'retry-after': TRY_AGAIN } },
  );

/** Undoes a write that would deactivate too many people or the last super admin. */
export class BrakeReachedError extends Error {
  readonly because: ScimConnectionStopReason;

  constructor(because: ScimConnectionStopReason) {
    super(because);
    this.because = because;
  }
}

/** Stops the connection and tells super admins, unless one has agreed meanwhile (rules/scim 13). */
async function stopConnection(ctx: Context, because: ScimConnectionStopReason): Promise<void> {
  const { workspace, now } = ctx;
  await inTransaction(ctx, async (em) => {
    const { id, name, state, isAgreed } = await connectionBy(LOCK_CONNECTION, em, ctx);
    if (state !== 'on' || isAgreed) return;
    await em.nativeUpdate(ScimConnectionEntity, { id }, { state: 'stopped', stateSince: now, stoppedBecause: because });
    const subject = { kind: 'scim_connection', id, name } as const;
    await recordEvent(em, ctx, { action: 'scim.stopped', subject, changes: { because } });
    const part = now.toISOString();
    const notice = { kind: 'scim.stopped', because: 'super_admin', subject, part, facts: {} } as const;
    await notifyWorkspaceWidePermittedUsers(em, workspace.id, now, 'tokens:write', notice);
  });
}
