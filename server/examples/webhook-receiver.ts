// Receives the events of a workspace, to start from: add its address under Settings → Webhooks, give it the secret that
// is shown there once, and switch it on.
//
//   node server/examples/webhook-receiver.ts --secret whsec_… (or WEBHOOK_SECRET) --port 4000 --file events.jsonl
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { EventLog, type Event } from './event-log.ts';

/** Events are smaller than 20 KB; what is longer is none. */
const LONGEST_BODY = 64 * 1024;

export type Receiver = { url: string; log: EventLog; stop(): Promise<void> };

type Options = {
  /** The endpoint’s; while it is rolled, the old or the new one will do. */
  secret: string;
  /** Where events are kept. */
  file: string;
  port?: number;
  onEvent?: (event: Event) => void;
};

type Answer = { status: number; body: object };

/** Listens until it is stopped. `GET /` shows what it has. */
export async function startReceiver({ secret, file, port = 0, onEvent }: Options): Promise<Receiver> {
  const webhook = new Webhook(secret);
  const log = await EventLog.open(file);

  async function receive(request: IncomingMessage): Promise<Answer> {
    if (request.method === 'GET') {
      return { status: 200, body: { events: log.inOrder(), people: Object.fromEntries(log.people) } };
    }
    if (request.method !== 'POST') return { status: 405, body: { error: 'Events are posted.' } };
    const body = await bodyOf(request);
    if (body === undefined) return { status: 413, body: { error: 'No event is that long.' } };
    const id = headerOf(request, 'webhook-id');
    try {
      // Over the bytes as they came: what was parsed and written again would be another text.
      webhook.verify(body, {
        'webhook-id': id,
        'webhook-timestamp': headerOf(request, 'webhook-timestamp'),
        'webhook-signature': headerOf(request, 'webhook-signature'),
      });
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error;
      return { status: 401, body: { error: error.message } };
    }
    const event: Event = JSON.parse(body.toString('utf8'));
    // Stored before it is answered, since what is answered never comes again; work on it afterwards, not meanwhile.
    const number = await log.add(id, event);
    onEvent?.(event);
    return { status: 200, body: { number } };
  }

  const server = createServer((request, response) => {
    receive(request)
      .catch((): Answer => ({ status: 500, body: { error: 'It could not be stored; send it again.' } }))
      .then(({ status, body }) => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(`${JSON.stringify(body)}\n`);
      })
      .catch(() => response.destroy());
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${address.port}/`,
    log,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request) {
    length += part.length;
    if (length > LONGEST_BODY) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function headerOf({ headers }: IncomingMessage, name: string): string {
  return String(headers[name] ?? '');
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      secret: { type: 'string', default: process.env['WEBHOOK_SECRET'] ?? '' },
      port: { type: 'string', default: '4000' },
      file: { type: 'string', default: 'events.jsonl' },
    },
  });
  const { secret, port, file } = values;
  if (!secret.startsWith('whsec_')) {
    console.error('Give the secret that was shown when the endpoint was added: --secret whsec_…, or WEBHOOK_SECRET.');
    process.exitCode = 2;
    return;
  }
  const onEvent = ({ sequence, type }: Event) => console.log(`${String(sequence ?? '').padStart(6)}  ${type}`);
  const { url } = await startReceiver({ secret, port: Number(port), file, onEvent });
  console.log(`Receives events at ${url}, and keeps them in ${file}`);
}

if (import.meta.main) await main();
