import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';

/** Limits of idle connections: number per host, total number, and lifetime in milliseconds. */
const KEPT = { ofHost: 4, most: 256, for: 5_000 };

/** Milliseconds an address of a host may take to accept a connection before the next address is tried. */
const NEXT_ADDRESS_AFTER = 1_000;

export type ConnectionAgents = {
  agentFor(url: URL, keepAlive: boolean): http.Agent;
  /** Closes idle connections; busy ones close after their request. */
  close(): void;
};

/**
 * Manages connections to users' hosts. Each is resolved by the lookup of its protocol, and certificates are always
 * verified, whatever the environment says.
 */
export function createConnectionAgents(
  lookupFor: (protocol: 'http:' | 'https:') => LookupFunction,
  ca: string | undefined,
): ConnectionAgents {
  const options = {
    ca,
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2',
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_AFTER,
  } as const;
  const kept = { ...options, keepAlive: true, maxFreeSockets: KEPT.ofHost, timeout: KEPT.for };
  const agents = (of: typeof options | typeof kept) => ({
    'http:': new http.Agent({ ...of, lookup: lookupFor('http:') }),
    'https:': new https.Agent({ ...of, lookup: lookupFor('https:') }),
  });
  const keeping = agents(kept);
  const closing = agents(options);
  const all = [...Object.values(keeping), ...Object.values(closing)];
  for (const agent of Object.values(keeping)) bound(agent);
  return {
    agentFor: ({ protocol }, keepAlive) => (keepAlive ? keeping : closing)[protocol === 'https:' ? 'https:' : 'http:'],
    close() {
      for (const agent of all) agent.keepSocketAlive = () => false;
      for (const agent of all)
        Object.values(agent.freeSockets).forEach((free) => free?.forEach((each) => each.destroy()));
    },
  };
}

/**
 * Limits the total number of idle connections. Node limits them per host only, and a thousand hosts must not keep
 * thousands.
 */
function bound(agent: http.Agent): void {
  const keep = agent.keepSocketAlive.bind(agent);
  agent.keepSocketAlive = (socket) => idle(agent) < KEPT.most && keep(socket);
}

function idle({ freeSockets }: http.Agent): number {
  return Object.values(freeSockets).reduce((sum, sockets) => sum + (sockets?.length ?? 0), 0);
}
