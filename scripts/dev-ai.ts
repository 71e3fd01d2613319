// `npm run dev:ai`: what `npm start` runs, with stand-ins in the place of the AI providers, so that everything about AI keys can be
// tried in the browser without having one.
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
  ['slow', 'is never answered; the test of it takes 15 seconds'],
  ['broken', 'is answered with an error of the provider'],
];

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
    '',
    '',
  ].join('\n'),
);

// What this shell says about the providers has no business here. The data lie apart, so that these keys never meet the real ones.
const ofProviders = /^(ANTHROPIC|OPENAI|GOOGLE|AZURE_OPENAI|DEEPGRAM)_/;
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !ofProviders.test(name)));
const server = spawn(
  process.execPath,
  ['--max-semi-space-size=4', '--max-old-space-size=512', path.join(root, 'scripts/start.ts')],
  { stdio: 'inherit', env: { DATA_DIR: path.join(root, '.data/dev-ai'), ...env, ...standIn.env } },
);

// Ctrl-C reaches the server by itself; it drains, and then this ends too.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => server.kill('SIGTERM'));
await once(server, 'exit');
await standIn.stop();
process.exitCode = server.exitCode ?? 1;
