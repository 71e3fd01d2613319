import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Database } from '../../database/database.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { AppError } from '../../core/errors.ts';
import type { TokenCaller } from '../../auth/tokens/find-token.ts';

const MINUTE = 60_000;

/** Returns a list header of the reply with the limit of this name added, or replaced. */
function withLimit(reply: FastifyReply, header: string, name: string, of: string): string {
  const before = reply.getHeader(header);
  const others = typeof before === 'string' ? before.split(', ').filter((each) => !each.startsWith(`"${name}"`)) : [];
  return [...others, `"${name}";${of}`].join(', ');
}

const CLAIM = defineStatement({
  name: 'claim-rate-window',
  scope: 'tenant',
  row: z.strictObject({ taken: z.number() }),
  sql: `
insert into rate_windows as w (workspace_id, token_id, kind, starts_at, taken)
values (:workspaceId, :tokenId, :kind, :starts, :block)
on conflict (workspace_id, token_id, kind, starts_at) do update set taken = w.taken + excluded.taken
returning taken`,
});

/**
 * State of a token's window on this instance. `available` is the number of requests reserved in the database and not
 * used yet; `left` is the number that can still be reserved.
 */
type Block = { available: number; left: number; taking: Promise<void> | undefined };

/** Requests of two kinds, and people in bulk requests. */
type Kind = 'read' | 'write' | 'people';

const NAMES: Record<Kind, string> = { read: 'reads', write: 'writes', people: 'people' };

/**
 * Rate limits in fixed windows of one minute (rules/api 8), shared by all instances. Each instance reserves a twentieth
 * of the window in the database at a time, so that most requests need no write and the sum never exceeds the limit.
 */
export class TokenRateLimiter {
  readonly #db: Database;
  readonly #limits: Record<Kind, number>;
  #window = 0;
  #blocks = new Map<string, Block>();

  constructor(db: Database, { reads, writes, people }: { reads: number; writes: number; people: number }) {
    this.#db = db;
    this.#limits = { read: reads, write: writes, people };
  }

  /**
   * Counts a request, or the people in it, and adds the `RateLimit` headers.
   * @throws AppError `rate_limited` with `Retry-After`; nothing is counted then
   */
  async take(caller: TokenCaller, kind: Kind, now: Date, reply: FastifyReply, count = 1): Promise<void> {
    const limit = this.#limits[kind];
    if (limit === 0 || count === 0) return;
    const starts = now.getTime() - (now.getTime() % MINUTE);
    const seconds = Math.ceil((starts + MINUTE - now.getTime()) / 1000);
    const block = this.#blockOf(`${caller.actor.id} ${kind}`, starts, limit);
    // Takes nothing from other instances for a request that is refused.
    while (block.available < count && block.available + block.left >= count) {
      block.taking ??= this.#takeBlock(block, caller, kind, new Date(starts), limit);
      await block.taking;
    }
    const allowed = block.available >= count;
    if (allowed) block.available -= count;
    const remaining = block.available + block.left;
    const name = NAMES[kind];
    const headers = {
      'ratelimit-policy': withLimit(reply, 'ratelimit-policy', name, `q=${limit};w=60`),
      ratelimit: withLimit(reply, 'ratelimit', name, `r=${remaining};t=${seconds}`),
      // Older headers know one limit: that of requests.
      ...(kind !== 'people' && {
        'ratelimit-limit': String(limit),
        'ratelimit-remaining': String(remaining),
        'ratelimit-reset': String(seconds),
      }),
    };
    if (allowed) {
      reply.headers(headers);
      return;
    }
    const may = kind === 'people' ? `send ${limit} people in bulk requests` : `make ${limit} ${name}`;
    const remedy = count > limit ? `Send at most ${limit} at a time.` : `Try again in ${seconds} s.`;
    throw new AppError('rate_limited', `This token may ${may} a minute. ${remedy}`, {
      headers: { ...headers, 'retry-after': String(seconds) },
    });
  }

  #blockOf(key: string, starts: number, limit: number): Block {
    if (starts > this.#window) {
      this.#window = starts;
      this.#blocks = new Map();
    }
    let block = this.#blocks.get(key);
    if (!block) {
      block = { available: 0, left: limit, taking: undefined };
      this.#blocks.set(key, block);
    }
    return block;
  }

  async #takeBlock(block: Block, caller: TokenCaller, kind: Kind, starts: Date, limit: number): Promise<void> {
    const size = Math.max(1, Math.floor(limit / 20));
    try {
      const places = { workspaceId: caller.workspace.id, tokenId: caller.actor.id, kind, starts, block: size };
      const { taken } = await CLAIM.one(this.#db.pool, places);
      block.available += Math.max(0, Math.min(size, limit - (taken - size)));
      block.left = Math.max(0, limit - taken);
    } finally {
      block.taking = undefined;
    }
  }
}
