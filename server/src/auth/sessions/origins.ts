import type { Config } from '../../core/config.ts';

const EVERY_ADDRESS = new Set(['0.0.0.0', '::', '[::]']);

/**
 * Returns the origins under which the console may be opened, the preferred one first: PUBLIC_URL only if it is set,
 * else the local names of this machine. A server that listens on all addresses needs PUBLIC_URL to be used from another
 * machine.
 * @param port Actual port, which differs from `config.port` if that is 0.
 */
export function allowedOriginsOf(config: Pick<Config, 'publicUrl' | 'host'>, port: number): [string, ...string[]] {
  if (config.publicUrl) return [config.publicUrl];
  const host = config.host.includes(':') && !config.host.startsWith('[') ? `[${config.host}]` : config.host;
  const local = [`http://127.0.0.1:${port}`, `http://localhost:${port}`] as const;
  if (EVERY_ADDRESS.has(host) || host === 'localhost' || host === '127.0.0.1') return [...local];
  return [`http://${host}:${port}`, ...local];
}

/**
 * Returns true if a request that changes data may come from its origin. Browsers always send an Origin header. A
 * program that sends neither Origin nor a cookie has no session that could be abused.
 */
export function isRequestFromAllowedOrigin(
  headers: { origin?: string | undefined; cookie?: string | undefined },
  allowed: readonly string[],
): boolean {
  if (headers.origin === undefined) return headers.cookie === undefined;
  return allowed.includes(headers.origin);
}
