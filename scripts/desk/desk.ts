import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { startChatStandIn } from '../../server/test/chat/stand-in.ts';
import { startSmtpStandIn, type ReceivedMail } from '../../server/test/smtp-stand-in.ts';
import { ANSWERS, WebhookStandIn, type Answer } from '../../server/test/webhooks/stand-in.ts';

/** The token of channels that take whatever is sent, by `chatAddressFor`. */
export const DEMO_CHANNEL = 'good_demo';

/** One thing that has arrived in a channel or a mailbox. */
type Arrived<What> = What & { at: string };

type ChatMessage = { kind: string; lines: string[]; links: string[] };

export type Desk = {
  /** Where people look. */
  url: string;
  /** Where events are posted. */
  receiver: string;
  /** What makes a server send here. */
  env: Record<string, string>;
  stop(): Promise<void>;
};

/**
 * Everything that the server sends, on one page: events, mails, and messages of chat channels.
 * @param port The page's and the receiver's; the chat services have the next one, and the mail server the one after. 0:
 *   each has whatever is free.
 */
export async function startDesk(port: number): Promise<Desk> {
  const mails: Arrived<ReceivedMail>[] = [];
  const messages: Arrived<ChatMessage>[] = [];
  let version = 0;
  const changed = () => void version++;
  const now = () => new Date().toISOString();

  const webhooks = new WebhookStandIn(changed);
  const chat = await startChatStandIn({
    port: port && port + 1,
    arrived({ kind, shown }) {
      if (shown) messages.unshift({ at: now(), kind, lines: shown.lines, links: shown.links });
      changed();
    },
  });
  const smtp = await startSmtpStandIn({
    port: port && port + 2,
    arrived(mail) {
      mails.unshift({ at: now(), ...mail });
      changed();
    },
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://desk');
    switch (`${request.method} ${pathname}`) {
      case 'GET /':
        return send(
          response,
          200,
          'text/html; charset=utf-8',
          readFileSync(path.join(import.meta.dirname, 'desk.html')),
        );
      case 'GET /desk.js':
        return send(response, 200, 'text/javascript', readFileSync(path.join(import.meta.dirname, 'desk.js')));
      case 'GET /state': {
        if (searchParams.get('known') === String(version)) return void response.writeHead(204).end();
        const state = { version, answers: ANSWERS, answer: webhooks.answer, events: webhooks.heard, mails, messages };
        return send(response, 200, 'application/json', JSON.stringify(state));
      }
      case 'POST /choose': {
        const chosen = await json(request);
        choose(chosen);
        return void response.writeHead(204).end();
      }
      case 'POST /events':
        return webhooks.receive(request, response);
      default:
        return send(response, 404, 'text/plain', 'There is nothing here.\n');
    }
  }

  function choose(chosen: unknown): void {
    if (typeof chosen !== 'object' || chosen === null) return;
    if ('secret' in chosen) webhooks.addSecret(String(chosen.secret).trim());
    if ('answer' in chosen && isAnswer(chosen.answer)) webhooks.answer = chosen.answer;
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else send(response, 400, 'text/plain', `${String(error)}\n`);
    });
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the page has no port');
  const url = `http://127.0.0.1:${address.port}/`;

  return {
    url,
    receiver: `${url}events`,
    env: { ...chat.env, SMTP_URL: smtp.url },
    async stop() {
      server.close();
      server.closeAllConnections();
      smtp.stop();
      await chat.stop();
    },
  };
}

function isAnswer(value: unknown): value is Answer {
  return ANSWERS.some((each) => each === value);
}

function send(response: ServerResponse, status: number, type: string, body: string | Buffer): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
}
