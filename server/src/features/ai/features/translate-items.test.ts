import type { TranslateItems } from '@training/shared/ai/ai-features';
import { expect, test } from 'vitest';
import { type AskModel, stepRunnerWithoutProgress } from './feature.ts';
import { translateItems, type TranslationModelOutput } from './translate-items.ts';

const ID = '019b0000-0000-7000-8000-000000000001';
const card = (front: string, back: string) => ({
  part: 'flashcards' as const,
  item_id: ID,
  source_hash: '',
  texts: { front, back },
});

async function translated(items: TranslateItems['items'], answer: (n: number, text: string) => string | undefined) {
  const asked: string[] = [];
  const ask: AskModel = (request) => {
    asked.push(request.prompt);
    const given = [...request.prompt.matchAll(/<source n="(\d+)">([^<]*)</g)];
    const texts = given.flatMap(([, n, text]) => {
      const said = answer(Number(n), text ?? '');
      return said === undefined ? [] : [{ n: Number(n), text: said }];
    });
    const whole: TranslationModelOutput = { texts };
    return Promise.resolve(request.schema.parse(whole));
  };
  const result = await translateItems(ask, { title: 'T', from: 'en', to: 'ar', items }, stepRunnerWithoutProgress);
  return { ...result, asked };
}

test('figures stay, in whatever script and with whatever separators they are written', async () => {
  const items = [card('At most 1,500 kg?', 'Yes, 2.5 times.')];
  const texts = ['١٬٥٠٠ كغ على الأكثر؟', 'نعم، ٢٫٥ مرة.'];
  expect(await translated(items, (n) => texts[n])).toMatchObject({
    dropped: 0,
    items: [{ texts: { front: texts[0] } }],
  });
});

// rules/translations 11
test.each([
  ['another figure', 'Höchstens 3 Meter?'],
  ['no figure', 'Höchstens einige Meter?'],
  ['a figure more', 'Höchstens 5 bis 6 Meter?'],
  ['nothing', ''],
  ['a placeholder', 'TODO'],
  ['far more than there was', `Höchstens 5 Meter? ${'x'.repeat(2_000)}`],
])('an item is left to people where the translation has %s', async (_, said) => {
  const items = [card('At most 5 metres?', 'Yes'), card('Why?', 'So')];
  const found = await translated(items, (n, text) => (n === 0 ? said : text));
  expect(found).toMatchObject({ dropped: 1, items: [{ texts: { front: 'Why?' } }] });
});

test('a text that was forgotten leaves its item to people, and empty ones are not asked for', async () => {
  const question = {
    part: 'quiz' as const,
    item_id: ID,
    source_hash: '',
    texts: { prompt: 'Which?', explanation: '', options: ['This', 'That'] },
  };
  const found = await translated([card('Why?', 'So'), question], (n, text) => (n === 1 ? undefined : `x ${text}`));
  expect(found.asked.join('\n')).not.toContain('n="3"');
  expect(found).toMatchObject({
    dropped: 1,
    items: [{ texts: { prompt: 'x Which?', explanation: '', options: ['x This', 'x That'] } }],
  });
});

test('many texts are translated in several calls', async () => {
  const items = Array.from({ length: 100 }, (_, n) => card(`Front ${n}`, `Back ${n}`));
  const found = await translated(items, (_, text) => text);
  expect(found.asked).toHaveLength(3);
  expect(found.items).toHaveLength(100);
});
