/** An event of a stream, as a browser hands it out. */
type StreamEvent = Event & { data?: string };

/** How long after the end of a stream another one is begun, in milliseconds. */
const RECONNECT = 20;

/** Node has no EventSource: this one is as a browser's, with headers of one's own, such as a cookie. */
export function eventSourceWith(headers: Record<string, string>) {
  return class TestEventSource extends EventTarget {
    static readonly CONNECTING = 0;
    static readonly OPEN = 1;
    static readonly CLOSED = 2;
    readonly CONNECTING = 0;
    readonly OPEN = 1;
    readonly CLOSED = 2;
    readyState = 0;
    readonly #closing = new AbortController();
    readonly #url: string;

    constructor(url: string) {
      super();
      this.#url = url;
      void this.#run();
    }

    close(): void {
      this.readyState = this.CLOSED;
      this.#closing.abort();
    }

    async #run(): Promise<void> {
      while (this.readyState !== this.CLOSED) {
        try {
          const init = { headers: { accept: 'text/event-stream', ...headers }, signal: this.#closing.signal };
          const answer = await fetch(this.#url, init);
          // 503 is an instance that is closing: asked again, it is gone, as a browser finds it most of the time.
          if (answer.ok && answer.body) await this.#read(answer.body);
          else if (answer.status !== 503) this.close();
        } catch {
          // Begun again, as after an end.
        }
        if (this.readyState !== this.CLOSED) this.readyState = this.CONNECTING;
        this.dispatchEvent(new Event('error'));
        await new Promise((resolve) => setTimeout(resolve, RECONNECT));
      }
    }

    async #read(body: ReadableStream<Uint8Array>): Promise<void> {
      this.readyState = this.OPEN;
      let text = '';
      for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
        text += chunk;
        const blocks = text.split('\n\n');
        text = blocks.pop() ?? '';
        for (const block of blocks) this.#tell(block);
      }
    }

    #tell(block: string): void {
      const fields = new Map(
        block
          .split('\n')
          .filter((line) => line.includes(':'))
          .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trimStart()]),
      );
      if (fields.size === 0 || this.readyState === this.CLOSED) return;
      const event: StreamEvent = new Event(fields.get('event') ?? 'message');
      event.data = fields.get('data') ?? '';
      this.dispatchEvent(event);
    }
  };
}
