import { z } from 'zod';
import {
  MESSAGE_ACCEPTED_OUTCOME,
  findBusyOrUnavailableOutcome,
  createChannelGoneOutcome,
  parseJsonOrUndefined,
  MESSAGE_REFUSED_OUTCOME,
  type ChatPostOutcome,
  type ChatProtocol,
} from './chat.ts';

/**
 * Text runs are shown literally, while text blocks parse Markdown. A mention would need an entity, and there are none.
 */
const paragraph = (text: string, style: object = {}) => ({
  type: 'RichTextBlock',
  inlines: [{ type: 'TextRun', text, ...style }],
});

const Failed = z.object({ error: z.object({ code: z.string() }) });

/** Power Automate's error codes. A deleted workflow responds like one that is switched off. */
const CODES = new Map(
  Object.entries<ChatPostOutcome>({
    WorkflowTriggerIsNotEnabled: createChannelGoneOutcome('switched_off'),
    WorkflowDisabled: createChannelGoneOutcome('switched_off'),
    WorkflowNotFound: createChannelGoneOutcome('switched_off'),
    WorkflowTriggerNotFound: createChannelGoneOutcome('switched_off'),
    DirectApiAuthorizationRequired: createChannelGoneOutcome('address_unknown'),
    DirectApiInvalidAuthorizationScheme: createChannelGoneOutcome('address_unknown'),
    InvalidSignature: createChannelGoneOutcome('address_unknown'),
  }),
);

const STATUSES: Record<number, ChatPostOutcome> = {
  401: createChannelGoneOutcome('address_unknown'),
  403: createChannelGoneOutcome('forbidden'),
  404: createChannelGoneOutcome('switched_off'),
  410: createChannelGoneOutcome('switched_off'),
};

/**
 * Workflows with a webhook trigger: Adaptive Cards only. They respond with 202 before they post, so a response means
 * only that the workflow has started. The spacing stays below the limit per minute of their Teams connection.
 */
export const TEAMS_PROTOCOL: ChatProtocol = {
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
    if (answer.status >= 200 && answer.status < 300) return MESSAGE_ACCEPTED_OUTCOME;
    const failed = Failed.safeParse(parseJsonOrUndefined(answer.body));
    const told = failed.success ? CODES.get(failed.data.error.code) : undefined;
    return told ?? findBusyOrUnavailableOutcome(answer) ?? STATUSES[answer.status] ?? MESSAGE_REFUSED_OUTCOME;
  },
};
