import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ANSWERS } from '../test/ai/answers.ts';
import { completed } from '../test/ai/completed.ts';
import type { PromptParts } from '../test/ai/prompt-parts.ts';
import { startSecondLook } from '../test/ai/second-look.ts';
import { keyFor, startAiStandIn, type AiStandIn } from '../test/ai/stand-in.ts';
import { evaluate } from './evaluate.ts';
import { readOptions } from './options.ts';
import { ORAL_SETS } from './oral-answers.ts';

let standIn: AiStandIn;
let folder: string;

/** What a good model says of a spoken answer: as we do. */
function gradeWell({ transcript, criteria }: PromptParts) {
  const answer = ORAL_SETS.flatMap(({ answers }) => answers).find((each) => each.transcript === transcript.trim());
  const verdicts = criteria.map(({ n }) => {
    const evidence = answer?.heard[n] ?? null;
    return { n, met: evidence !== null, evidence: evidence ?? '', comment: '' };
  });
  return { criteria: verdicts, confidence: 0.9 };
}

/** The stand-in's own words around those of a German source. */
const GERMAN = [
  ['Which fits?', 'Was passt?'],
  ['Fill in what is missing:', 'Was fehlt?'],
  ['What is true about', 'Was gilt bei'],
  ['Explain in your own words:', 'Was ist das und wie wird es gemacht:'],
  ['That is said of something else.', 'Das ist von etwas anderem gesagt.'],
  ['Mentions', 'Nennt'],
] as const;

function inItsLanguage(source: string, answer: object): object {
  if (!source.includes('Palette')) return answer;
  const text = GERMAN.reduce((words, [english, german]) => words.replaceAll(english, german), JSON.stringify(answer));
  return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
}

beforeAll(async () => {
  standIn = await startAiStandIn();
  folder = mkdtempSync(path.join(os.tmpdir(), 'evaluate-'));
  // The stand-in finds sentences by their spaces, which Chinese has none of.
  for (const name of ['en.md', 'de.md'])
    cpSync(path.join(import.meta.dirname, 'sources', name), path.join(folder, name));
});
beforeEach(() => {
  standIn.requests.length = 0;
  const second = startSecondLook();
  standIn.respond('quiz_generation', (parts) => {
    const answer = inItsLanguage(parts.source, completed(ANSWERS.quiz_generation(parts)));
    second.remember(answer);
    return answer;
  });
  standIn.respond('check', (parts, prompt) => {
    const { items } = second.look(parts);
    if (!prompt.startsWith('Judge')) return { items };
    return { items: items.map(({ n, options }) => ({ n, answerable: true, right: options, distractors: 'good' })) };
  });
  standIn.respond('oral_grading', gradeWell);
});
afterEach(() => {
  for (const each of ['card_generation', 'quiz_generation', 'oral_grading', 'check'] as const) {
    standIn.respond(each, undefined);
  }
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await standIn.stop();
});

const GOOD = ['--provider', 'anthropic', '--model', 'claude-opus-5-5'];
const JUDGE = ['--judge-provider', 'openai', '--judge-model', 'gpt-6.1-sol'];

async function run(...args: string[]) {
  const env = { ...standIn.env, ANTHROPIC_API_KEY: keyFor('good'), OPENAI_API_KEY: keyFor('good', 'judge') };
  const { isGoodEnough, lines } = await evaluate(
    readOptions([...GOOD, '--sources', folder, ...args]),
    env,
    () => undefined,
  );
  return { isGoodEnough, said: lines.join('\n') };
}

const Json = z.object({
  figures: z.record(z.string(), z.object({ value: z.number().nullable(), of: z.number() })),
  changes: z.array(z.string()),
});

/** Cards and questions with much that is wrong, each beside words that are in the source. */
function badly() {
  standIn.respond('card_generation', ({ source }) => {
    const quote = /^[^#\n].+\.$/m.exec(source)?.[0] ?? '';
    const card = {
      front: 'Que doit-on faire avant de commencer ?',
      back: 'Il faut se préparer et le dire à tous.',
      level: 'recall',
    };
    const again = ['vite', 'ici'].map((word) => ({ ...card, front: `${card.front} ${word}`, quote }));
    const invented = [1, 2, 3, 4, 5].map((n) => ({ ...card, quote: `Words ${n} that nobody finds in this source.` }));
    return { cards: [...again, ...invented] };
  });
  standIn.respond('quiz_generation', ({ source }) => {
    const quotes = source.split('\n').filter((line) => line.endsWith('.'));
    const questions = quotes.map((quote, n) => ({
      kind: 'single_choice',
      prompt: `Quelle est la règle numéro ${n} pour les personnes qui sont dans le service ?`,
      options: ['Oui', 'La réponse que tous les autres donnent et qui est la plus longue de toutes', 'Non', 'Rien'],
      correct: [1],
      accepted: [],
      rubric: [],
      reasons: [],
      explanation: 'Il est dit dans le texte que la règle est une règle.',
      quote,
      level: 'recall',
    }));
    return { questions };
  });
  standIn.respond('check', ({ fronts, questions }, prompt) => ({
    items: [...fronts, ...questions].map(({ n }) =>
      prompt.startsWith('Judge')
        ? { n, answerable: false, right: [0], distractors: 'weak' }
        : { n, answer: 'Oui', options: [0, 1, 2, 3], passage: 'lacks', reason: '' },
    ),
  }));
  standIn.respond('oral_grading', ({ criteria, transcript }) => ({
    criteria: criteria.map(({ n }) => ({ n, met: true, evidence: transcript, comment: '' })),
    confidence: 1,
  }));
}

describe('a good model', () => {
  test('is good enough, and a judge of another family is asked without the key', async () => {
    const { said, isGoodEnough } = await run(...JUDGE);
    expect(said).toMatch(/\ngood enough$/);
    expect(isGoodEnough).toBe(true);
    expect(said).toContain('judged by openai, gpt-6.1-sol');
    const judged = standIn.requests.filter(({ provider }) => provider === 'openai');
    expect(judged.length).toBe(2);
    for (const { body } of judged) expect(body).not.toContain('"correct"');
  });

  test('is asked with the effort of each feature, as the server asks', async () => {
    await run();
    const told = (feature: string) => standIn.requests.find((each) => each.feature === feature && !each.isCheck)?.body;
    expect(told('card_generation')).toContain('"effort":"low"');
    expect(told('quiz_generation')).toContain('"effort":"medium"');
    expect(told('oral_grading')).toContain('"effort":"medium"');
  });

  test('without a judge it is said that nothing was judged', async () => {
    const { said } = await run();
    expect(said).toContain('no judge was given');
    expect(said).toMatch(/of the keys are right to the judge: not measured/);
  });
});

describe('a bad model', () => {
  test('is not good enough, and each measure that it missed is named', async () => {
    badly();
    const { said, isGoodEnough } = await run(...JUDGE);
    expect(isGoodEnough).toBe(false);
    const verdict = said.slice(said.indexOf('not good enough:'));
    for (const words of [
      'in the wanted language',
      'of what was asked for came',
      'near duplicates',
      'left out by code',
      'flagged',
      'are the longest option',
      'key beside its distractors',
      'of the criteria graded as we do',
      'are right to the judge',
      'can be answered from the source',
      'have distractors that could be believed',
    ]) {
      expect(verdict).toContain(words);
    }
  });

  test('is said to be worse than a baseline in what it misses', async () => {
    const before = await run('--json');
    writeFileSync(path.join(folder, 'before.json'), before.said);
    badly();
    const now = await run('--json', '--baseline', path.join(folder, 'before.json'));
    const { figures, changes } = Json.parse(JSON.parse(now.said));
    expect(figures.language?.value).toBe(0);
    expect(changes).toContain('- worse: 0% in the wanted language, was 100%');
  });

  test('whose provider refuses the key is not good enough, and says why', async () => {
    const env = { ...standIn.env, ANTHROPIC_API_KEY: keyFor('bad') };
    const { isGoodEnough, lines } = await evaluate(readOptions([...GOOD, '--sources', folder]), env, () => undefined);
    expect(isGoodEnough).toBe(false);
    expect(lines.join('\n')).toContain('en.md, card_generation: The provider does not accept the key');
  });
});

test('what it cannot begin with is said in words', () => {
  expect(() => readOptions(['--provider', 'deepgram', '--model', 'nova-3'])).toThrow('--provider: makes no cards');
  expect(() => readOptions([...GOOD, '--judge-provider', 'openai'])).toThrow('go together');
  expect(() => readOptions([...GOOD, '--judge-provider', 'anthropic', '--judge-model', 'x'])).toThrow('name another');
  const azure = ['--provider', 'azure_openai', '--model', 'ours', '--judge-provider', 'openai', '--judge-model', 'x'];
  expect(() => readOptions(azure)).toThrow('name another');
});
