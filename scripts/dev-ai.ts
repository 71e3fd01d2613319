// `npm run dev:ai`: runs the same as `npm start` with fake AI providers, so that everything about AI keys can be tried
// in the browser without a real key.
import { keyFor, startAiStandIn } from '../server/test/ai/stand-in.ts';
import type { Scenario } from '../server/test/ai/scenarios.ts';
import { runBesideStandIns, settingsWithout, signInLink } from './beside-stand-ins.ts';

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

/** Pooled keys of the installation, distinguishable from own keys. */
const POOLED = { ANTHROPIC_API_KEY: keyFor('good', 'pooled'), DEEPGRAM_API_KEY: keyFor('good', 'pooled-speech') };

/** A trainer of the demo workspace; the AI tools are for trainers. */
const TRAINER = { name: 'Grace Muthoni', email: 'grace.muthoni@harbour-field.example' };

// Delays the answers, so that a job's progress is visible.
const standIn = await startAiStandIn({ delay: 600 });
standIn.setPace(60);
// An endpoint that needs no key.
standIn.setScenario('', 'good');

const width = Math.max(...KEYS.map(([scenario]) => keyFor(scenario, 'demo').length)) + 3;
process.stdout.write(
  [
    '',
    '  Stand-ins answer in the place of the AI providers. Add one of these keys under Settings, for any provider and model:',
    '',
    ...KEYS.map(([scenario, meaning]) => `    ${keyFor(scenario, 'demo').padEnd(width)}${meaning}`),
    '',
    '  For Azure OpenAI any names will do, such as the resource acme and the deployment training.',
    `  For an OpenAI-compatible endpoint take ${standIn.baseUrls.openai_compatible}/v1, with one of these keys or without.`,
    `  Until a key is added, and again once it is removed, the pooled ones are used: ${Object.values(POOLED).join(' and ')}.`,
    '',
    '',
  ].join('\n'),
);

// Removes this shell's provider settings: they don't apply here, and the fake keys must never reach real providers.
const ofShell = settingsWithout(/^(ANTHROPIC|OPENAI|GOOGLE|AZURE_OPENAI|DEEPGRAM)_/, 'dev-ai');
const settings = { ...ofShell, ...POOLED, ...standIn.env };
await runBesideStandIns(settings, async (origin) => {
  const link = await signInLink({ ...settings, PUBLIC_URL: origin }, TRAINER.email);
  if (!link) return;
  process.stdout.write(
    `  As a trainer   ${link}\n                 works once, within 24 hours, as ${TRAINER.name}, who has the AI tools\n\n`,
  );
});
await standIn.stop();
