import type { Flashcard } from '@training/shared/courses/courses';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import { approveBoth, card, castOf, edit } from '../reviews/reviews-fixture.ts';
import { bringUpToDate, published } from './translations-fixture.ts';

const server = await startTestServer();
const cast = await castOf(server);
const { trainer, reviewer } = cast;

const LANGUAGES = ['de', 'pl'] as const;

/** Changes of the working copy, its publication, its rejection, and translations of what is live. */
const Step = fc.oneof(
  fc.record({ kind: fc.constant('edit' as const), at: fc.nat(4), back: fc.constantFrom('A', 'B', 'C') }),
  fc.record({ kind: fc.constant('add' as const) }),
  fc.record({ kind: fc.constant('remove' as const), at: fc.nat(4) }),
  fc.record({ kind: fc.constant('publish' as const) }),
  fc.record({ kind: fc.constant('reject' as const) }),
  fc.record({ kind: fc.constant('translate' as const), language: fc.constantFrom(...LANGUAGES) }),
);

// rules/translations 3
test('exactly the items whose source changed since their approval are stale, after any edits, reviews and publications', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(Step, { minLength: 4, maxLength: 12 }), async (steps) => {
      const { module_id } = await published(cast);
      for (const language of LANGUAGES) await trainer.client.translations.add.mutate({ module_id, language });
      const cardsOf = async () => (await trainer.client.modules.get.query({ id: module_id })).flashcards.cards;
      let live = await cardsOf();
      let working: Flashcard[] = live;
      /** Versions of each card that were approved, by language. */
      const approved = new Map(LANGUAGES.map((language) => [language, new Map<string, Set<string>>()]));
      const wordsOf = ({ front, back }: Flashcard) => `${front} ${back}`;

      async function submit() {
        const { workflow } = await trainer.client.modules.get.query({ id: module_id });
        if (workflow === null) await trainer.client.reviews.revise.mutate({ module_id });
        await edit(trainer.client, module_id, 'flashcards', working);
        await trainer.client.reviews.submit.mutate({ module_id });
      }

      for (const step of steps) {
        const at = 'at' in step ? step.at % Math.max(working.length, 1) : 0;
        switch (step.kind) {
          case 'edit':
            working = working.map((each, place) => (place === at ? { ...each, back: step.back } : each));
            break;
          case 'add':
            working = [...working, card()];
            break;
          case 'remove':
            if (working.length > 1) working = working.filter((_, place) => place !== at);
            break;
          case 'publish':
            await submit();
            await approveBoth(reviewer.client, module_id, await server.make.hashes(module_id));
            live = working;
            break;
          case 'reject': {
            await submit();
            const { round } = await trainer.client.modules.get.query({ id: module_id });
            await reviewer.client.reviews.reject.mutate({ module_id, round, reason: 'No' });
            break;
          }
          case 'translate': {
            const { language } = step;
            const { variant } = await trainer.client.translations.get.query({ module_id, language });
            if (variant.missing + variant.stale > 0) await bringUpToDate(cast, { module_id, language });
            const versions = approved.get(language)!;
            for (const each of live) versions.set(each.id, (versions.get(each.id) ?? new Set()).add(wordsOf(each)));
          }
        }
        for (const [language, versions] of approved) {
          const { items, variant } = await trainer.client.translations.get.query({ module_id, language });
          const cards = items.filter(({ part }) => part === 'flashcards');
          const expected = live.map((each) => {
            const known = versions.get(each.id);
            return [each.id, known === undefined ? 'missing' : known.has(wordsOf(each)) ? 'approved' : 'stale'];
          });
          expect(cards.map(({ item_id, state }) => [item_id, state])).toEqual(expected);
          expect(variant.stale).toBe(expected.filter(([, state]) => state === 'stale').length);
        }
      }
    }),
    { numRuns: 25 },
  );
}, 300_000);
