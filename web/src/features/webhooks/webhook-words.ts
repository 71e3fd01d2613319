import {
  SubscribableEventType,
  type WebhookEndpoint,
  type WebhookTestResult,
} from '@training/shared/webhooks/webhooks';
import type { BadgeProps } from '@mantine/core';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('webhooks');

/** The health of an endpoint. */
export type EndpointHealth = 'on' | 'failing' | 'off' | 'broken';

export function endpointHealthOf({ state, off_reason, failing_since }: WebhookEndpoint): EndpointHealth {
  if (state === 'on') return failing_since === null ? 'on' : 'failing';
  return off_reason === null || off_reason === 'by_hand' || off_reason === 'unchecked' ? 'off' : 'broken';
}

const BADGES: Record<EndpointHealth, BadgeProps> = {
  on: { color: 'green', variant: 'dot' },
  failing: { color: 'yellow.4', variant: 'filled' },
  off: { variant: 'default' },
  broken: { color: 'red.8', variant: 'filled' },
};

export const endpointBadgePropsOf = (standing: EndpointHealth): BadgeProps => ({
  ...BADGES[standing],
  children: t(`standing.${standing === 'broken' ? 'off' : standing}`),
});

/** Returns an endpoint's name: its description, else its host. */
export function endpointNameOf({ description, url }: Pick<WebhookEndpoint, 'description' | 'url'>): string {
  return description ?? (url === null ? t('webhook') : hostOf(url));
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url;
}

/** Returns "All events", or their number. */
export function eventTypeCountInWords(types: readonly SubscribableEventType[]): string {
  return types.length === SubscribableEventType.options.length
    ? t('allEvents')
    : t('someEvents', { count: types.length });
}

/** The server caps the count here. */
const MOST_COUNTED = 100_000;

/** Returns the values of messages such as "1,204 held" and "100,000 or more held". */
export const cappedCountMessageValuesOf = (count: number) => ({ count, most: count < MOST_COUNTED ? 'no' : 'yes' });

/** Returns "200 in 45 ms", or "No answer in 45 ms". */
export function testResponseInWords({
  status,
  duration_ms: ms,
}: Pick<WebhookTestResult, 'status' | 'duration_ms'>): string {
  return status === null ? t('notAnswered', { ms }) : t('answered', { status: String(status), ms });
}
