import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

/** Answers to choose from, so that retries, holding and switching off can be seen. */
export const ANSWERS = ['200', '302', '410', '429', '500', 'nothing'] as const;
export type Answer = (typeof ANSWERS)[number];

/** An event as it came, each once. */
export type Heard = {
  id: string;
  type: string;
  sequence: number | null;
  /** Number of times that it came. */
  times: number;
  /** Verdict on its signature; `unknown` while no secret was given. */
  signature: 'right' | 'wrong' | 'unknown';
  timestamp: string;
  signatures: string[];
  body: string;
};

/**
 * A receiver for trying things out: it takes what nobody has given it the secret of yet, and checks that afterwards.
 */
export class WebhookStandIn {
  readonly #heard = new Map<string, Heard>();
  readonly #changed: () => void;
  readonly #secrets: Webhook[] = [];
  #answer: Answer = '200';

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  get answer(): Answer {
    return this.#answer;
  }

  set answer(answer: Answer) {
    this.#answer = answer;
    this.#changed();
  }

  /** Newest first. */
  get heard(): Heard[] {
    return [...this.#heard.values()].toReversed();
  }

  /** Another secret of an endpoint; what has come already is checked once more. @throws where it is no secret */
  addSecret(secret: string): void {
    this.#secrets.push(new Webhook(secret));
    for (const delivery of this.#heard.values()) delivery.signature = this.#judge(delivery);
    this.#changed();
  }

  async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const delivery = this.#read(request.headers, await text(request));
    const before = this.#heard.get(delivery.id);
    this.#heard.set(delivery.id, { ...delivery, times: (before?.times ?? 0) + 1 });
    this.#changed();
    if (delivery.signature === 'wrong') response.writeHead(401).end('No secret that I was given has signed this.\n');
    else this.#reply(response);
  }

  #read(headers: IncomingMessage['headers'], body: string): Heard {
    const { type = '', sequence = null }: { type?: string; sequence?: number | null } = JSON.parse(body);
    const delivery: Heard = {
      id: String(headers['webhook-id']),
      timestamp: String(headers['webhook-timestamp']),
      signatures: String(headers['webhook-signature']).split(' '),
      type,
      sequence,
      body,
      times: 0,
      signature: 'unknown',
    };
    return { ...delivery, signature: this.#judge(delivery) };
  }

  #judge({ id, timestamp, signatures, body }: Heard): Heard['signature'] {
    if (this.#secrets.length === 0) return 'unknown';
    const at = new Date(Number(timestamp) * 1000);
    const right = this.#secrets.some((secret) => signatures.includes(secret.sign(id, at, body)));
    return right ? 'right' : 'wrong';
  }

  #reply(response: ServerResponse): void {
    if (this.#answer === 'nothing') return;
    if (this.#answer === '302') response.setHeader('location', 'http://169.254.169.254/');
    if (this.#answer === '429') response.setHeader('retry-after', '10');
    response.writeHead(Number(this.#answer)).end(`The answer is ${this.#answer}, as chosen on the page.\n`);
  }
}
