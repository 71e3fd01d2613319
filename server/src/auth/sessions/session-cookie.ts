import { createHmac, timingSafeEqual } from 'node:crypto';
import { SHARED_DEVICE_IDLE_SECONDS } from '@training/shared/devices/devices';
import { SHARED_DEVICE_COOKIE_NAME } from '@training/shared/devices/shared-device-mark';

const DAY_SECONDS = 24 * 60 * 60;

export const SESSION_SECONDS = 30 * DAY_SECONDS;

/** Lifetime of a session: short on a shared device, where its use renews it (rules/sign-in 19). */
const secondsOf = ({ deviceId }: Placed) => (deviceId === null ? SESSION_SECONDS : SHARED_DEVICE_IDLE_SECONDS);

/** Age at which its use renews it. */
const renewedAfter = ({ deviceId }: Placed) => (deviceId === null ? DAY_SECONDS : 10);

/** A session's shared device, if it is on one. */
type Placed = { deviceId: string | null };

/** Returns the time at which a session ends that is created or renewed now. */
export const newSessionExpiry = (of: Placed): Date => new Date(Date.now() + secondsOf(of) * 1000);

export const isDueForRenewal = (of: Placed & { expiresAt: Date }): boolean =>
  of.expiresAt.getTime() - Date.now() <= (secondsOf(of) - renewedAfter(of)) * 1000;

/** Returns for how many days at least a session wasn't used: its use is noted once a day. */
export const countDaysSinceSessionUse = (expiresAt: Date): number =>
  (Date.now() + SESSION_SECONDS * 1000 - expiresAt.getTime()) / (DAY_SECONDS * 1000) - 1;

/** Returns the value of a cookie in a `cookie` header. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return undefined;
}

/**
 * Builds a `set-cookie` header. Scripts can't read the cookie, and other sites' requests don't carry it, except links
 * to the console.
 * @param seconds Lifetime; 0 removes the cookie, null keeps it until the browser ends.
 */
export function buildSetCookieHeader(name: string, value: string, { seconds, secure }: Lifetime) {
  const age = seconds === null ? '' : ` Max-Age=${seconds};`;
  return `${name}=${value};${age} Path=/; HttpOnly;${secure ? ' Secure;' : ''} SameSite=Lax`;
}

type Lifetime = { seconds: number | null; secure: boolean };

/** Writes the mark by which scripts know a shared device. */
export const buildSharedDeviceMarkCookie = (isShared: boolean): string =>
  `${SHARED_DEVICE_COOKIE_NAME}=1; Max-Age=${isShared ? DEVICE_SECONDS : 0}; Path=/; SameSite=Lax`;

/** Name of the cookie, with the prefix `__Secure-` if the console is served over https. */
const NAME = 'training.session_token';

/** Returns true if a `cookie` header may contain a session; saves reading the secret. */
export function mayHaveSessionCookie(header: string | undefined): header is string {
  return header !== undefined && header.includes(NAME);
}

/** Name of the cookie of a device on which someone has signed in with a PIN. */
const DEVICE_NAME = 'training.device';
const DEVICE_SECONDS = 365 * DAY_SECONDS;

type Signing = { secret: string; secure: boolean };

/**
 * Reads and writes a signed cookie: the value, a dot, and its HMAC-SHA-256 in base64, all percent-encoded. The
 * signature lets the server recognise its own values without a database query.
 * @param purpose Part of what is signed, so that one cookie's value is none of another
 */
function signedCookie(base: string, purpose: string, lifetime: number, { secret, secure }: Signing) {
  const name = `${secure ? '__Secure-' : ''}${base}`;
  const signatureOf = (value: string) => createHmac('sha256', secret).update(`${purpose}${value}`).digest('base64');
  return {
    /** Returns the value; undefined if there is none or its signature is invalid. */
    read(header: string | undefined): string | undefined {
      const signed = decoded(readCookie(header, name) ?? '');
      const dot = signed.lastIndexOf('.');
      const value = signed.slice(0, Math.max(dot, 0));
      const expected = Buffer.from(signatureOf(value));
      const given = Buffer.from(signed.slice(dot + 1));
      return value && given.length === expected.length && timingSafeEqual(given, expected) ? value : undefined;
    },
    write(value: string, seconds: number | null = lifetime): string {
      const signed = encodeURIComponent(`${value}.${signatureOf(value)}`);
      return buildSetCookieHeader(name, signed, { seconds, secure });
    },
    clear(): string {
      return buildSetCookieHeader(name, '', { seconds: 0, secure });
    },
  };
}

/** Reads and writes the token of a session. The session may have ended. */
export const createSessionCookieCodec = (signing: Signing) => signedCookie(NAME, '', SESSION_SECONDS, signing);

/** Reads and writes the random name of a device. */
export const createDeviceCookieCodec = (signing: Signing) =>
  signedCookie(DEVICE_NAME, 'device ', DEVICE_SECONDS, signing);

/** Reads and writes the token of a shared device, which may be revoked. */
export const createSharedDeviceCookieCodec = (signing: Signing) =>
  signedCookie('training.shared_device', 'shared device ', DEVICE_SECONDS, signing);

function decoded(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return '';
  }
}
