import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import { cardOf, driftCastOf } from './drift-fixture.ts';
import { findExactPassages, findMostSimilarPassages } from './find-missing-quotes.ts';

const server = await startTestServer();

const line = (n: number) => `In step ${n} you check valve ${n * 7} before you open gate ${n * 13} by hand.`;
const LINES = Array.from({ length: 13_900 }, (_, n) => line(n));
/** About a million characters. */
const LONG = LINES.join('\n');

test('each passage of a text of a million characters is found, wherever it stands, while others have their turns', async () => {
  expect(LONG.length).toBeGreaterThan(980_000);
  const wanted = LINES.filter((_, n) => n % 43 === 0);
  let turns = 0;
  let next = setImmediate(function count() {
    turns++;
    next = setImmediate(count);
  });
  const found = await findExactPassages(LONG, wanted);
  clearImmediate(next);
  expect(turns).toBeGreaterThan(40);
  for (const quote of wanted) expect(found.get(quote)).toMatchObject({ text: quote, start: LONG.indexOf(quote) });
  expect([...(await findExactPassages(LONG, ['In step 13901 you check valve']))]).toEqual([]);
});

test('a passage is found across the parts that a text is read in, also without spaces', async () => {
  const letters = Array.from({ length: 100_000 }, (_, n) => String.fromCodePoint(0x4e00 + ((n * 7_919) % 20_000))).join(
    '',
  );
  for (const at of [19_990, 20_000, 31_990, 79_995, 90_000]) {
    const quote = letters.slice(at, at + 40);
    expect((await findExactPassages(letters, [quote])).get(quote)?.start, `at ${at}`).toBe(letters.indexOf(quote));
  }
});

test('what is most like a passage is found wherever it stands, and nothing where nothing is like it', async () => {
  const quote = 'Close the main cock of the blue cylinder before anybody leaves the workshop.';
  const now = 'Close the main cock of every cylinder before anybody leaves the workshop.';
  for (const at of [0, 8_000, 13_899]) {
    const text = LINES.with(at, now).join('\n');
    expect((await findMostSimilarPassages(text, [quote])).get(quote)?.text, `line ${at}`).toBe(now);
  }
  expect((await findMostSimilarPassages(LONG, [quote])).size).toBe(0);
});

test('a change in a text of a million characters marks the one passage that it took', { tags: ['deep'] }, async () => {
  const cast = await driftCastOf(server);
  const document = await cast.document(LONG);
  const cards = [10, 7_000, 13_290].map((n) => cardOf(document, line(n)));
  const module = await cast.published(cards);
  await cast.change(document, LINES.with(7_000, 'In step 7000 you check nothing at all.').join('\n'));
  await cast.look();
  expect(await cast.marks(module.id)).toMatchObject([
    { item_id: cards[1]!.id, old: { before: line(6_999), text: line(7_000), after: line(7_001) } },
  ]);
});
