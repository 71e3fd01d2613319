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

/**
 * Reads and writes the session cookie: the token, a dot, and its HMAC-SHA-256 in base64, all percent-encoded. The
 * signature lets the server recognise its own sessions without a database query.
 */
export function sessionCookie({ secret, secure }: { secret: string; secure: boolean }) {
  const name = `${secure ? '__Secure-' : ''}${NAME}`;
  const signatureOf = (token: string) => createHmac('sha256', secret).update(token).digest('base64');

  return {
    /** Returns the token; undefined if there is none or its signature is invalid. The session may have ended. */
    read(header: string): string | undefined {
      const signed = decoded(readCookie(header, name) ?? '');
      const dot = signed.lastIndexOf('.');
      const token = signed.slice(0, Math.max(dot, 0));
      const expected = Buffer.from(signatureOf(token));
      const given = Buffer.from(signed.slice(dot + 1));
      return token && given.length === expected.length && timingSafeEqual(given, expected) ? token : undefined;
    },
    write(token: string): string {
      const signed = encodeURIComponent(`${token}.${signatureOf(token)}`);
      return writeCookie(name, signed, { seconds: SESSION_SECONDS, secure });
    },
    clear(): string {
      return writeCookie(name, '', { seconds: 0, secure });
    },
  };
}

function decoded(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return '';
  }
}
