import { ACCEPTED, busyOrAway, gone, REFUSED, strange, type ChatOutcome, type ChatProtocol } from './chat.ts';

/** What makes a mention, a link or an entity; nothing else is special to Slack's parser of messages. */
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escape = (text: string) => text.replace(/[&<>]/g, (character) => ESCAPES[character] ?? character);

/** `verbatim`: no name of a channel or person, and no address, becomes a link by itself. */
const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', verbatim: true, text } });

/** What the answer's text says, before its status. */
const WORDS: Record<string, ChatOutcome> = {
  no_service: gone('address_unknown'),
  no_service_id: gone('address_unknown'),
  no_team: gone('address_unknown'),
  no_active_hooks: gone('address_unknown'),
  invalid_token: gone('address_unknown'),
  channel_not_found: gone('channel_gone'),
  channel_is_archived: gone('channel_gone'),
  action_prohibited: gone('forbidden'),
  posting_to_general_channel_denied: gone('forbidden'),
  team_disabled: gone('forbidden'),
};

const STATUSES: Record<number, ChatOutcome> = {
  401: gone('forbidden'),
  403: gone('forbidden'),
  404: gone('address_unknown'),
  410: gone('channel_gone'),
};

/** Incoming webhooks: one message a second, 429 with Retry-After; errors are a status with a word as the body. */
export const SLACK: ChatProtocol = {
  mostBytes: 32_000,
  spacing: 1_050,
  write({ title, lines, link }) {
    const told = [title, ...lines].map(escape);
    return {
      // For what shows no blocks, such as a phone's lock screen.
      text: told.join('\n'),
      // A button would have Slack warn that nobody listens to it.
      blocks: [...told.map(section), section(`<${encodeLink(link.url)}|${escape(link.label)}>`)],
      parse: 'none',
      link_names: false,
      unfurl_links: false,
      unfurl_media: false,
    };
  },
  read(answer) {
    const word = answer.body.trim();
    if (answer.status === 200) return word === 'ok' ? ACCEPTED : strange(answer);
    return WORDS[word] ?? busyOrAway(answer) ?? STATUSES[answer.status] ?? REFUSED;
  },
};

/** An address may hold what ends a link. */
function encodeLink(url: string): string {
  return escape(url.replaceAll('|', '%7C'));
}
