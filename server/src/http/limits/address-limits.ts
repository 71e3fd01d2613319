import type { FastifyRequest } from 'fastify';
import { AppError } from '../../core/errors.ts';
import { FixedWindowCounter } from '../../platform/concurrency/fixed-window-counter.ts';
import { clientAddress } from './client-address.ts';

const MINUTE = 60_000;

/** Factor by which the limit is raised for an address that seems to be shared by many users. */
const SHARED = 60;

type Log = { warn(fields: object, message: string): void };

/**
 * Rate limits per address for the public routes. Behind a proxy that TRUST_PROXY doesn't name, all users share the
 * proxy's address. Then each address the proxy reports gets the normal limit, and the proxy itself a much higher one,
 * because a client that only pretends to be a proxy can report any address.
 */
export class AddressLimits {
  readonly #log: Log;
  #hasWarned = false;

  constructor(log: Log) {
    this.#log = log;
  }

  /** @returns A function that counts one attempt and throws AppError 429 `rate_limited` with `Retry-After` */
  forRoute(perMinute: number): (request: Pick<FastifyRequest, 'ip' | 'ips' | 'headers'>) => void {
    const single = new FixedWindowCounter({ most: perMinute, window: MINUTE });
    const shared = new FixedWindowCounter({ most: perMinute * SHARED, window: MINUTE });
    return (request) => {
      const now = Date.now();
      const { address, claimed } = clientAddress(request);
      if (claimed === undefined) return refuse(single.take(address, now));
      this.#warn(request.ip);
      refuse(shared.take(address, now));
      refuse(single.take(`${address} for ${claimed}`, now));
    };
  }

  #warn(address: string): void {
    if (this.#hasWarned) return;
    this.#hasWarned = true;
    this.#log.warn(
      { address },
      `A proxy that TRUST_PROXY does not name passes requests on: the addresses of people are not known, and their limits
 are wide. If ${address} is your proxy, start with TRUST_PROXY=${address}.`.replace('\n', ''),
    );
  }
}

function refuse(wait: number): void {
  if (wait === 0) return;
  throw new AppError('rate_limited', 'Too many attempts from this address. Wait a moment, then try again.', {
    headers: { 'retry-after': String(Math.ceil(wait / 1000)) },
  });
}
