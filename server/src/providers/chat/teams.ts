import { z } from 'zod';
import { ACCEPTED, busyOrAway, gone, jsonOf, REFUSED, type ChatOutcome, type ChatProtocol } from './chat.ts';

/**
 * Text runs are shown literally, while text blocks parse Markdown. A mention would need an entity, and there are none.
 */
const paragraph = (text: string, style: object = {}) => ({
  type: 'RichTextBlock',
  inlines: [{ type: 'TextRun', text, ...style }],
});

const Failed = z.object({ error: z.object({ code: z.string() }) });

/** Power Automate's error codes. A deleted workflow responds like one that is switched off. */
const CODES: Record<string, ChatOutcome> = {
  WorkflowTriggerIsNotEnabled: gone('switched_off'),
  WorkflowDisabled: gone('switched_off'),
  WorkflowNotFound: gone('switched_off'),
  WorkflowTriggerNotFound: gone('switched_off'),
  DirectApiAuthorizationRequired: gone('address_unknown'),
  DirectApiInvalidAuthorizationScheme: gone('address_unknown'),
  InvalidSignature: gone('address_unknown'),
};

const STATUSES: Record<number, ChatOutcome> = {
  401: gone('address_unknown'),
  403: gone('forbidden'),
  404: gone('switched_off'),
  410: gone('switched_off'),
};

/**
 * Workflows with a webhook trigger: Adaptive Cards only. They respond with 202 before they post, so a response means
 * only that the workflow has started. The spacing stays below the limit per minute of their Teams connection.
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
    const failed = Failed.safeParse(jsonOf(answer.body));
    const told = failed.success ? CODES[failed.data.error.code] : undefined;
    return told ?? busyOrAway(answer) ?? STATUSES[answer.status] ?? REFUSED;
  },
};
