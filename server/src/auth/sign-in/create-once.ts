import { DatabaseError } from 'pg';
import type { DBAdapter, Where } from 'better-auth/adapters';

/** By what an identity, and its account with a provider, is told from another one. */
const KEYS: Partial<Record<string, string[]>> = { user: ['email'], account: ['providerId', 'accountId'] };

/** As PostgreSQL calls it. */
const UNIQUE_VIOLATION = '23505';

/**
 * Lets two first sign-ins of one person happen at once. better-auth looks for an identity, and makes one where there is
 * none: whoever comes second is given the one of the first, where it would fail, with its link already spent.
 *
 * Each write stands by itself: within a transaction PostgreSQL would answer nothing after the failed one, and our hooks
 * would wait for a connection while it holds one. An identity whose account could not be made gets it at the next
 * sign-in.
 */
export function createOnce(adapter: DBAdapter): DBAdapter {
  const once: DBAdapter = {
    ...adapter,
    transaction: (work) => work(once),
    async create<T extends Record<string, unknown>, R = T>(query: {
      model: string;
      data: Omit<T, 'id'>;
      select?: string[];
      forceAllowId?: boolean;
    }): Promise<R> {
      try {
        return await adapter.create<T, R>(query);
      } catch (error) {
        const where = sameAs(query);
        if (!where || !isUniqueViolation(error)) throw error;
        const found = await adapter.findOne<R>({ model: query.model, where });
        if (!found) throw error;
        return found;
      }
    },
  };
  return once;
}

function sameAs({ model, data }: { model: string; data: object }): Where[] | undefined {
  const values = new Map<string, unknown>(Object.entries(data));
  return KEYS[model]?.map((field) => ({ field, value: String(values.get(field)) }));
}

function isUniqueViolation(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === UNIQUE_VIOLATION;
}
