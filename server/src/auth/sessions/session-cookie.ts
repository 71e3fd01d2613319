import { createHmac, timingSafeEqual } from 'node:crypto';

const DAY_SECONDS = 24 * 60 * 60;

/** Lifetime of a session, and the age at which its use renews it. */
export const SESSION_SECONDS = 30 * DAY_SECONDS;
export const RENEWED_AFTER_SECONDS = DAY_SECONDS;

/** Returns the time at which a session ends that is created or renewed now. */
export function sessionEnd(): Date {
  return new Date(Date.now() + SESSION_SECONDS * 1000);
}

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
 * @param seconds Lifetime; 0 removes the cookie.
 */
export function writeCookie(name: string, value: string, { seconds, secure }: { seconds: number; secure: boolean }) {
  return `${name}=${value}; Max-Age=${seconds}; Path=/; HttpOnly;${secure ? ' Secure;' : ''} SameSite=Lax`;
}

/** Name of the cookie, with the prefix `__Secure-` if the console is served over https. */
const NAME = 'training.session_token';

/** Returns true if a `cookie` header may contain a session; saves reading the secret. */
export function mayHaveSession(header: string | undefined): header is string {
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
function signedCookie(base: string, purpose: string, seconds: number, { secret, secure }: Signing) {
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
    write(value: string): string {
      const signed = encodeURIComponent(`${value}.${signatureOf(value)}`);
      return writeCookie(name, signed, { seconds, secure });
    },
    clear(): string {
      return writeCookie(name, '', { seconds: 0, secure });
    },
  };
}

/** Reads and writes the token of a session. The session may have ended. */
export const sessionCookie = (signing: Signing) => signedCookie(NAME, '', SESSION_SECONDS, signing);

/** Reads and writes the random name of a device. */
export const deviceCookie = (signing: Signing) => signedCookie(DEVICE_NAME, 'device ', DEVICE_SECONDS, signing);

function decoded(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return '';
  }
}
