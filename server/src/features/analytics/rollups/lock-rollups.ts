import { z } from 'zod';
import { defineStatement, type Runner } from '../../../database/statements/statement.ts';

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
 * Takes the exclusive lock for writing a workspace's counts, until the transaction ends. Must be a separate statement
 * before those that it protects: their snapshots must be later.
 */
export const lockRollups = (transaction: Runner, workspaceId: string): Promise<number> =>
  WAIT.run(transaction, { workspaceId });

/** Takes the lock if it is free. */
export const tryLockRollups = async (transaction: Runner, workspaceId: string): Promise<boolean> =>
  (await TRY.one(transaction, { workspaceId })).locked;
