import dgram from 'node:dgram';
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

/**
 * Takes the network from this thread before a library is loaded, because Node's permissions don't cover it: nothing
 * connects, listens, sends or looks a name up any more. HTTP, TLS and `fetch` do all of it through these.
 */
export function cutOff(): void {
  for (const [{ prototype }, names] of [
    [net.Socket, ['connect']],
    [net.Server, ['listen']],
    [dgram.Socket, ['bind', 'connect', 'send']],
  ] as const) {
    for (const name of names) refuse(prototype, name);
  }
  for (const lookups of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype]) {
    for (const name of namesOf(lookups)) if (/^(?:lookup|resolve|reverse)/.test(name)) refuse(lookups, name);
  }
  syncBuiltinESMExports();
}

/** Returns the names of an object and of what it inherits: both kinds of resolvers share their lookups. */
const namesOf = (of: object | null): string[] =>
  of === null || of === Object.prototype
    ? []
    : [...Object.getOwnPropertyNames(of), ...namesOf(Object.getPrototypeOf(of))];

function refuse(of: object, name: string): void {
  const value = () => {
    throw Object.assign(new Error('A document is read without the network.'), { code: 'ERR_ACCESS_DENIED' });
  };
  Object.defineProperty(of, name, { value, writable: false, configurable: false });
}
