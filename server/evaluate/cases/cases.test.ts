import { AiFeature } from '@training/shared/ai/ai-features';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { AskModel, TranscribeOnce } from '../../src/features/ai/features/feature.ts';
import { agreeing } from '../../src/features/ai/features/fixtures/agreeing-fixture.ts';
import { CASES } from './cases.ts';
import { problemsOf } from './case.ts';

/** A fake provider that returns the case's answer. */
function answering(answer: unknown): { ask: AskModel; listen: TranscribeOnce } {
  const Heard = z.object({
    text: z.string(),
    language: z.string().nullable(),
    seconds: z.number(),
    confidence: z.number().nullable().default(null),
  });
  return {
    ask: agreeing(({ schema }) => Promise.resolve(schema.parse(answer))),
    listen: () => Promise.resolve(Heard.parse(answer)),
  };
}

test('every feature has at least three cases', () => {
  for (const feature of AiFeature.options) {
    expect(CASES.filter((each) => each.feature === feature).length, feature).toBeGreaterThanOrEqual(3);
  }
});

describe.each(CASES.map((each) => [`${each.feature}: ${each.name}`, each] as const))(
  '%s',
  (_, { run, expect: expected, good, bad }) => {
    test('a good answer comes through whole and meets the expectation', async () => {
      const outcome = await run(answering(good.answer));
      expect(outcome).toMatchObject({ size: good.size, dropped: good.dropped });
      expect(problemsOf(outcome, expected)).toEqual([]);
    });

    test('of a bad answer only what holds is left, with quotes that are in the source', async () => {
      const outcome = await run(answering(bad.answer));
      expect(outcome).toMatchObject({ size: bad.size, dropped: bad.dropped });
      expect(problemsOf(outcome, expected).length > 0).toBe(bad.problems);
      for (const { quote, within } of outcome.quotes) expect(within).toContain(quote);
    });
  },
);
