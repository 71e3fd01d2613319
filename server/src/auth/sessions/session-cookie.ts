import { createHmac, timingSafeEqual } from 'node:crypto';
import { readCookie, writeCookie } from './cookies.ts';
import { SESSION_SECONDS } from './session-lifetime.ts';

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
