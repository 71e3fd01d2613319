import { z } from 'zod';
import { escapeHtml } from '../../platform/html-page.ts';
import {
  MESSAGE_ACCEPTED_OUTCOME,
  busyOrUnavailableOutcome,
  channelGoneOutcome,
  parseJsonOrUndefined,
  MESSAGE_REFUSED_OUTCOME,
  unexpectedResponseOutcome,
  type ChatPostOutcome,
  type ChatProtocol,
} from './chat.ts';

const Created = z.object({ name: z.string() });
const paragraph = (html: string) => ({ textParagraph: { text: html } });

const STATUSES: Record<number, ChatPostOutcome> = {
  401: channelGoneOutcome('address_unknown'),
  403: channelGoneOutcome('forbidden'),
  404: channelGoneOutcome('address_unknown'),
  410: channelGoneOutcome('address_unknown'),
};

/**
 * Webhooks of a Google Chat space: one message per second for all of them together, then 429 `RESOURCE_EXHAUSTED`.
 * Messages are sent as cards only: their HTML can be escaped and mentions no one, while plain text with `<users/all>`
 * mentions everyone.
 */
export const GOOGLE_CHAT_PROTOCOL: ChatProtocol = {
  mostBytes: 31_000,
  spacing: 1_050,
  write({ title, lines, link }) {
    const button = { text: link.label, onClick: { openLink: { url: link.url } } };
    const widgets = [
      paragraph(`<b>${escapeHtml(title)}</b>`),
      ...lines.map((line) => paragraph(escapeHtml(line))),
      { buttonList: { buttons: [button] } },
    ];
    return { cardsV2: [{ cardId: 'notification', card: { sections: [{ widgets }] } }] };
  },
  read(answer) {
    if (answer.status === 200)
      return Created.safeParse(parseJsonOrUndefined(answer.body)).success
        ? MESSAGE_ACCEPTED_OUTCOME
        : unexpectedResponseOutcome(answer);
    return busyOrUnavailableOutcome(answer) ?? STATUSES[answer.status] ?? MESSAGE_REFUSED_OUTCOME;
  },
};
