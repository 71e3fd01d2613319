import { AsyncLocalStorage } from 'node:async_hooks';
import { checksAreOn } from './checks.ts';

/** What somebody asks for, a person or a token; what it started and left behind is not looked at once it has ended. */
type Asking = { open: boolean; held: boolean };

const asking = new AsyncLocalStorage<Asking>();

/** What begins a statement, or a part of one, that changes rows; `for update` and `do update` begin none. */
const WRITES = /\b(insert into|delete from|merge into)\b|(?<!\b(for|no key|do) )\bupdate /i;

/** In the text of a statement that holds who asks by itself. */
const HOLDS = 'hold_person(';

/** Somebody's write would commit though they had been deactivated meanwhile: a mistake in the program. */
class UnguardedWrite extends Error {
  constructor(text: string) {
    super(
      'A write of a person or a token does not hold them. Run it within inTransaction, take its rows from HELD, or ' +
        `declare why it need not be held: ${text.slice(0, 500)}`,
    );
  }
}

/** Statements that need not be held: what belongs to no workspace, and what says why. */
const exempt = new Set<string>();

export function exemptFromActorGuard(text: string): void {
  exempt.add(text);
}

export const isWrite = (text: string): boolean => WRITES.test(text);

/**
 * Runs what a person or a token asks for. Outside production, each of its writes that does not hold them is refused
 * (rules/users 12, rules/tokens 8).
 */
export async function asRequest<T>(work: () => Promise<T>): Promise<T> {
  if (!checksAreOn()) return work();
  const asked = { open: true, held: false };
  try {
    return await asking.run(asked, work);
  } finally {
    asked.open = false;
  }
}

/** Runs work of the server's own within a request: it stands, even if the caller is revoked meanwhile. */
export function asSystem<T>(work: () => Promise<T>): Promise<T> {
  return asking.run({ open: false, held: false }, work);
}

/** Runs the part of it that is in a transaction which holds who asks. */
export async function withActorGuard<T>(work: () => Promise<T>): Promise<T> {
  const asked = asking.getStore();
  return asked ? asking.run({ ...asked, held: true }, work) : work();
}

/** @throws where a write of somebody does not hold them */
export function assertActorGuarded(text: string): void {
  const asked = asking.getStore();
  if (!asked?.open || asked.held) return;
  if (isWrite(text) && !text.includes(HOLDS) && !exempt.has(text)) throw new UnguardedWrite(text);
}
