import { z } from 'zod';
import { ANSWERS } from '../test/ai/answers.ts';
import { completed } from '../test/ai/completed.ts';
import type { PromptParts } from '../test/ai/prompt-parts.ts';
import { startSecondLook } from '../test/ai/second-look.ts';
import type { AiStandIn } from '../test/ai/stand-in.ts';
import { ORAL_SETS } from './oral-answers.ts';

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

/** A model that agrees with itself, with us, and with its judge. */
export function behaveWell(standIn: AiStandIn): void {
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
}

/** Cards and questions with much that is wrong, each beside words that are in the source. */
export function behaveBadly(standIn: AiStandIn): void {
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
