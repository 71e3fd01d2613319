import { LRUCache } from 'lru-cache';

/** Access token as issued by a provider. */
export type AccessToken = { token: string; seconds: number };

/** Maximum number of cached tokens. Connections above it request tokens again, which costs only a request. */
const MOST = 10_000;

/** Milliseconds before its expiry from which a token isn't used any more. */
const MARGIN = 60_000;

/**
 * Access tokens of drives, cached in memory and never logged (rules/drives 2). Concurrent callers without a token share
 * one request, which none of them can abort for the others.
 */
export class AccessTokenCache {
  readonly #tokens = new LRUCache<string, { token: string; until: number }>({ max: MOST });
  readonly #asking = new Map<string, Promise<string>>();

  /** @param key Identifies the credential. @throws the errors of `ask`, and the signal's reason. */
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

  /** Removes a refused token, unless it has already been replaced. */
  forget(key: string, token: string): void {
    if (this.#tokens.peek(key)?.token === token) this.#tokens.delete(key);
  }

  async #ask(key: string, ask: () => Promise<AccessToken>): Promise<string> {
    const { token, seconds } = await ask();
    // Tokens with a shorter life than twice the margin are used for half of it.
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
