import type { FastifyRequest } from 'fastify';

export const COOKIE_PREFIX = 'training';
/** The session cookie; with `__Secure-` before it where the console is served by https. */
export const SESSION_COOKIE = `${COOKIE_PREFIX}.session_token`;

/** What better-auth reads; set by us, whatever the client sent under these names. */
export const CLIENT_IP_HEADER = 'x-client-ip';
export const REQUEST_ID_HEADER = 'x-request-id';
/** What is known of a link that was handed over, for whatever happens while it is opened. */
export const HANDED_LINK_HEADER = 'x-handed-link';

/** Nothing else reaches better-auth, so no header of a client's can pass for a proxy's. */
const PASSED_ON = ['cookie', 'origin', 'user-agent', 'sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest'] as const;

export function webHeaders({ headers, ip, id }: Pick<FastifyRequest, 'headers' | 'ip' | 'id'>): Headers {
  const passed = new Headers({ [CLIENT_IP_HEADER]: ip, [REQUEST_ID_HEADER]: id });
  for (const name of PASSED_ON) {
    const value = headers[name];
    if (typeof value === 'string') passed.set(name, value);
  }
  return passed;
}
