import { createHash } from 'node:crypto';
import { raw } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { AppError } from '../../core/errors.ts';
import type { Database } from '../../database/database.ts';
import { runAsSystem } from '../../database/statements/guarded-writes.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { SignInPauseEntity } from './pin.entity.ts';

/** Counter of the wrong PINs of a person or device, and how many are free. */
export type TryLimit = {
  key: string;
  /** Number of wrong PINs in a row without a pause. */
  free: number;
};

const hash = (text: string) => createHash('sha256').update(text).digest('base64url');

/** Wrong PINs in a row without a pause, of a person, or on a known device. */
const FREE = 5;
/** The same on unknown devices with one address, which may be those of a whole site, and on a shared device. */
const FREE_OF_ADDRESS = 20;

export const tryLimitOfPerson = (workspaceId: string, userId: string): TryLimit => ({
  key: hash(`person ${workspaceId} ${userId}`),
  free: FREE,
});

/** Counter of a personnel number. Numbers that no one has pause, too, so that pauses don't tell who exists. */
export const tryLimitOfPersonnelNumber = (slug: string, externalId: string): TryLimit => ({
  key: hash(`number ${slug} ${externalId}`),
  free: FREE,
});

/** @param device Undefined for a device where nobody has signed in with a PIN yet */
export const tryLimitOfDeviceOrAddress = (device: string | undefined, address: string): TryLimit =>
  device === undefined
    ? { key: hash(`address ${address}`), free: FREE_OF_ADDRESS }
    : { key: hash(`device ${device}`), free: FREE };

export const tryLimitOfSharedDevice = (deviceId: string): TryLimit => ({
  key: hash(`shared device ${deviceId}`),
  free: FREE_OF_ADDRESS,
});

/**
 * Counts a try before its PIN is checked, so that tries at once aren't free. After the free ones, each doubles the
 * pause, from a minute up to an hour. A day without a try starts anew.
 */
const COUNT_TRY = defineStatement({
  name: 'count-try-to-sign-in',
  scope: 'global',
  sql: `
insert into directory.sign_in_pauses as p (key, failures, at, not_before, tried_on)
values (:key, 1, now(), now(), :triedOn)
on conflict (key) do update set at = now(), tried_on = :triedOn,
  failures = case when p.at < now() - interval '1 day' then 1 else p.failures + 1 end,
  not_before = case when p.failures + 1 < :free::int or p.at < now() - interval '1 day' then now()
    else now() + least(interval '1 hour', interval '1 minute' * power(2, least(p.failures + 1 - :free::int, 10))) end
where p.not_before <= now()
returning 1`,
});

const FIND_PAUSES = defineStatement({
  name: 'find-pauses-of-sign-in',
  scope: 'global',
  row: z.strictObject({ key: z.string(), seconds: z.number(), until: z.date() }),
  sql: `
select key, extract(epoch from not_before - now())::float8 as seconds, not_before as until from directory.sign_in_pauses
where key = any(:keys::text[]) and not_before > now() order by not_before desc`,
});

/**
 * Counts a try, of a person and then of the device on which it is made.
 * @throws AppError `pin_paused` while one of them pauses
 */
export async function countTryUnlessPaused(
  { pool }: Pick<Database, 'pool'>,
  counted: readonly TryLimit[],
): Promise<void> {
  const keys = counted.map(({ key }) => key);
  const paused = await FIND_PAUSES.first(pool, { keys });
  if (paused) throw pausedFor(paused.seconds);
  for (const [at, { key, free }] of counted.entries()) {
    const triedOn = at === 0 ? (keys[1] ?? null) : null;
    if ((await COUNT_TRY.run(pool, { key, free, triedOn })) > 0) continue;
    // Another try at the same time began the pause.
    const begun = await FIND_PAUSES.first(pool, { keys: [key] });
    throw pausedFor(begun?.seconds ?? 1);
  }
}

/**
 * Counts a try, which `check` may take back because it could not be made.
 * @throws AppError `pin_paused`, and what `check` throws
 */
export async function withTryCounted<T>(
  db: Database,
  counted: readonly TryLimit[],
  check: () => Promise<T>,
): Promise<T> {
  await countTryUnlessPaused(db, counted);
  try {
    return await check();
  } catch (error) {
    for (const each of counted) await uncountTry(db, each);
    throw error;
  }
}

/** Forgets the wrong PINs of a person, and ends the pause of the device on which they tried last (rules/sign-in 16). */
export async function endSignInPause({ em }: Pick<Database, 'em'>, { key }: TryLimit): Promise<void> {
  const forked = em.fork();
  const tried = await forked.findOne(SignInPauseEntity, { key });
  if (tried) await runAsSystem(() => forked.nativeDelete(SignInPauseEntity, { key: [key, tried.triedOn ?? key] }));
}

/** Forgets the wrong PINs of a counter. Call it after a transaction, if any. */
export async function resetTries({ em }: Pick<Database, 'em'>, { key }: TryLimit): Promise<void> {
  await runAsSystem(() => em.fork().nativeDelete(SignInPauseEntity, { key }));
}

/** Takes back the caller's own try, which was right, and the pause that it began. */
export async function uncountTry({ em }: Pick<Database, 'em'>, { key }: TryLimit): Promise<void> {
  const forked = em.fork();
  const earlier = { failures: raw<number>('failures - 1'), notBefore: raw<Date>('now()') };
  await runAsSystem(async () => {
    const remains = await forked.nativeUpdate(SignInPauseEntity, { key, failures: { $gt: 1 } }, earlier);
    if (remains === 0) await forked.nativeDelete(SignInPauseEntity, { key, failures: 1 });
  });
}

/** Returns the end of each pause; null where there is none. */
export async function readSignInPauseEnds(
  { pool }: Pick<Database, 'pool'>,
  counted: readonly TryLimit[],
): Promise<(string | null)[]> {
  const pauses = await FIND_PAUSES.all(pool, { keys: counted.map(({ key }) => key) });
  const until = new Map(pauses.map((pause) => [pause.key, pause.until.toISOString()]));
  return counted.map(({ key }) => until.get(key) ?? null);
}

function pausedFor(seconds: number): AppError {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  const words = `Too many wrong PINs. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, or ask your trainer for a new code.`;
  return new AppError('pin_paused', words, { headers: { 'retry-after': String(Math.max(1, Math.ceil(seconds))) } });
}
