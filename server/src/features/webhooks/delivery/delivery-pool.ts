import type { WebhookRequestMetrics } from '../../../core/context.ts';
import { HANGING_REQUEST_AFTER_MS, type ClaimedDelivery, type DeliveryCapacity } from './claim-deliveries.ts';
import { toReleasedDeliveryResult, type DeliveryAttemptResult } from './delivery-result.ts';

/** Creates the metrics of webhook deliveries: the number of requests in progress, and a listener for attempts. */
export function createDeliveryMetrics(): WebhookRequestMetrics {
  let listening: Parameters<WebhookRequestMetrics['whenAttempted']>[0] = () => undefined;
  return {
    sending: 0,
    whenAttempted: (listener) => {
      listening = listener;
    },
    attempted: (attempt) => listening(attempt),
  };
}

/** Per slot: maximum number of additional hanging requests, and of requests to endpoints whose last attempt failed. */
const MOST_HANGING = 4;
const MOST_FAILING = 2;

/** Maximum share of all slots, including those for hanging requests, that one workspace may use. */
const SHARE = 1 / 3;

/** Maximum number of unstored results before nothing more is sent. */
const MOST_UNSTORED = 1_000;

/**
 * Milliseconds a claimed delivery may wait for a slot. Bounded because its lease must last until the response, and
 * because it is still sent to an endpoint that was removed or switched off since, or signed with a secret that has
 * ended.
 */
const LONGEST_WAIT = 2_000;

type Waiting = { delivery: ClaimedDelivery; since: number };

type Options = {
  /** Current maximum of concurrent requests, without hanging ones. */
  slots: () => number;
  /** Upper bound of `slots`. Limits hanging requests, which cost nothing however busy the instance is. */
  most: number;
  attempt: (delivery: ClaimedDelivery) => Promise<DeliveryAttemptResult>;
  figures: WebhookRequestMetrics;
  /** Called when there is a result. */
  ended: () => void;
};

/**
 * The requests of this instance. As many claimed deliveries as there are slots wait for one, so that no slot is idle
 * during a claim. A hanging request frees its slot, so that hundreds of unresponsive endpoints delay no others.
 */
export class DeliveryPool {
  readonly #options: Options;
  readonly #sending = new Map<ClaimedDelivery, number>();
  #waiting: Waiting[] = [];
  #results: DeliveryAttemptResult[] = [];

  constructor(options: Options) {
    this.#options = options;
  }

  /** Returns how many deliveries to claim. */
  room(): DeliveryCapacity {
    const slots = this.#options.slots();
    const all = [...this.#sending.keys(), ...this.#waiting.map(({ delivery }) => delivery)];
    const failing = all.filter((delivery) => delivery.failing).length;
    return {
      free: Math.max(this.#free() + slots - this.#waiting.length, 0),
      freeFailing: Math.max(MOST_FAILING * slots - failing, 0),
      mostOfWorkspace: Math.ceil((1 + MOST_HANGING) * this.#options.most * SHARE),
    };
  }

  add(deliveries: readonly ClaimedDelivery[]): void {
    const since = performance.now();
    for (const delivery of deliveries) this.#waiting.push({ delivery, since });
    this.fill();
  }

  /** Sends waiting deliveries while there are free slots. */
  fill(): void {
    let free = this.#free();
    const late = performance.now() - LONGEST_WAIT;
    for (let next = this.#waiting[0]; next && (free > 0 || next.since < late); next = this.#waiting[0]) {
      this.#waiting.shift();
      if (next.since < late) this.#end(toReleasedDeliveryResult(next.delivery));
      else {
        free--;
        void this.#send(next.delivery);
      }
    }
  }

  /** Returns up to `most` results that aren't stored yet, oldest first. */
  results(most: number): readonly DeliveryAttemptResult[] {
    return this.#results.slice(0, most);
  }

  /** Removes the first `count` results, which were stored. */
  removeStored(count: number): void {
    this.#results = this.#results.slice(count);
    this.fill();
  }

  get underWay(): number {
    return this.#sending.size;
  }

  /** Releases the waiting deliveries. */
  stop(): void {
    for (const { delivery } of this.#waiting.splice(0)) this.#end(toReleasedDeliveryResult(delivery));
  }

  #free(): number {
    if (this.#results.length >= MOST_UNSTORED) return 0;
    const { slots, most } = this.#options;
    const before = performance.now() - HANGING_REQUEST_AFTER_MS;
    let hanging = 0;
    for (const began of this.#sending.values()) if (began < before) hanging++;
    return slots() - (this.#sending.size - hanging) - Math.max(hanging - MOST_HANGING * most, 0);
  }

  async #send(delivery: ClaimedDelivery): Promise<void> {
    const { attempt, figures } = this.#options;
    const began = performance.now();
    const waited = Date.now() - delivery.dueAt.getTime();
    this.#sending.set(delivery, began);
    figures.sending = this.#sending.size;
    const result = await attempt(delivery);
    this.#sending.delete(delivery);
    figures.sending = this.#sending.size;
    figures.attempted({ taken: result.state === 'delivered', waited, took: performance.now() - began });
    this.#end(result);
    this.fill();
  }

  #end(result: DeliveryAttemptResult): void {
    this.#results.push(result);
    this.#options.ended();
  }
}
