import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';

/** Connections that are kept open for the next request: how many to a host, how many in all, and for how long. */
const KEPT = { ofHost: 4, most: 256, for: 5_000 };

/** How long an address of a host may take to accept a connection before the next one is tried, in milliseconds. */
const NEXT_ADDRESS_AFTER = 1_000;

export type Connections = {
  agentFor(url: URL, keepAlive: boolean): http.Agent;
  /** Ends what is kept; what is in use ends with its request. */
  close(): void;
};

/**
 * Connections to customers’ hosts, each looked up by `lookup`, with certificates checked whatever the environment says.
 */
export function openConnections(lookup: LookupFunction, ca: string | undefined): Connections {
  const options = {
    lookup,
    ca,
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2',
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_AFTER,
  } as const;
  const kept = { ...options, keepAlive: true, maxFreeSockets: KEPT.ofHost, timeout: KEPT.for };
  const keeping = { 'http:': new http.Agent(kept), 'https:': new https.Agent(kept) };
  const closing = { 'http:': new http.Agent(options), 'https:': new https.Agent(options) };
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

/** Node bounds what is kept of each host; a thousand hosts must not keep thousands. */
function bound(agent: http.Agent): void {
  const keep = agent.keepSocketAlive.bind(agent);
  agent.keepSocketAlive = (socket) => idle(agent) < KEPT.most && keep(socket);
}

function idle({ freeSockets }: http.Agent): number {
  return Object.values(freeSockets).reduce((sum, sockets) => sum + (sockets?.length ?? 0), 0);
}
