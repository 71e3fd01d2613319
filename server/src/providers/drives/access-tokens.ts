import { LRUCache } from 'lru-cache';

/** As a provider hands it out. */
export type AccessToken = { token: string; seconds: number };

/** How many are kept; more connections than these ask again, which costs a request and nothing else. */
const MOST = 10_000;

/** Milliseconds before its end from which on a token is not used any more. */
const MARGIN = 60_000;

/**
 * Access tokens of drives, in memory only and never logged (rules/drives 2). Many callers that find none wait for one
 * request, which none of them can abort for the others.
 */
export class AccessTokens {
  readonly #tokens = new LRUCache<string, { token: string; until: number }>({ max: MOST });
  readonly #asking = new Map<string, Promise<string>>();

  /**
   * @param key names the credential: another one has another key. @throws what `ask` throws, and the signal's reason.
   */
  async of(key: string, ask: () => Promise<AccessToken>, signal?: AbortSignal): Promise<string> {
    const kept = this.#tokens.get(key);
    if (kept && kept.until > performance.now()) return kept.token;
    let asking = this.#asking.get(key);
    if (!asking) {
      asking = this.#ask(key, ask).finally(() => this.#asking.delete(key));
      this.#asking.set(key, asking);
    }
    return signal ? unlessAborted(asking, signal) : asking;
  }

  /** Forgets a token that was refused, unless another one has its place already. */
  forget(key: string, token: string): void {
    if (this.#tokens.peek(key)?.token === token) this.#tokens.delete(key);
  }

  async #ask(key: string, ask: () => Promise<AccessToken>): Promise<string> {
    const { token, seconds } = await ask();
    // One that lives for less than the margin is used for half of its life.
    const milliseconds = seconds * 1000;
    this.#tokens.set(key, { token, until: performance.now() + Math.max(milliseconds - MARGIN, milliseconds / 2) });
    return token;
  }
}

function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const aborted = () => reject(signal.reason);
    signal.addEventListener('abort', aborted, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', aborted));
  });
}
