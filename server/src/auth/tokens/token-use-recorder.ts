import { z } from 'zod';
import type { Database } from '../../database/database.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { PUBLISH_TOPIC_EXPRESSION_SQL } from '../../platform/topic-changes.ts';
import { tokensLiveTopicOf } from './tokens-topic.ts';

const MINUTE = 60_000;

const RECORD_USE = defineStatement({
  name: 'record-token-use',
  scope: 'tenant',
  row: z.strictObject({ told: z.string() }),
  sql: `
with noted as (
  insert into api_token_uses as u (workspace_id, token_id, used_at, operation, ip, status)
  values (:workspaceId, :tokenId, :at, :operation, :ip, :status)
  on conflict (workspace_id, token_id) do update
    set used_at = excluded.used_at, operation = excluded.operation, ip = excluded.ip, status = excluded.status
    where u.used_at <= excluded.used_at - interval '1 minute'
      or u.status >= 400 and coalesce(excluded.status, 200) < 400
  returning token_id
)
select ${PUBLISH_TOPIC_EXPRESSION_SQL}::text as told from noted`,
});

interface TokenUse {
  workspaceId: string;
  tokenId: string;
  operation: string;
  ip: string;
  /** Status of the response; null if it isn't known yet. */
  status: number | null;
  at: Date;
}

const isRefused = (status: number | null) => status !== null && status >= 400;

/**
 * Records the last use of each token, in its own table and at most once a minute, except that the first success after a
 * refused use is always recorded (rules/tokens 9). Notifies pages that show the tokens.
 */
export class TokenUseRecorder {
  readonly #db: Database;
  readonly #onError: (error: unknown) => void;
  readonly #noted = new Map<string, Pick<TokenUse, 'at' | 'status'>>();
  readonly #underWay = new Set<Promise<void>>();

  constructor(db: Database, onError: (error: unknown) => void) {
    this.#db = db;
    this.#onError = onError;
  }

  /** Returns at once: requests don't wait for the record and don't fail with it. */
  note({ workspaceId, tokenId, operation, ip, status, at }: TokenUse): void {
    const before = this.#noted.get(tokenId);
    const isFirstSuccess = before !== undefined && isRefused(before.status) && !isRefused(status);
    if (before !== undefined && at.getTime() - before.at.getTime() < MINUTE && !isFirstSuccess) return;
    if (this.#noted.size >= 10_000) this.#noted.clear();
    this.#noted.set(tokenId, { at, status });
    const topic = tokensLiveTopicOf(workspaceId);
    const writing = RECORD_USE.run(this.#db.pool, { workspaceId, tokenId, at, operation, ip, status, topic })
      .then(() => undefined, this.#onError)
      .finally(() => this.#underWay.delete(writing));
    this.#underWay.add(writing);
  }

  /** Waits for pending writes. Call it before the database is closed. */
  async settled(): Promise<void> {
    await Promise.all(this.#underWay);
  }
}
