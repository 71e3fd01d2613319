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
