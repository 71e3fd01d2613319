// Long because it is one fake server for four chat services, which share its limits and records.
import { createHmac } from 'node:crypto';
import type { ChatServiceKind } from '@training/shared/notifications/chat';
import { z } from 'zod';
import type { RawAnswer } from '../ai/raw-answer.ts';

/** Ways in which a webhook makes its service behave: the first word of its token. */
export const CHAT_SCENARIOS = ['good', 'revoked', 'archived', 'limited', 'broken', 'html', 'slow', 'choosy'] as const;
export type ChatScenario = (typeof CHAT_SCENARIOS)[number];

/** Message as people in the channel see it, and whom it pings. */
export type Shown = {
  lines: string[];
  links: string[];
  pings: string[];
  /** Text shown in the place of the message where there is no room, if it differs. */
  lockScreen?: string;
};

/** A service as far as webhooks go: its answers, and how it reads a message. */
export type ChatService = {
  kind: ChatServiceKind;
  host: string;
  address(token: string): string;
  tokenOf(url: URL): string;
  /** Messages that it takes within so many milliseconds. */
  limits: { most: number; within: number }[];
  mostBytes: number;
  /** Returns the message as a person would see it; undefined if the service refuses it. */
  show(body: unknown): Shown | undefined;
  good: RawAnswer;
  invalid: RawAnswer;
  answers: Record<'revoked' | 'archived' | 'limited' | 'broken' | 'choosy', RawAnswer>;
};

const text = (status: number, body: string, headers: Record<string, string> = {}): RawAnswer => ({
  status,
  headers: { 'content-type': 'text/plain', ...headers },
  body,
});

const SlackElement = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: z.string().min(1) }),
  z.strictObject({ type: z.literal('link'), url: z.url(), text: z.string().min(1) }),
]);
const SlackBlock = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('section'),
    text: z.strictObject({
      type: z.literal('mrkdwn'),
      verbatim: z.boolean(),
      text: z.string().min(1).max(3_000),
    }),
  }),
  z.strictObject({
    type: z.literal('rich_text'),
    elements: z.array(z.strictObject({ type: z.literal('rich_text_section'), elements: z.array(SlackElement).min(1) })),
  }),
]);
const SlackMessage = z.object({
  text: z.string().min(1).max(40_000),
  mrkdwn: z.boolean().default(true),
  blocks: z.array(SlackBlock).max(50),
  link_names: z.boolean(),
  parse: z.string(),
});

const unescape = (said: string) => said.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

/** Removes the marks by which Slack makes words bold, slanted, struck through or code. */
const withoutMarkup = (said: string) => said.replace(/([*_~`])(?=\S)([^*_~`]*\S)\1/g, '$2');

const SLACK: ChatService = {
  kind: 'slack',
  host: 'hooks.slack.com',
  address: (token) => `https://hooks.slack.com/services/T0STANDIN/B0STANDIN/${token}`,
  tokenOf: ({ pathname }) => pathname.split('/').at(-1) ?? '',
  limits: [{ most: 1, within: 1_000 }],
  mostBytes: 100_000,
  show(body) {
    const message = SlackMessage.safeParse(body);
    if (!message.success) return undefined;
    const { text: fallback, mrkdwn, blocks, link_names, parse } = message.data;
    const said = blocks.flatMap((block) => (block.type === 'section' ? [block.text.text] : []));
    const rich = blocks.flatMap((block) => (block.type === 'rich_text' ? block.elements : []));
    const all = [fallback, ...said];
    const read = (marked: string) => unescape(withoutMarkup(marked).replace(/<([^|>]*)\|([^>]*)>/g, '$2'));
    const marks = all.flatMap((each) => [...each.matchAll(/<([^>]*)>/g)].map(([, inner = '']) => inner));
    const named =
      link_names || parse !== 'none' ? all.flatMap((each) => each.match(/@(channel|here|everyone)/g) ?? []) : [];
    return {
      lines: [...said.map(read), ...rich.map(({ elements }) => elements.map(({ text: shown }) => shown).join(''))],
      links: [
        ...marks.filter((mark) => /^https?:/.test(mark)).map((mark) => unescape(mark.split('|', 1)[0] ?? '')),
        ...rich.flatMap(({ elements }) => elements.flatMap((each) => (each.type === 'link' ? [each.url] : []))),
      ],
      lockScreen: mrkdwn ? read(fallback) : unescape(fallback),
      pings: [...marks.filter((mark) => /^[!@#]/.test(mark)), ...named],
    };
  },
  good: text(200, 'ok'),
  invalid: text(400, 'invalid_payload'),
  answers: {
    revoked: text(404, 'no_service'),
    archived: text(410, 'channel_is_archived'),
    limited: text(429, 'rate_limited', { 'retry-after': '30' }),
    broken: text(500, 'rollup_error'),
    choosy: text(403, 'action_prohibited'),
  },
};

const Run = z.object({ type: z.literal('TextRun'), text: z.string() });
const TeamsMessage = z.object({
  type: z.literal('message'),
  attachments: z.tuple([
    z.object({
      contentType: z.literal('application/vnd.microsoft.card.adaptive'),
      content: z.object({
        type: z.literal('AdaptiveCard'),
        version: z.string(),
        body: z.array(z.object({ type: z.literal('RichTextBlock'), inlines: z.array(Run) })),
        actions: z.array(z.object({ type: z.literal('Action.OpenUrl'), title: z.string(), url: z.url() })),
        msteams: z.object({ entities: z.array(z.object({ type: z.string() })).default([]) }).optional(),
      }),
    }),
  ]),
});

const workflow = (status: number, code: string, message: string): RawAnswer => ({
  status,
  body: { error: { code, message } },
});

const TEAMS: ChatService = {
  kind: 'teams',
  host: 'prod-01.westeurope.logic.azure.com',
  address: (token) =>
    `https://prod-01.westeurope.logic.azure.com:443/workflows/${token}/triggers/manual/paths/invoke` +
    '?api-version=2016-06-01&sp=%2Ftriggers%2Fmanual%2Frun&sv=1.0&sig=s1gn-Ature_0',
  tokenOf: ({ pathname }) => pathname.split('/')[2] ?? '',
  limits: [{ most: 4, within: 1_000 }],
  mostBytes: 28_000,
  show(body) {
    const message = TeamsMessage.safeParse(body);
    if (!message.success) return undefined;
    const card = message.data.attachments[0].content;
    return {
      lines: [
        ...card.body.map(({ inlines }) => inlines.map((run) => run.text).join('')),
        ...card.actions.map((each) => each.title),
      ],
      links: card.actions.map(({ url }) => url),
      pings: (card.msteams?.entities ?? []).map(({ type }) => type),
    };
  },
  good: text(202, ''),
  invalid: workflow(400, 'TriggerInputSchemaMismatch', 'The input body does not match its schema.'),
  answers: {
    revoked: workflow(
      400,
      'WorkflowTriggerIsNotEnabled',
      "Could not execute workflow 'a1b2' trigger 'manual' with state 'Deleted': trigger is not enabled.",
    ),
    archived: workflow(404, 'WorkflowNotFound', "The workflow 'a1b2' could not be found."),
    limited: workflow(429, 'WorkflowTriggerThrottled', 'Too many requests.'),
    broken: workflow(502, 'NoResponse', 'The server did not receive a response from an upstream server.'),
    choosy: workflow(
      401,
      'DirectApiAuthorizationRequired',
      'The request must be authenticated only by Shared Access scheme.',
    ),
  },
};

const Paragraph = z.object({ textParagraph: z.object({ text: z.string() }) });
const Buttons = z.object({
  buttonList: z.object({
    buttons: z.array(z.object({ text: z.string(), onClick: z.object({ openLink: z.object({ url: z.url() }) }) })),
  }),
});
const GoogleMessage = z.object({
  text: z.string().optional(),
  cardsV2: z.tuple([
    z.object({
      cardId: z.string(),
      card: z.object({ sections: z.array(z.object({ widgets: z.array(z.union([Paragraph, Buttons])) })) }),
    }),
  ]),
});

const google = (code: number, status: string, message: string): RawAnswer => ({
  status: code,
  body: { error: { code, message, status } },
});

const unescapeHtml = (html: string) =>
  unescape(html.replace(/<\/?b>/g, ''))
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

const GOOGLE_CHAT: ChatService = {
  kind: 'google_chat',
  host: 'chat.googleapis.com',
  address: (token) => `https://chat.googleapis.com/v1/spaces/AAAAstandin/messages?key=AIzaStandIn&token=${token}`,
  tokenOf: ({ searchParams }) => searchParams.get('token') ?? '',
  limits: [{ most: 1, within: 1_000 }],
  mostBytes: 32_000,
  show(body) {
    const message = GoogleMessage.safeParse(body);
    if (!message.success) return undefined;
    const widgets = message.data.cardsV2[0].card.sections.flatMap((section) => section.widgets);
    const buttons = widgets.flatMap((widget) => ('buttonList' in widget ? widget.buttonList.buttons : []));
    const html = widgets.flatMap((widget) => ('textParagraph' in widget ? [widget.textParagraph.text] : []));
    return {
      lines: [...html.map(unescapeHtml), ...buttons.map((button) => button.text)],
      links: buttons.map((button) => button.onClick.openLink.url),
      // Cards mention nobody; a link in their HTML would still be somebody else's.
      pings: [
        ...(message.data.text?.match(/<users\/[^>]*>/g) ?? []),
        ...html.flatMap((each) => each.match(/<a [^>]*>/g) ?? []),
      ],
    };
  },
  good: {
    status: 200,
    body: { name: 'spaces/AAAAstandin/messages/a.b', text: '', thread: { name: 'spaces/A/threads/a' } },
  },
  invalid: google(400, 'INVALID_ARGUMENT', 'Invalid JSON payload received.'),
  answers: {
    revoked: google(404, 'NOT_FOUND', 'The webhook was not found.'),
    archived: google(404, 'NOT_FOUND', 'Space not found.'),
    limited: google(429, 'RESOURCE_EXHAUSTED', 'Resource has been exhausted (e.g. check quota).'),
    broken: google(503, 'UNAVAILABLE', 'The service is currently unavailable.'),
    choosy: google(403, 'PERMISSION_DENIED', 'This webhook may not post to the space.'),
  },
};

/** The secret of the bots whose token has “signed” in it. */
export const LARK_SECRET = 'CSTEfHRnFBuHisZNCxLw3d';

const LarkMessage = z.object({
  timestamp: z.string().regex(/^\d+$/).optional(),
  sign: z.string().optional(),
  msg_type: z.literal('post'),
  content: z.object({
    post: z.object({
      en_us: z.object({
        title: z.string(),
        content: z.array(
          z.array(
            z.object({
              tag: z.string(),
              text: z.string().optional(),
              href: z.url().optional(),
              user_id: z.string().optional(),
            }),
          ),
        ),
      }),
    }),
  }),
});

const lark = (code: number, msg: string): RawAnswer => ({ status: 200, body: { code, data: {}, msg } });

/** Returns true if a message has the signature that a bot with a secret asks for. */
export function isSigned(body: unknown): boolean {
  const { timestamp, sign } = LarkMessage.parse(body);
  const fresh = Math.abs(Date.now() / 1000 - Number(timestamp)) < 3_600;
  return fresh && sign === createHmac('sha256', `${timestamp}\n${LARK_SECRET}`).update('').digest('base64');
}

export const SIGN_MISMATCH = lark(19021, 'sign match fail or timestamp is not within one hour from current time');

const LARK: ChatService = {
  kind: 'lark',
  host: 'open.larksuite.com',
  address: (token) => `https://open.larksuite.com/open-apis/bot/v2/hook/${token}`,
  tokenOf: ({ pathname }) => pathname.split('/').at(-1) ?? '',
  limits: [
    { most: 5, within: 1_000 },
    { most: 100, within: 60_000 },
  ],
  mostBytes: 20_000,
  show(body) {
    const message = LarkMessage.safeParse(body);
    if (!message.success) return undefined;
    const { title, content } = message.data.content.post.en_us;
    const elements = content.flat();
    const said = [title, ...content.map((line) => line.map((each) => each.text ?? '').join(''))];
    return {
      lines: said.map((each) => each.replaceAll('\u200b', '')),
      links: elements.flatMap(({ href }) => (href === undefined ? [] : [href])),
      pings: [
        ...elements.filter(({ tag }) => tag === 'at').map(({ user_id = '' }) => user_id),
        ...said.flatMap((each) => each.match(/<at [^>]*>/g) ?? []),
      ],
    };
  },
  good: { status: 200, body: { StatusCode: 0, StatusMessage: 'success', code: 0, data: {}, msg: 'success' } },
  invalid: lark(9499, 'Bad Request'),
  answers: {
    revoked: lark(19001, 'param invalid: incoming webhook access token invalid'),
    archived: lark(19022, 'Ip Not Allowed'),
    limited: lark(11232, 'frequency limited psm[lark.oapi.app_platform_runtime]appID[1500]'),
    broken: { status: 502, body: '<html>Bad Gateway</html>' },
    choosy: lark(19024, 'Key Words Not Found'),
  },
};

export const CHAT_SERVICES: Record<ChatServiceKind, ChatService> = {
  slack: SLACK,
  teams: TEAMS,
  google_chat: GOOGLE_CHAT,
  lark: LARK,
};
