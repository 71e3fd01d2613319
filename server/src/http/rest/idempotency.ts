import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../../core/context.ts';
import { z } from 'zod';
import { defineStatement } from '../../database/statements/statement.ts';
import { createWorkspaceEntityManager } from '../../core/transaction.ts';
import { AppError } from '../../core/errors.ts';
import type { RestOperation } from './operations.ts';
import type { TokenCaller } from '../../auth/tokens/find-token.ts';

/** An answer as it goes out, and as it is kept for a repetition. */
export type ReplayableResponse = {
  status: number;
  contentType: string;
  body: string | Buffer;
  headers?: Record<string, string>;
  /** Version of the content, for a weak ETag. */
  version?: string;
};

/**
 * Arguments of work that is done once. `unfinished` is the stored response, if some of its rows should be tried again.
 */
export type IdempotentWorkContext = Pick<Context, 'unfinished'> & { transaction: EntityManager };

/** Hours for which a response is replayed. */
export const IDEMPOTENCY_REPLAY_HOURS = 24;

/** Statuses that don't depend on the request's content, and so aren't stored (rules/api 9). */
const NOT_KEPT = new Set([401, 403, 429]);

/**
 * Returns the request's `Idempotency-Key`. @throws AppError `invalid_request` if it isn't 1–255 visible ASCII
 * characters
 */
export function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)) return key;
  const message = 'Must be 1 to 255 visible ASCII characters, given once';
  throw new AppError('invalid_request', `Idempotency-Key: ${message}`, {
    fields: [{ path: 'Idempotency-Key', code: 'invalid_format', message }],
  });
}

/**
 * Runs a request at most once per idempotency key (rules/api 9). The response is stored in the same transaction as the
 * work, under a transaction-level lock: if the server crashes in between, neither the work nor the response is
 * committed.
 * Rows that were refused with 500 and above aren't final: a repetition tries these again.
 * @param work Does the work in the given transaction. Its errors below 500 are stored as responses, too.
 * @throws AppError `idempotency_key_in_progress`, `idempotency_key_reused`
 */
export async function runIdempotently(
  ctx: Pick<Context, 'db' | 'now'> & TokenCaller,
  request: FastifyRequest,
  { name: operation, rows }: Pick<RestOperation, 'name' | 'rows'>,
  key: string,
  work: (once: IdempotentWorkContext) => Promise<ReplayableResponse>,
): Promise<ReplayableResponse> {
  const once = { workspaceId: ctx.workspace.id, tokenId: ctx.actor.id, operation, key };
  const fingerprint = fingerprintOf(request);
  return createWorkspaceEntityManager(ctx).transactional(async (em) => {
    const { free } = await LOCK_KEY.one(em, once);
    if (!free) {
      throw new AppError(
        'idempotency_key_in_progress',
        'Wait for its answer, then repeat the request to get the same answer.',
        {
          headers: { 'retry-after': '1' },
        },
      );
    }
    const kept = await FIND_ANSWER.first(em, { ...once, fingerprint, now: ctx.now });
    if (kept && !kept.same) {
      throw new AppError(
        'idempotency_key_reused',
        'Another request has used this key. Give every request its own key.',
      );
    }
    const unfinished = rows && kept && isUnfinished(kept.body) ? kept.body : undefined;
    if (kept && !unfinished) {
      const headers = { 'idempotent-replayed': 'true' };
      return { status: kept.status, contentType: kept.content_type, body: kept.body, headers };
    }
    const answer = await work({ transaction: em, ...(unfinished && { unfinished }) });
    if (!NOT_KEPT.has(answer.status)) {
      const { status, contentType, body } = answer;
      const kept = { status, contentType, body: body.toString(), now: ctx.now };
      await SAVE_ANSWER.run(em, { ...once, fingerprint, ...kept });
    }
    return answer;
  });
}

const Rows = z.object({ results: z.array(z.object({ status: z.number() })) });

function isUnfinished(body: string): boolean {
  const { data } = Rows.safeParse(JSON.parse(body));
  return data !== undefined && data.results.some(({ status }) => status >= 500);
}

const LOCK_KEY = defineStatement({
  name: 'lock-idempotency-key',
  scope: 'tenant',
  row: z.strictObject({ free: z.boolean() }),
  sql: `
select pg_try_advisory_xact_lock(
  hashtextextended(concat_ws(' ', :workspaceId::uuid, :tokenId::uuid, :operation::text, :key::text), 0)) as free`,
});

const FIND_ANSWER = defineStatement({
  name: 'find-kept-answer',
  scope: 'tenant',
  row: z.strictObject({ same: z.boolean(), status: z.number(), content_type: z.string(), body: z.string() }),
  sql: `
select fingerprint = :fingerprint as same, status, content_type, body from idempotency_keys
where workspace_id = :workspaceId and token_id = :tokenId and operation = :operation and key = :key
  and created_at > :now::timestamptz - make_interval(hours => ${IDEMPOTENCY_REPLAY_HOURS})`,
});

const SAVE_ANSWER = defineStatement({
  name: 'save-answer',
  scope: 'tenant',
  sql: `
insert into idempotency_keys
  (workspace_id, token_id, operation, key, fingerprint, status, content_type, body, created_at)
values (:workspaceId, :tokenId, :operation, :key, :fingerprint, :status, :contentType, :body, :now)
on conflict (workspace_id, token_id, operation, key) do update
  set fingerprint = excluded.fingerprint, status = excluded.status, content_type = excluded.content_type,
    body = excluded.body, created_at = excluded.created_at`,
});

/** Hashes method, path, query and body. Two requests are the same if all of these match. */
function fingerprintOf(request: FastifyRequest): Buffer {
  const hash = createHash('sha256').update(`${request.method} ${request.url}\n`);
  if (Buffer.isBuffer(request.body)) hash.update(request.body);
  return hash.digest();
}
