import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { execute } from '../../database/database.ts';
import { entityManager } from '../../database/transaction.ts';
import { AppError } from '../../errors.ts';
import type { TokenCaller } from '../../auth/tokens/authenticate.ts';

/** An answer as it goes out, and as it is kept for a repetition. */
export type Answer = { status: number; contentType: string; body: string | Buffer; headers?: Record<string, string> };

/** For how long an answer is replayed. */
export const KEPT_HOURS = 24;

/** Answers that say nothing of the request itself, and so are not kept (decisions §12). */
const NOT_KEPT = new Set([401, 403, 429]);

/** The request's `Idempotency-Key`. @throws AppError `invalid_request` when it is not 1–255 visible ASCII characters */
export function idempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)) return key;
  const message = 'Must be 1 to 255 visible ASCII characters, given once';
  throw new AppError('invalid_request', `Idempotency-Key: ${message}`, {
    fields: [{ path: 'Idempotency-Key', code: 'invalid_format', message }],
  });
}

/**
 * Answers a request once, whatever repeats it (decisions §3). The answer is kept in the transaction that does the
 * work, under a lock that goes with the connection: a server that dies in between has neither done nor kept anything.
 * @param work Does the work within the given transaction; an error below 500 is an answer too.
 * @throws AppError `idempotency_key_in_progress`, `idempotency_key_reused`
 */
export async function answerOnce(
  ctx: Pick<Context, 'db' | 'now'> & TokenCaller,
  request: FastifyRequest,
  operation: string,
  key: string,
  work: (transaction: EntityManager) => Promise<Answer>,
): Promise<Answer> {
  const scope = [ctx.workspace.id, ctx.actor.id, operation, key];
  const fingerprint = fingerprintOf(request);
  return entityManager(ctx).transactional(async (em) => {
    const [lock] = await execute<{ free: boolean }>(
      em,
      'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as free',
      [scope.join(' ')],
    );
    if (!lock?.free) {
      throw new AppError(
        'idempotency_key_in_progress',
        'Wait for its answer, then repeat the request to get it again.',
        {
          headers: { 'retry-after': '1' },
        },
      );
    }
    const [kept] = await execute<{ same: boolean; status: number; content_type: string; body: string }>(
      em,
      `select fingerprint = $5 as same, status, content_type, body from idempotency_keys
       where workspace_id = $1 and token_id = $2 and operation = $3 and key = $4
         and created_at > $6::timestamptz - make_interval(hours => ${KEPT_HOURS})`,
      [...scope, fingerprint, ctx.now],
    );
    if (kept && !kept.same) {
      throw new AppError(
        'idempotency_key_reused',
        'Another request has used this key; give every request a key of its own.',
      );
    }
    if (kept) {
      const headers = { 'idempotent-replayed': 'true' };
      return { status: kept.status, contentType: kept.content_type, body: kept.body, headers };
    }
    const answer = await work(em);
    if (!NOT_KEPT.has(answer.status)) await keep(em, scope, fingerprint, answer, ctx.now);
    return answer;
  });
}

async function keep(em: EntityManager, scope: string[], fingerprint: Buffer, answer: Answer, now: Date): Promise<void> {
  await execute(
    em,
    `insert into idempotency_keys (workspace_id, token_id, operation, key, fingerprint, status, content_type, body, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (workspace_id, token_id, operation, key) do update
       set fingerprint = excluded.fingerprint, status = excluded.status, content_type = excluded.content_type,
         body = excluded.body, created_at = excluded.created_at`,
    [...scope, fingerprint, answer.status, answer.contentType, answer.body.toString(), now],
  );
}

/** Over method, path, query and body: what makes two requests the same. */
function fingerprintOf(request: FastifyRequest): Buffer {
  const hash = createHash('sha256').update(`${request.method} ${request.url}\n`);
  if (Buffer.isBuffer(request.body)) hash.update(request.body);
  return hash.digest();
}
