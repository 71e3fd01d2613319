// `npm run dev:events`: runs the same as `npm start`, with one page that receives everything that the server sends:
// webhooks, mails and chat messages. Notifications and events can be tried in the browser without reaching real people.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { CHAT_SERVICE_TRAITS, ChatServiceKind } from '../shared/src/notifications/chat.ts';
import { chatAddressFor } from '../server/test/chat/stand-in.ts';
import { LARK_SECRET } from '../server/test/chat/services.ts';
import { runBesideStandIns, runWtp, settingsWithout, signInLines, startAt, type Settings } from './beside-stand-ins.ts';
import { DEMO_CHANNEL, startDesk } from './desk/desk.ts';

/** A fixed port, so that earlier configurations keep working; the next two are used as well. */
const PORT = Number(process.env['DESK_PORT'] ?? 4100);

/** Demo users who submit and who decide. */
const PEOPLE = [
  { who: 'As a trainer', name: 'Aoife Brennan, who has drafts', email: 'aoife.brennan@harbour-field.example' },
  { who: 'As a reviewer', name: 'Farah Qureshi, who decides on them', email: 'farah.qureshi@harbour-field.example' },
];

/** The user that the printed request changes. */
const LEARNER = 'amara.diallo@harbour-field.example';

const desk = await startAt(PORT, startDesk, 'dev:events');

// This shell's settings for mail, chat and targets would reach real people.
const ofShell = settingsWithout(/^(SMTP_URL|MAIL_FROM|CHAT_BASE_URL|OUTGOING_\w+)$/, 'dev-events');
// Suppresses request logs, which would push the output below off the screen.
const settings: Settings = { LOG_LEVEL: 'warn', ...ofShell, ...desk.env };

/** Returns a token that can change people. Stored for the next run, because its value is shown only once. */
async function tokenFor(origin: string): Promise<string | undefined> {
  const file = path.join(settings.DATA_DIR ?? '.data', 'dev-events-token');
  const kept = await readFile(file, 'utf8').catch(() => '');
  const asked = await fetch(`${origin}/api/token`, { headers: { authorization: `Bearer ${kept || 'none'}` } });
  if (asked.ok) return kept;
  const words = ['--workspace', 'demo', '--name', 'dev:events', '--scopes', 'users:read,users:write'];
  const token = /"token":\s*"([^"]+)"/.exec(await runWtp(settings, 'token', 'create', ...words))?.[1];
  if (!token) return undefined;
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, token, { mode: 0o600 });
  return token;
}

function requestLines(origin: string, token: string): string[] {
  return [
    '  2. Change somebody over REST, and the event arrives within a second. Another name is another event:',
    '',
    `       curl -X POST ${origin}/api/v1/users -H "Authorization: Bearer ${token}" \\`,
    `         -H "Content-Type: application/json" -d '{"email":"${LEARNER}","full_name":"Amara Diallo-Meyer"}'`,
    '',
  ];
}

const width = Math.max(...ChatServiceKind.options.map((kind) => CHAT_SERVICE_TRAITS[kind].label.length));
const channels = ChatServiceKind.options.map(
  (kind) => `       ${CHAT_SERVICE_TRAITS[kind].label.padEnd(width)}  ${chatAddressFor(kind, DEMO_CHANNEL)}`,
);

await runBesideStandIns(settings, async (origin) => {
  const signIn = await signInLines(settings, origin, PEOPLE);
  const token = await tokenFor(origin);
  const lines = [
    ...signIn,
    '',
    `  What the server sends: ${desk.url}`,
    '',
    '  1. As the super admin, under Settings → Webhooks, press “Add webhook”, and give it the address',
    '',
    `       ${desk.receiver}`,
    '',
    '     and the events of “People”. Give its secret to the page above: from then on that checks the signatures.',
    '',
    ...(token ? requestLines(origin, token) : []),
    '  3. Under Settings → Notifications connect one of these, and switch chat on. Then have the trainer submit a draft of',
    '     “Leading a shift”: each reviewer has a bell at once and, unless they look at it, one mail a minute later; the channel',
    '     has one message.',
    '',
    ...channels,
    '',
    '     Where a token begins with “revoked” instead of “good”, the service refuses it; one with “good_signed” is of a bot',
    `     of Lark with the signing secret ${LARK_SECRET}`,
    '',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
});
await desk.stop();
