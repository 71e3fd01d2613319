import { z } from 'zod';
import type { Database } from '../../database/database.ts';
import { defineStatement } from '../../database/statement.ts';
import { PUBLISHING } from '../../platform/live.ts';
import { tokensTopic } from './tokens-topic.ts';

const MINUTE = 60_000;

const NOTE_USE = defineStatement({
  name: 'note-token-use',
  scope: 'tenant',
  row: z.strictObject({ told: z.string() }),
  sql: `
with noted as (
  insert into api_token_uses as u (workspace_id, token_id, used_at, operation, ip)
  values (:workspaceId, :tokenId, :at, :operation, :ip)
  on conflict (workspace_id, token_id) do update
    set used_at = excluded.used_at, operation = excluded.operation, ip = excluded.ip
    where u.used_at <= excluded.used_at - interval '1 minute'
  returning token_id
)
select ${PUBLISHING}::text as told from noted`,
});

export type TokenUse = { workspaceId: string; tokenId: string; operation: string; ip: string; at: Date };

/**
 * Notes when a token was last used, aside from its row and at most once a minute (rules/tokens 9), and tells who looks at
 * the tokens.
 */
export class TokenUses {
  readonly #db: Database;
  readonly #onError: (error: unknown) => void;
  readonly #notedAt = new Map<string, number>();
  readonly #underWay = new Set<Promise<void>>();

  constructor(db: Database, onError: (error: unknown) => void) {
    this.#db = db;
    this.#onError = onError;
  }

  /** Returns at once: no request waits for the note, and none fails with it. */
  note({ workspaceId, tokenId, operation, ip, at }: TokenUse): void {
    const now = at.getTime();
    const before = this.#notedAt.get(tokenId);
    if (before !== undefined && now - before < MINUTE) return;
    if (this.#notedAt.size >= 10_000) this.#notedAt.clear();
    this.#notedAt.set(tokenId, now);
    const topic = tokensTopic(workspaceId);
    const writing = NOTE_USE.run(this.#db.pool, { workspaceId, tokenId, at, operation, ip, topic })
      .then(() => undefined, this.#onError)
      .finally(() => this.#underWay.delete(writing));
    this.#underWay.add(writing);
  }

  /** Waits for the notes under way, before the database is closed. */
  async settled(): Promise<void> {
    await Promise.all(this.#underWay);
  }
}
