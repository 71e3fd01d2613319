import { raw } from '@mikro-orm/postgresql';
import { z } from 'zod';
import type { Database } from '../../../database/database.ts';
import { runAsSystem } from '../../../database/statements/guarded-writes.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { AiProviderError } from '../../../providers/ai/failure.ts';
import type { AiCallCredential } from '../../../providers/ai/calls.ts';
import { CredentialPauseEntity } from './credential-pause.entity.ts';

/** The provider limits the credential, as another call found: this call was not made. */
export class CredentialPausedError extends Error {
  override readonly name = 'CredentialPausedError';
  /** Seconds until the credential may be used again. */
  readonly seconds: number;

  constructor(seconds: number) {
    super('The provider limits how often the key may be used: it is left alone for a while');
    this.seconds = seconds;
  }
}

/** Identifies a stored key and the model called with it: providers limit each. A rotated key is another credential. */
export const pauseKeyOfOwnCredential = ({ id, version }: { id: string; version: number }, model: string): string =>
  `own ${id} ${version} ${model}`;

/** Identifies the installation's key, shared by all workspaces. */
export const pauseKeyOfPooledCredential = ({ provider, model }: AiCallCredential): string =>
  `pooled ${provider} ${model}`;

const READ = defineStatement({
  name: 'read-credential-pause',
  scope: 'global',
  row: z.strictObject({ seconds: z.number() }),
  sql: `
select extract(epoch from not_before - clock_timestamp())::float8 as seconds from directory.credential_pauses
where credential = :credential`,
});

/**
 * Pauses a credential: 5 to 120 seconds, growing with each consecutive limit, and at least as long as the provider
 * asks. Concurrent calls count as one limit.
 */
const PAUSE = defineStatement({
  name: 'pause-credential',
  scope: 'global',
  sql: `
insert into directory.credential_pauses as p (credential, limited_at, limits, not_before)
values (:credential, clock_timestamp(), 1, clock_timestamp() + make_interval(secs => greatest(:asked::float8, 5)))
on conflict (credential) do update set limited_at = clock_timestamp(),
  limits = p.limits + case when p.limited_at < clock_timestamp() - make_interval(secs => :took::float8) then 1 else 0 end,
  not_before = greatest(p.not_before, clock_timestamp()
    + make_interval(secs => greatest(:asked::float8, least(5 * 3 ^ least(p.limits, 4), 120))))`,
});

/**
 * Checks the credential's shared "not before" time in the database: of many jobs on many instances, one hits the limit
 * and the others wait. The caller must pass the call's error, or undefined, to the returned function.
 * @throws CredentialPausedError
 */
export async function assertCredentialNotPaused(
  { pool, em }: Database,
  credential: string,
): Promise<(error: unknown) => Promise<void>> {
  const pause = await READ.first(pool, { credential });
  if (pause && pause.seconds > 0) throw new CredentialPausedError(pause.seconds);
  const started = performance.now();
  return async (error) => {
    const took = (performance.now() - started) / 1000;
    if (error instanceof AiProviderError && error.outcome === 'rate_limited') {
      await PAUSE.run(pool, { credential, took, asked: error.retryAfter ?? 0 });
    } else if (pause && error === undefined) {
      // Ignores calls that began before the last limit.
      const before = raw<Date>('clock_timestamp() - make_interval(secs => ?)', [took]);
      const limited = { credential, limitedAt: { $lt: before } };
      await runAsSystem(() => em.fork().nativeDelete(CredentialPauseEntity, limited));
    }
  };
}
