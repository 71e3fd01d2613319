import { z } from 'zod';
import {
  ACCEPTED,
  busyOrAway,
  channelGone,
  parseJsonObject,
  REFUSED,
  type ChatOutcome,
  type ChatProtocol,
} from './chat.ts';

/** Text runs are shown as they are: text blocks read Markdown. A mention needs an entity, of which there are none. */
const paragraph = (text: string, style: object = {}) => ({
  type: 'RichTextBlock',
  inlines: [{ type: 'TextRun', text, ...style }],
});

const Failed = z.object({ error: z.object({ code: z.string() }) });

/** What Power Automate calls it. A workflow that was deleted answers as one that is switched off. */
const CODES: Record<string, ChatOutcome> = {
  WorkflowTriggerIsNotEnabled: channelGone('switched_off'),
  WorkflowDisabled: channelGone('switched_off'),
  WorkflowNotFound: channelGone('switched_off'),
  WorkflowTriggerNotFound: channelGone('switched_off'),
  DirectApiAuthorizationRequired: channelGone('address_unknown'),
  DirectApiInvalidAuthorizationScheme: channelGone('address_unknown'),
  InvalidSignature: channelGone('address_unknown'),
};

const STATUSES: Record<number, ChatOutcome> = {
  401: channelGone('address_unknown'),
  403: channelGone('forbidden'),
  404: channelGone('switched_off'),
  410: channelGone('switched_off'),
};

/**
 * Workflows with a webhook as their trigger: Adaptive Cards only. They answer 202 before they post, so that an answer
 * says only that the workflow has begun. The spacing stays below what their Teams connection may post in a minute.
 */
export const TEAMS: ChatProtocol = {
  mostBytes: 27_000,
  spacing: 2_000,
  write({ title, lines, link }) {
    return {
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          contentUrl: null,
          content: {
            $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
            type: 'AdaptiveCard',
            version: '1.4',
            body: [paragraph(title, { weight: 'Bolder', size: 'Medium' }), ...lines.map((line) => paragraph(line))],
            actions: [{ type: 'Action.OpenUrl', title: link.label, url: link.url }],
          },
        },
      ],
    };
  },
  read(answer) {
    if (answer.status >= 200 && answer.status < 300) return ACCEPTED;
    const failed = Failed.safeParse(parseJsonObject(answer.body));
    const told = failed.success ? CODES[failed.data.error.code] : undefined;
    return told ?? busyOrAway(answer) ?? STATUSES[answer.status] ?? REFUSED;
  },
};
