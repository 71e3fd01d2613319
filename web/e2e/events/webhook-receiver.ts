import { once } from 'node:events';
import { createServer } from 'node:http';

export interface Receiver {
  url: string;
  /** What came, by `webhook-id`, in its order. */
  events: { id: string; type: string }[];
  /** What it answers from now on. */
  answer: { status: number; body: string };
  stop: () => Promise<void>;
}

/** Stands in for a customer's system that takes events. */
export async function startReceiver(): Promise<Receiver> {
  const receiver = { events: [], answer: { status: 200, body: 'Thank you' } } as Pick<Receiver, 'events' | 'answer'>;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { type } = JSON.parse(Buffer.concat(parts).toString());
      receiver.events.push({ id: String(request.headers['webhook-id']), type });
      const { status, body } = receiver.answer;
      response.writeHead(status, { 'content-type': 'text/plain' }).end(body);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port is free');
  return Object.assign(receiver, {
    url: `http://127.0.0.1:${address.port}/events`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  });
}
