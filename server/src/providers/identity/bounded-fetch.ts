import { AsyncLocalStorage } from 'node:async_hooks';
import type { CustomFetch } from 'openid-client';
import { fetchInSpan } from '../../platform/egress/traced-fetch.ts';

/** The most bytes of an answer of the sign-in provider, after decompression. */
const MOST_BYTES = 256 * 1024;

const asking = new AsyncLocalStorage<AbortSignal>();

/** Runs `work`, whose fetches by `createBoundedFetch` end together after `milliseconds`, or with it. */
export async function withSharedFetchDeadline<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  const over = new AbortController();
  const signal = AbortSignal.any([over.signal, AbortSignal.timeout(milliseconds)]);
  try {
    return await asking.run(signal, work);
  } finally {
    over.abort();
  }
}

/** Makes a request whose body is text. */
export type SendRequest = (url: string, init: RequestInit & { method: string }) => Promise<Response>;

/** Returns a fetch for `openid-client`, which reads an answer to its end however long it is. Cuts it off at 256 KiB. */
export function createBoundedFetch(send: SendRequest = fetchInSpan): CustomFetch {
  return async (url, { method, headers: sent, body: form, signal }) => {
    const signals = [signal, asking.getStore()].filter((each) => each !== undefined);
    const body = form instanceof URLSearchParams ? form.toString() : null;
    const init = { method, headers: sent, body, redirect: 'manual', signal: AbortSignal.any(signals) } as const;
    const response = await send(url, init);
    if (!response.body) return response;
    const { status, statusText, headers } = response;
    return new Response(response.body.pipeThrough(upTo(MOST_BYTES)), { status, statusText, headers });
  };
}

function upTo(most: number): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > most) throw new Error('The sign-in provider’s answer is longer than any of its answers may be');
      controller.enqueue(chunk);
    },
  });
}
