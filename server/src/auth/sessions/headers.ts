import type { FastifyRequest } from 'fastify';

export const COOKIE_PREFIX = 'training';
/** Name of the session cookie, with the prefix `__Secure-` if the console is served over https. */
export const SESSION_COOKIE = `${COOKIE_PREFIX}.session_token`;

/** Headers read by better-auth. The server sets them and ignores the client's values. */
export const CLIENT_IP_HEADER = 'x-client-ip';
export const REQUEST_ID_HEADER = 'x-request-id';
/** Details of a link created by a super admin, passed to the hooks that run while the link is opened. */
export const HANDED_LINK_HEADER = 'x-handed-link';

/** No other headers reach better-auth, so a client can't forge a proxy's headers. */
const PASSED_ON = ['cookie', 'origin', 'user-agent', 'sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest'] as const;

export function webHeaders({ headers, ip, id }: Pick<FastifyRequest, 'headers' | 'ip' | 'id'>): Headers {
  const passed = new Headers({ [CLIENT_IP_HEADER]: ip, [REQUEST_ID_HEADER]: id });
  for (const name of PASSED_ON) {
    const value = headers[name];
    if (typeof value === 'string') passed.set(name, value);
  }
  return passed;
}
