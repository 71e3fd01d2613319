import { z } from 'zod';
import { defineStatement, type Runner } from '../../../database/statement.ts';

const LOCK = `hashtextextended('rollups ' || :workspaceId::uuid::text, 0)`;

const WAIT = defineStatement({
  name: 'lock-rollups',
  scope: 'tenant',
  sql: `select pg_advisory_xact_lock(${LOCK})`,
});

const TRY = defineStatement({
  name: 'try-lock-rollups',
  scope: 'tenant',
  row: z.strictObject({ locked: z.boolean() }),
  sql: `select pg_try_advisory_xact_lock(${LOCK}) as locked`,
});

/**
 * Only who has it writes the counts of a workspace, until the transaction ends. A statement of its own, before those
 * that it protects: their snapshots must be later.
 */
export const lockRollups = (transaction: Runner, workspaceId: string): Promise<number> =>
  WAIT.run(transaction, { workspaceId });

/** The same where nobody has it. */
export const tryLockRollups = async (transaction: Runner, workspaceId: string): Promise<boolean> =>
  (await TRY.one(transaction, { workspaceId })).locked;
