import { createHash } from 'node:crypto';
import type { DBAdapter, DBTransactionAdapter, Where } from 'better-auth/adapters';

/**
 * Stores session tokens as SHA-256 hashes, for which better-auth has no option, so that a leaked backup opens no
 * session. Tokens are random, so a plain hash is enough.
 */
export function hashSessionTokens(adapter: DBAdapter): DBAdapter {
  return {
    ...hashing(adapter),
    transaction: (work) => adapter.transaction((within) => work(hashing(within))),
  };
}

function hashing<Adapter extends DBTransactionAdapter>(adapter: Adapter): Adapter {
  return {
    ...adapter,
    async create(query) {
      if (query.model !== 'session' || !('token' in query.data)) return adapter.create(query);
      const { token } = query.data;
      return restored(await adapter.create({ ...query, data: { ...query.data, token: hashedToken(token) } }), token);
    },
    async findOne(query) {
      return restored(await adapter.findOne(stored(query)), tokenOf(query));
    },
    async findMany(query) {
      return adapter.findMany(stored(query));
    },
    async update(query) {
      return restored(await adapter.update(stored(query)), tokenOf(query));
    },
    updateMany: (query) => adapter.updateMany(stored(query)),
    delete: (query) => adapter.delete(stored(query)),
    deleteMany: (query) => adapter.deleteMany(stored(query)),
    count: (query) => adapter.count(stored(query)),
    consumeOne: (query) => adapter.consumeOne(stored(query)),
  } satisfies DBTransactionAdapter & Adapter;
}

type Query = { model: string; where?: Where[] | undefined };

function stored<Q extends Query>(query: Q): Q {
  if (query.model !== 'session' || !query.where) return query;
  return {
    ...query,
    where: query.where.map((clause) =>
      clause.field === 'token' ? { ...clause, value: hashedValue(clause.value) } : clause,
    ),
  };
}

function tokenOf(query: Query): unknown {
  return query.model === 'session' ? query.where?.find((clause) => clause.field === 'token')?.value : undefined;
}

/** Returns the row with the original token, because better-auth puts the row's token into the cookie. */
function restored<Row>(row: Row, token: unknown): Row {
  return row && typeof row === 'object' && 'token' in row && typeof token === 'string' ? { ...row, token } : row;
}

function hashedValue(value: Where['value']): Where['value'] {
  if (Array.isArray(value)) return value.map((token) => hashedToken(token));
  return hashedToken(value);
}

/** Hashes a session token like it is stored in the database. */
export function hashedToken(token: unknown): string {
  if (typeof token !== 'string') throw new TypeError('A session token is a string');
  return createHash('sha256').update(token).digest('base64url');
}
