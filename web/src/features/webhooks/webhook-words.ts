import { ChosenType, type OffReason, type WebhookEndpoint, type WebhookTest } from '@training/shared/webhooks/webhooks';
import type { BadgeProps } from '@mantine/core';
import { counted, inFull } from '../../lib/i18n/numbers.ts';

/** The health of an endpoint. */
export type Standing = 'on' | 'failing' | 'off' | 'broken';

export function standingOf({ state, off_reason, failing_since }: WebhookEndpoint): Standing {
  if (state === 'on') return failing_since === null ? 'on' : 'failing';
  return off_reason === null || off_reason === 'by_hand' || off_reason === 'unchecked' ? 'off' : 'broken';
}

export const STANDINGS: Record<Standing, BadgeProps> = {
  on: { children: 'On', color: 'green', variant: 'dot' },
  failing: { children: 'Failing', color: 'yellow.4', variant: 'filled' },
  off: { children: 'Off', variant: 'default' },
  broken: { children: 'Off', color: 'red.8', variant: 'filled' },
};

/** The reason why an endpoint is off, and the remedy. */
export const OFF_WORDS: Record<OffReason, { title: string; advice: string }> = {
  unchecked: {
    title: 'It hasn’t passed a test yet',
    advice: 'Give your receiver the secret, then switch the webhook on. We send a test first.',
  },
  by_hand: { title: 'It was switched off', advice: 'Events are held for 30 days.' },
  failing: {
    title: 'It was switched off after five days of failing',
    advice: 'Check below what your receiver answered. Fix it, switch the webhook on, then replay the held events.',
  },
  gone: {
    title: 'It was switched off because your receiver answered 410 Gone',
    advice: 'Switch it on again, or remove it.',
  },
  no_secret: {
    title: 'Its secret can no longer be decrypted',
    advice: 'Roll the secret, give your receiver the new one, then switch the webhook on.',
  },
};

/** Returns an endpoint's name: its description, else its host. */
export function nameOf({ description, url }: Pick<WebhookEndpoint, 'description' | 'url'>): string {
  return description ?? (url === null ? 'Webhook' : hostOf(url));
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url;
}

/** Returns "All events", or their number. */
export function typesInWords(types: readonly ChosenType[]): string {
  return types.length === ChosenType.options.length ? 'All events' : counted(types.length, 'event');
}

/** The server caps the count here. */
const MOST_COUNTED = 100_000;

/** Returns "1,204", or "100,000 or more". */
export const inAll = (count: number) => `${inFull(count)}${count < MOST_COUNTED ? '' : ' or more'}`;

/** Returns "200 in 45 ms", or "No answer in 45 ms". */
export function answerInWords({ status, duration_ms }: Pick<WebhookTest, 'status' | 'duration_ms'>): string {
  return `${status ?? 'No answer'} in ${inFull(duration_ms)} ms`;
}
