import { z } from 'zod';
import { escapeHtml } from '../../platform/page-frame.ts';
import {
  MESSAGE_ACCEPTED,
  busyOrUnavailable,
  channelGone,
  parseJsonObject,
  MESSAGE_REFUSED,
  unexpectedResponse,
  type ChatOutcome,
  type ChatProtocol,
} from './chat.ts';

const Created = z.object({ name: z.string() });
const paragraph = (html: string) => ({ textParagraph: { text: html } });

const STATUSES: Record<number, ChatOutcome> = {
  401: channelGone('address_unknown'),
  403: channelGone('forbidden'),
  404: channelGone('address_unknown'),
  410: channelGone('address_unknown'),
};

/**
 * Webhooks of a Google Chat space: one message per second for all of them together, then 429 `RESOURCE_EXHAUSTED`.
 * Messages are sent as cards only: their HTML can be escaped and mentions no one, while plain text with `<users/all>`
 * mentions everyone.
 */
export const GOOGLE_CHAT: ChatProtocol = {
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
      return Created.safeParse(parseJsonObject(answer.body)).success ? MESSAGE_ACCEPTED : unexpectedResponse(answer);
    return busyOrUnavailable(answer) ?? STATUSES[answer.status] ?? MESSAGE_REFUSED;
  },
};
