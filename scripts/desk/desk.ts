import { json } from 'node:stream/consumers';
import { startChatStandIn } from '../../server/test/chat/stand-in.ts';
import { startSmtpStandIn, type ReceivedMail } from '../../server/test/smtp-stand-in.ts';
import { ANSWERS, WebhookStandIn, type Answer } from '../../server/test/webhooks/stand-in.ts';
import { sendState, servePage, type Answer as PageAnswer } from './serve-page.ts';

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
