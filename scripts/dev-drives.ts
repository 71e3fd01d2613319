// `npm run dev:drives`: runs the same as `npm start` with fake Google and Lark drives, a page to edit their documents,
// and a fake model that reads them. Shows how an edit becomes a suggestion, without any account.
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { keyFor, startAiStandIn } from '../server/test/ai/stand-in.ts';
import { runBesideStandIns, settingsWithout, signInLines, startAt, type Settings } from './beside-stand-ins.ts';
import { DEMO_ACCOUNT, DEMO_APP, startDrivesDesk } from './desk/drives.ts';
import { DEMO_DOCUMENTS } from './desk/demo-documents.ts';

/** A fixed port; the next two are used as well. */
const PORT = Number(process.env['DESK_PORT'] ?? 4110);

/** Two reviewers, because one person can't approve both sections of a module. */
const PEOPLE = [
  { who: 'As a reviewer', name: 'Farah Qureshi', email: 'farah.qureshi@harbour-field.example' },
  { who: 'As a trainer', name: 'Grace Muthoni', email: 'grace.muthoni@harbour-field.example' },
];

const desk = await startAt(PORT, startDrivesDesk, 'dev:drives');
const ai = await startAiStandIn({ delay: 300 });

// This shell's settings for drives and AI would reach real services.
const ofShell = settingsWithout(
  /^(ANTHROPIC|OPENAI|GOOGLE|AZURE_OPENAI|DEEPGRAM|LARK|FEISHU)_|^DRIVE_POLL_SECONDS$/,
  'dev-drives',
);
const settings: Settings = {
  LOG_LEVEL: 'warn',
  // Google can't send push notifications without a public address. Polls often, to avoid waiting a minute.
  DRIVE_POLL_SECONDS: '5',
  ...ofShell,
  ...ai.env,
  ...desk.env,
  ANTHROPIC_API_KEY: keyFor('good', 'pooled'),
};

// The fake drives are recreated at each start and don't know earlier connections.
if (process.env['DATA_DIR'] === undefined)
  await rm(path.resolve(settings.DATA_DIR ?? ''), { recursive: true, force: true });

await runBesideStandIns(settings, async (origin) => {
  const { google, lark } = DEMO_DOCUMENTS;
  const lines = [
    ...(await signInLines(settings, origin, PEOPLE)),
    '',
    `  The drives’ documents, to be edited: ${desk.url}`,
    '',
    `  1. As the super admin, open ${origin}/demo/settings/drives`,
    '',
    `       Google  Connect → Google Drive → Allow, as ${DEMO_ACCOUNT}.`,
    `               Open “My Drive”, tick “${google.folder}”, Save.`,
    `       Lark    Connect → Lark Drive, with the App ID ${DEMO_APP.id}`,
    `               and the App Secret ${DEMO_APP.secret}. Tick “${lark.folder}”, Save.`,
    '',
    '  2. Within a minute each document is a suggestion under Recommended. Edit one on the page above and save it: the',
    '     newer text takes its place. Accept one, submit the module, and have it published.',
    '',
    '  3. Change a sentence that one of its cards quotes. The module then says which cards their source has left, with',
    '     the old and the new text; “Still right” clears that.',
    '',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
});
await desk.stop();
await ai.stop();
