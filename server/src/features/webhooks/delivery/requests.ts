import type { DeliveryFigures } from '../../../context.ts';
import { HANGING, type ClaimedDelivery, type DeliveryCapacity } from './claim-deliveries.ts';
import { givenBack, type Result } from './result.ts';

/** How many hanging ones there may be besides, and how many at endpoints whose last attempt failed, for each slot. */
const MOST_HANGING = 4;
const MOST_FAILING = 2;

/** Which part of all places, those for hanging requests too, one workspace may have. */
const SHARE = 1 / 3;

/** How many results may wait to be written before nothing more is sent. */
const MOST_UNSETTLED = 1_000;

/**
 * How long a delivery may wait for a slot, in milliseconds: its lease has to last until its answer, and for so long it
 * may still go to an endpoint that was removed or switched off meanwhile, or be signed with a secret that was ended.
 */
const LONGEST_WAIT = 2_000;

type Waiting = { delivery: ClaimedDelivery; since: number };

type Options = {
  /** Requests at once at this moment, but for those that hang. */
  slots: () => number;
  /** The most that `slots` may be. Requests that hang cost nothing, however busy the instance is. */
  most: number;
  attempt: (delivery: ClaimedDelivery) => Promise<Result>;
  figures: DeliveryFigures;
  /** Hears that there is a result. */
  ended: () => void;
};

/**
 * The requests of this instance. As many deliveries as it has slots wait beside them, so that none is idle while others
 * are taken up. What hangs gives its slot to others, so that hundreds of endpoints that never answer delay nobody else.
 */
export class Requests {
  readonly #options: Options;
  readonly #sending = new Map<ClaimedDelivery, number>();
  #waiting: Waiting[] = [];
  #results: Result[] = [];

  constructor(options: Options) {
    this.#options = options;
  }

  /** How many deliveries to take up. */
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

  /** Sends what waits, as far as there are slots. */
  fill(): void {
    let free = this.#free();
    const late = performance.now() - LONGEST_WAIT;
    for (let next = this.#waiting[0]; next && (free > 0 || next.since < late); next = this.#waiting[0]) {
      this.#waiting.shift();
      if (next.since < late) this.#end(givenBack(next.delivery));
      else {
        free--;
        void this.#send(next.delivery);
      }
    }
  }

  /** The first results that are not written yet. */
  results(most: number): readonly Result[] {
    return this.#results.slice(0, most);
  }

  /** So many of the first have been written. */
  settled(count: number): void {
    this.#results = this.#results.slice(count);
    this.fill();
  }

  get underWay(): number {
    return this.#sending.size;
  }

  /** Gives back what waits. */
  stop(): void {
    for (const { delivery } of this.#waiting.splice(0)) this.#end(givenBack(delivery));
  }

  #free(): number {
    if (this.#results.length >= MOST_UNSETTLED) return 0;
    const { slots, most } = this.#options;
    const before = performance.now() - HANGING;
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

  #end(result: Result): void {
    this.#results.push(result);
    this.#options.ended();
  }
}
