import { setTimeout as sleep } from 'node:timers/promises';

type Answer = { status: number; json: unknown };

/** Milliseconds until a client that was told to wait asks again; less than the server asks for. */
const AGAIN = 50;

/**
 * A system that is told where the workspace went, and goes there; and that waits where it is arriving. It counts what
 * was answered, and how long each call took from its first attempt to its answer.
 */
export class FollowingClient {
  readonly #token: string;
  /** The installations' addresses by the origins that the moves were given. */
  readonly #addresses: ReadonlyMap<string, string>;
  #base: string;
  /** The longest call, in milliseconds. */
  longest = 0;
  calls = 0;

  constructor(token: string, base: string, addresses: ReadonlyMap<string, string>) {
    this.#token = token;
    this.#base = base;
    this.#addresses = addresses;
  }

  async call(method: string, path: string, body?: unknown): Promise<Answer> {
    const from = performance.now();
    for (;;) {
      const answer = await this.#send(method, path, body);
      if (answer.status === 421) {
        const origin = [...this.#addresses.keys()].find((each) => JSON.stringify(answer.json).includes(each));
        if (origin === undefined) throw new Error(`An unknown address: ${JSON.stringify(answer.json)}`);
        this.#base = this.#addresses.get(origin) ?? '';
      } else if (answer.status === 503) {
        await sleep(AGAIN);
        // The move may have been aborted meanwhile: whoever sent us here takes us back.
        this.#base = [...this.#addresses.values()].find((each) => each !== this.#base) ?? this.#base;
      } else {
        this.calls++;
        this.longest = Math.max(this.longest, performance.now() - from);
        return answer;
      }
    }
  }

  async #send(method: string, path: string, body: unknown): Promise<Answer> {
    const response = await fetch(`${this.#base}${path}`, {
      method,
      headers: { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, json: await response.json() };
  }
}
