import { AsyncLocalStorage } from 'node:async_hooks';

/** The most bytes of an answer of the sign-in provider, after decompression. */
const MOST_BYTES = 256 * 1024;

const asking = new AsyncLocalStorage<AbortSignal>();

/**
 * Bounds what `work` asks by the global `fetch`: each answer ends with `signal`, and at 256 KiB. better-auth and jose
 * take no `fetch` of ours, read an answer to its end however long it is, and go on after everybody has left.
 */
export function withBoundedFetches<T>(signal: AbortSignal, work: () => T): T {
  if (globalThis.fetch !== boundedFetch) {
    unbounded = globalThis.fetch;
    globalThis.fetch = boundedFetch;
  }
  return asking.run(signal, work);
}

let unbounded = globalThis.fetch;

const boundedFetch: typeof fetch = async (input, init) => {
  const signal = asking.getStore();
  if (!signal) return unbounded(input, init);
  const signals = init?.signal ? [signal, init.signal] : [signal];
  const response = await unbounded(input, { ...init, signal: AbortSignal.any(signals) });
  if (!response.body) return response;
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(upTo(MOST_BYTES)), { status, statusText, headers });
};

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
