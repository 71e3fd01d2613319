// `npm run dev:ai`: what `npm start` runs, with stand-ins in the place of the AI providers, so that everything about AI
// keys can be tried in the browser without having one.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { keyFor, startAiStandIn } from '../server/test/ai/stand-in.ts';
import type { Scenario } from '../server/test/ai/scenarios.ts';

const root = path.resolve(import.meta.dirname, '..');

const KEYS: [Scenario, string][] = [
  ['good', 'works'],
  ['bad', 'is refused'],
  ['no-model', 'has no access to the model'],
  ['no-credit', 'has no credit left'],
  ['limited', 'works, but is limited at the moment'],
  ['expires', 'works when it is checked, and is refused as soon as a feature uses it: jobs wait until it is rotated'],
  ['slow', 'is never answered; the test of it takes 15 seconds'],
  ['broken', 'is answered with an error of the provider'],
];

/** The keys of the installation, so that own and pooled ones can be told apart. */
const POOLED = { ANTHROPIC_API_KEY: keyFor('good', 'pooled'), DEEPGRAM_API_KEY: keyFor('good', 'pooled-speech') };

/** The AI tools are for trainers; this is one of the demo workspace. */
const TRAINER = { workspace: 'demo', name: 'Grace Muthoni', email: 'grace.muthoni@harbour-field.example' };

// Answers take a moment, so that the progress of a job can be seen.
const standIn = await startAiStandIn({ delay: 600 });

const width = Math.max(...KEYS.map(([scenario]) => keyFor(scenario, 'demo').length)) + 3;
process.stdout.write(
  [
    '',
    '  Stand-ins answer in the place of the AI providers. Add one of these keys under Settings, for any provider and model:',
    '',
    ...KEYS.map(([scenario, meaning]) => `    ${keyFor(scenario, 'demo').padEnd(width)}${meaning}`),
    '',
    '  For Azure OpenAI any names will do, such as the resource acme and the deployment training.',
    `  Until a key is added, and again once it is removed, the pooled ones are used: ${Object.values(POOLED).join(' and ')}.`,
    '',
    '',
  ].join('\n'),
);

// What this shell says about the providers has no business here. The data lie apart, so that these keys never meet the
// real ones.
const ofProviders = /^(ANTHROPIC|OPENAI|GOOGLE|AZURE_OPENAI|DEEPGRAM)_/;
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !ofProviders.test(name)));
const settings = { DATA_DIR: path.join(root, '.data/dev-ai'), ...env, ...POOLED, ...standIn.env };
const server = spawn(
  process.execPath,
  ['--max-semi-space-size=4', '--max-old-space-size=512', path.join(root, 'scripts/start.ts')],
  { stdio: ['inherit', 'pipe', 'inherit'], env: settings },
);
let printed = '';
server.stdout.on('data', (data: Buffer) => {
  process.stdout.write(data);
  if (printed.includes('Sign in ')) return;
  printed += data.toString();
  const console = /Console +(http\S+)[^]*Sign in /.exec(printed)?.[1];
  if (console) void sayTrainer(console);
});

/** Prints a link for the trainer too; where the database is another one than the demo's there is none. */
async function sayTrainer(publicUrl: string): Promise<void> {
  const { workspace, name, email } = TRAINER;
  const invite = ['user', 'invite', '--workspace', workspace, '--email', email, '--json'];
  const child = spawn(process.execPath, [path.join(root, 'server/src/cli.ts'), ...invite], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...settings, PUBLIC_URL: publicUrl },
  });
  let answer = '';
  child.stdout.on('data', (data: Buffer) => (answer += data.toString()));
  await once(child, 'close');
  const link = /"sign_in_url":\s*"([^"]+)"/.exec(answer)?.[1];
  if (!link) return;
  process.stdout.write(
    `  As a trainer   ${link}\n                 works once, within 24 hours, as ${name}, who has the AI tools\n\n`,
  );
}

// Ctrl-C reaches the server by itself; it drains, and then this ends too.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => server.kill('SIGTERM'));
await once(server, 'exit');
await standIn.stop();
process.exitCode = server.exitCode ?? 1;
