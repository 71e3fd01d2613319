import { EventSource } from 'eventsource';

/** A browser begins an ended stream again after three seconds, unless the stream says how many milliseconds. */
const RETRY = new TextEncoder().encode('retry: 20\n\n');

/** Node has no EventSource: this one is as a browser's, with headers of one's own, such as a cookie. */
export function eventSourceWith(own: Record<string, string>) {
  return class extends EventSource {
    constructor(url: string) {
      super(url, {
        fetch: async (address, { headers, signal }) => {
          const response = await fetch(address, { headers: { ...headers, ...own }, signal });
          // An instance that is closing: asked again, it is gone, as a browser finds it most of the time.
          if (response.status === 503) throw new Error('The instance is closing.');
          const { status, redirected, headers: answered, body } = response;
          const start = (stream: TransformStreamDefaultController) => stream.enqueue(RETRY);
          return {
            url: response.url,
            status,
            redirected,
            headers: answered,
            body: body && body.pipeThrough(new TransformStream({ start })),
          };
        },
      });
    }
  };
}
