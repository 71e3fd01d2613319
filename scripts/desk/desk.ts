import { json } from 'node:stream/consumers';
import { startChatStandIn } from '../../server/test/chat/stand-in.ts';
import { startSmtpStandIn, type ReceivedMail } from '../../server/test/smtp-stand-in.ts';
import { ANSWERS, WebhookStandIn, type Answer } from '../../server/test/webhooks/stand-in.ts';
import { sendState, servePage, type Answer as PageAnswer } from './serve-page.ts';

/** The token of the demo channel, which accepts every message (`chatAddressFor`). */
export const DEMO_CHANNEL = 'good_demo';

/** A message received in a channel or mailbox. */
type Arrived<What> = What & { at: string };

type ChatMessage = { kind: string; lines: string[]; links: string[] };

export type Desk = {
  /** The URL of the page. */
  url: string;
  /** The URL that receives webhook events. */
  receiver: string;
  /** Environment variables that make a server send here. */
  env: Record<string, string>;
  stop(): Promise<void>;
};

/**
 * Shows everything that the server sends on one page: events, mails and chat messages.
 * @param port The port of the page and the receiver; the chat services use the next one, the mail server the one after.
 * 0 picks free ports.
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

  const answer: PageAnswer = (asked, request, response) => {
    switch (asked) {
      case 'GET /state': {
        const heard = { events: webhooks.heard, mails, messages };
        sendState(request, response, { version, answers: ANSWERS, answer: webhooks.answer, ...heard });
        return Promise.resolve();
      }
      case 'POST /choose':
        return json(request).then((chosen) => {
          choose(chosen);
          response.writeHead(204).end();
        });
      case 'POST /events':
        return webhooks.receive(request, response);
      default:
        return false;
    }
  };

  function choose(chosen: unknown): void {
    if (typeof chosen !== 'object' || chosen === null) return;
    if ('secret' in chosen) webhooks.addSecret(String(chosen.secret).trim());
    if ('answer' in chosen && isAnswer(chosen.answer)) webhooks.answer = chosen.answer;
  }

  const page = await servePage('desk', port, answer);

  return {
    url: page.url,
    receiver: `${page.url}events`,
    env: { ...chat.env, SMTP_URL: smtp.url },
    async stop() {
      page.stop();
      smtp.stop();
      await chat.stop();
    },
  };
}

function isAnswer(value: unknown): value is Answer {
  return ANSWERS.some((each) => each === value);
}
