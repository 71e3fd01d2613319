import { z } from 'zod';
import { escapeHtml } from '../../platform/html-page.ts';
import {
  MESSAGE_ACCEPTED_OUTCOME,
  findBusyOrUnavailableOutcome,
  createChannelGoneOutcome,
  parseJsonOrUndefined,
  MESSAGE_REFUSED_OUTCOME,
  outcomeOfUnexpectedResponse,
  type ChatPostOutcome,
  type ChatProtocol,
} from './chat.ts';

const Created = z.object({ name: z.string() });
const paragraph = (html: string) => ({ textParagraph: { text: html } });

const STATUSES: Record<number, ChatPostOutcome> = {
  401: createChannelGoneOutcome('address_unknown'),
  403: createChannelGoneOutcome('forbidden'),
  404: createChannelGoneOutcome('address_unknown'),
  410: createChannelGoneOutcome('address_unknown'),
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
        : outcomeOfUnexpectedResponse(answer);
    return findBusyOrUnavailableOutcome(answer) ?? STATUSES[answer.status] ?? MESSAGE_REFUSED_OUTCOME;
  },
};
