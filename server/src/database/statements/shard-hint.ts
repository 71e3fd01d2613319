import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';
import { doesSqlWrite } from './guarded-writes.ts';

/** Routers in front of several databases that can be told the workspace of a transaction (rules/operation 16). */
export const SHARD_HINT_ROUTERS = ['pgdog'] as const;

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Returns the statement that says whose transaction it is; the router keeps it to itself. */
export function shardHintSql(workspaceId: unknown): string {
  if (typeof workspaceId !== 'string' || !UUID.test(workspaceId)) throw new Error('A transaction lacks its workspace.');
  return `set local pgdog.sharding_key to '${workspaceId}'`;
}

type Beginning = {
  mode?: 'begin' | 'begin read only';
  /** Settings for the transaction, as `name = value`. */
  settings?: readonly string[];
  /** Workspace that a router is told. */
  hinted?: unknown;
};

/** Sends what begins a transaction in one packet, each statement as a query: a router can't read several in one. */
export async function openTransaction(
  client: pg.PoolClient,
  { mode = 'begin', settings = [], hinted }: Beginning = {},
): Promise<void> {
  const first = hinted === undefined ? [mode] : [mode, shardHintSql(hinted)];
  await Promise.all([...first, ...settings.map((setting) => `set local ${setting}`)].map((text) => client.query(text)));
}

/** Returns true if a router finds the workspace in the text itself. Writes are always told, to be on the safe side. */
export function isWorkspaceVisibleToRouter(text: string, names: readonly string[]): boolean {
  const number = names.indexOf('workspaceId') + 1;
  if (doesSqlWrite(text) || number === 0) return false;
  return [...text.matchAll(/\bworkspace_id = \$(\d+)/g)].some(([, shown]) => Number(shown) === number);
}

const transactions = new AsyncLocalStorage<string>();

/** Runs `work` so that the transaction that it begins with entities is known to be of the workspace. */
export const withWorkspaceHint = <T>(workspaceId: string | undefined, work: () => T): T =>
  workspaceId === undefined ? work() : transactions.run(workspaceId, work);

/** Returns the workspace of the transaction that is about to begin. */
export const getHintedWorkspaceId = (): string | undefined => transactions.getStore();
