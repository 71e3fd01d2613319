import { AsyncLocalStorage } from 'node:async_hooks';
import { isSqlResultValidationEnabled } from './validation.ts';

/** A request of a user or token. Work that it started and that outlives it isn't checked. */
type Asking = { open: boolean; held: boolean };

const asking = new AsyncLocalStorage<Asking>();

/** Start of a statement, or of a part of one, that changes rows; `for update` and `do update` don't count. */
const WRITES = /\b(insert into|delete from|merge into)\b|(?<!\b(for|no key|do) )\bupdate /i;

/** Text in statements that lock the caller by themselves. */
const HOLDS = 'guard_user(';

/** Bug: a write isn't guarded against its user being deactivated at the same time. */
class UnguardedWrite extends Error {
  constructor(text: string) {
    super(
      'A write by a user or a token isn’t guarded against their deactivation or revocation. Run it within inTransaction, ' +
        `or declare in \`unguarded\` why it needs no guard: ${text.slice(0, 500)}`,
    );
  }
}

/** Statements that needn't lock the caller: those outside workspaces, and those that declare a reason. */
const exempt = new Set<string>();

export function exemptSqlFromActorGuard(text: string): void {
  exempt.add(text);
}

export const doesSqlWrite = (text: string): boolean => WRITES.test(text);

/**
 * Runs a request of a user or token. Outside production, each write that doesn't lock the caller's row is refused
 * (rules/users 12, rules/tokens 8).
 */
export async function runAsRequest<T>(work: () => Promise<T>): Promise<T> {
  if (!isSqlResultValidationEnabled()) return work();
  const asked = { open: true, held: false };
  try {
    return await asking.run(asked, work);
  } finally {
    asked.open = false;
  }
}

/** Runs work that the server does on its own behalf during a request. It stays valid whatever happens to the caller. */
export function runAsSystem<T>(work: () => Promise<T>): Promise<T> {
  return asking.run({ open: false, held: false }, work);
}

/** Runs the part of a request inside a transaction that has locked the caller. */
export async function runWithActorLocked<T>(work: () => Promise<T>): Promise<T> {
  const asked = asking.getStore();
  return asked ? asking.run({ ...asked, held: true }, work) : work();
}

/** @throws if a write during a request doesn't lock the caller */
export function assertActorGuarded(text: string): void {
  const asked = asking.getStore();
  if (!asked?.open || asked.held) return;
  if (doesSqlWrite(text) && !text.includes(HOLDS) && !exempt.has(text)) throw new UnguardedWrite(text);
}
