import {
  MESSAGE_ACCEPTED_OUTCOME,
  findBusyOrUnavailableOutcome,
  createChannelGoneOutcome,
  MESSAGE_REFUSED_OUTCOME,
  outcomeOfUnexpectedResponse,
  type ChatPostOutcome,
  type ChatProtocol,
} from './chat.ts';

/** Characters that form a mention, a link or an entity in text that Slack parses. */
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escape = (text: string) => text.replace(/[&<>]/g, (character) => ESCAPES[character] ?? character);

/** Rich text is shown literally. A `mrkdwn` section would render `*x*` in bold, and that can't be escaped. */
const line = (element: object) => ({ type: 'rich_text_section', elements: [element] });

/** Error words in the body, checked before the status. */
const WORDS = new Map(
  Object.entries<ChatPostOutcome>({
    no_service: createChannelGoneOutcome('address_unknown'),
    no_service_id: createChannelGoneOutcome('address_unknown'),
    no_team: createChannelGoneOutcome('address_unknown'),
    no_active_hooks: createChannelGoneOutcome('address_unknown'),
    invalid_token: createChannelGoneOutcome('address_unknown'),
    channel_not_found: createChannelGoneOutcome('channel_gone'),
    channel_is_archived: createChannelGoneOutcome('channel_gone'),
    action_prohibited: createChannelGoneOutcome('forbidden'),
    posting_to_general_channel_denied: createChannelGoneOutcome('forbidden'),
    team_disabled: createChannelGoneOutcome('forbidden'),
  }),
);

const STATUSES: Record<number, ChatPostOutcome> = {
  401: createChannelGoneOutcome('forbidden'),
  403: createChannelGoneOutcome('forbidden'),
  404: createChannelGoneOutcome('address_unknown'),
  410: createChannelGoneOutcome('channel_gone'),
};

/** Incoming webhooks: one message per second, 429 with Retry-After. Errors have a status and a word as the body. */
export const SLACK_PROTOCOL: ChatProtocol = {
  mostBytes: 32_000,
  spacing: 1_050,
  write({ title, lines, link }) {
    const told = [title, ...lines];
    const shown = told.map((text) => line({ type: 'text', text }));
    // With a button, Slack would warn that no app handles it.
    const elements = [...shown, line({ type: 'link', url: link.url, text: link.label })];
    return {
      // Text for places without blocks, such as a phone's lock screen, where `mrkdwn` would render `*x*` in bold.
      text: told.map(escape).join('\n'),
      mrkdwn: false,
      blocks: [{ type: 'rich_text', elements }],
      parse: 'none',
      link_names: false,
      unfurl_links: false,
      unfurl_media: false,
    };
  },
  read(answer) {
    const word = answer.body.trim();
    if (answer.status === 200) return word === 'ok' ? MESSAGE_ACCEPTED_OUTCOME : outcomeOfUnexpectedResponse(answer);
    return (
      WORDS.get(word) ?? findBusyOrUnavailableOutcome(answer) ?? STATUSES[answer.status] ?? MESSAGE_REFUSED_OUTCOME
    );
  },
};
