import type { Config } from '../config.ts';

const EVERY_ADDRESS = new Set(['0.0.0.0', '::', '[::]']);

/**
 * Where the console may be opened, the address to send people to first: PUBLIC_URL alone where it is given, else this
 * machine's own names. A server that listens on every address needs PUBLIC_URL to be used from another machine.
 * @param port The port that is listened on, which is not `config.port` when that is 0.
 */
export function allowedOrigins(config: Pick<Config, 'publicUrl' | 'host'>, port: number): [string, ...string[]] {
  if (config.publicUrl) return [config.publicUrl];
  const host = config.host.includes(':') && !config.host.startsWith('[') ? `[${config.host}]` : config.host;
  const local = [`http://127.0.0.1:${port}`, `http://localhost:${port}`] as const;
  if (EVERY_ADDRESS.has(host) || host === 'localhost' || host === '127.0.0.1') return [...local];
  return [`http://${host}:${port}`, ...local];
}

/**
 * Whether a request that changes something may come from where it says. Browsers always say; a program that does not,
 * and brings no cookie either, has nobody's session to misuse.
 */
export function isSameOrigin(
  headers: { origin?: string | undefined; cookie?: string | undefined },
  allowed: readonly string[],
): boolean {
  if (headers.origin === undefined) return headers.cookie === undefined;
  return allowed.includes(headers.origin);
}
