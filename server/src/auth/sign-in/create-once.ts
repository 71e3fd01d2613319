import { DatabaseError } from 'pg';
import type { DBAdapter, Where } from 'better-auth/adapters';

/** Unique keys of identities and of their accounts with a provider. */
const KEYS: Partial<Record<string, string[]>> = { user: ['email'], account: ['providerId', 'accountId'] };

/** PostgreSQL's error code. */
const UNIQUE_VIOLATION = '23505';

/**
 * Allows two concurrent first sign-ins of the same user. better-auth looks up an identity and creates it if it's
 * missing. Without this, the second of the two would fail with its link already spent; here it gets the identity
 * created by the first.
 * Each write runs without a transaction: within one, PostgreSQL would refuse all statements after the failed one, and
 * our hooks would wait for a connection while the transaction occupies one. An identity whose account couldn't be
 * created gets it at the next sign-in.
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
