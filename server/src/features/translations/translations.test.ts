import { findTranslationShapeProblem, type TranslatableItem } from '@training/shared/translations/item-texts';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import { approveBoth, card, castOf, edit, refused } from '../reviews/reviews-fixture.ts';
import { approveAll, bringUpToDate, inLanguage, published, translate } from './translations-fixture.ts';

const server = await startTestServer();
const cast = await castOf(server);
const { trainer, reviewer, second, outsider, learner, admin } = cast;
const { translations } = trainer.client;

async function variant(language = 'de') {
  const { course, module_id } = await published(cast);
  const named = { module_id, language };
  await translations.add.mutate(named);
  const read = () => translations.get.query(named);
  return { course, module_id, named, read };
}

// rules/translations 2
test('a language is added to a published module, and everything of it is missing', async () => {
  const { module_id, named, read } = await variant();
  const { items, variant: standing } = await read();
  expect(items.map(({ part, state }) => `${part} ${state}`)).toEqual(
    expect.arrayContaining(['title missing', 'flashcards missing', 'quiz missing']),
  );
  expect(standing).toEqual({
    language: 'de',
    live_since: null,
    items: items.length,
    missing: items.length,
    stale: 0,
    in_review: 0,
  });
  expect(await translations.ofModule.query({ module_id })).toMatchObject({ language: 'en', variants: [standing] });
  // Once more changes nothing.
  expect(await translations.add.mutate(named)).toEqual(standing);
  await refused(translations.add.mutate({ module_id, language: 'en' }), 400, 'invalid_request');
});

test('a language has one code, however it is spelled, and a code of no language is refused', async () => {
  const { module_id } = await variant('pt-br');
  const add = (language: string) => translations.add.mutate({ module_id, language });
  expect(await add('pt-BR')).toMatchObject({ language: 'pt-BR' });
  await add('deu');
  const { variants } = await translations.ofModule.query({ module_id });
  expect(variants.map(({ language }) => language)).toEqual(['de', 'pt-BR']);
  expect(await translations.get.query({ module_id, language: 'pt-br' })).toMatchObject({
    variant: { language: 'pt-BR' },
  });
  for (const none of ['de-12', 'de-ab-ab', 'EN']) await refused(add(none), 400, 'invalid_request');
});

test('a module that is not published is not translated', async () => {
  const { module } = await cast.module({ status: 'draft' });
  await refused(translations.add.mutate({ module_id: module.id, language: 'de' }), 409, 'module_state');
});

test('a module that is no longer published keeps its languages, and its translations can’t be opened', async () => {
  const { module_id, named } = await variant();
  await bringUpToDate(cast, named);
  await reviewer.client.reviews.unpublish.mutate({ module_id, reason: 'Old' });
  await refused(translations.get.query(named), 409, 'module_state');
  expect(await translations.ofModule.query({ module_id })).toMatchObject({
    revision: null,
    variants: [{ language: 'de' }],
  });
});

// rules/translations 4
test('a variant goes live with the last approval of its items, exactly as they were approved', async () => {
  const { course, module_id, named, read } = await variant();
  const { items } = await read();
  await translate(trainer.client, named, items.slice(1));
  await translations.submit.mutate(named);
  expect(await approveAll(reviewer.client, named)).toMatchObject({ live_since: null, missing: 1 });
  const languages = async () => (await cast.inCatalog(course.id)).modules[0];
  expect(await languages()).toMatchObject({ languages: ['en'] });
  await translate(trainer.client, named, items.slice(0, 1));
  await translations.submit.mutate(named);
  expect(await approveAll(reviewer.client, named)).toMatchObject({ live_since: expect.any(String), missing: 0 });
  expect(await languages()).toMatchObject({ languages: ['en', 'de'] });
  for (const { source, approved, state } of (await read()).items) {
    expect(state).toBe('approved');
    expect(approved).toMatchObject({ texts: inLanguage(source, 'de'), by: reviewer.fullName });
  }
  const { audit } = await cast.trail(module_id);
  expect(audit.filter(({ action }) => action.startsWith('translation.')).map(({ action }) => action)).toEqual([
    'translation.added',
    ...items.slice(1).map(() => 'translation.edited'),
    'translation.submitted',
    'translation.approved',
    'translation.edited',
    'translation.submitted',
    'translation.approved',
  ]);
});

// rules/translations 3
test('a changed card makes exactly that card stale in every language, and a card that is as before is not', async () => {
  const { module_id, read } = await variant();
  for (const language of ['ar', 'es', 'pl']) await translations.add.mutate({ module_id, language });
  const languages = ['ar', 'de', 'es', 'pl'];
  for (const language of languages) await bringUpToDate(cast, { module_id, language });
  const before = (await trainer.client.modules.get.query({ id: module_id })).flashcards.cards;
  const republish = async (cards: typeof before) => {
    await trainer.client.reviews.revise.mutate({ module_id });
    await edit(trainer.client, module_id, 'flashcards', cards);
    await trainer.client.reviews.submit.mutate({ module_id });
    await approveBoth(reviewer.client, module_id, await server.make.hashes(module_id));
  };
  const changed = { ...before[0]!, back: 'Another back' };
  await republish([changed, ...before.slice(1), card('New')]);
  const staleIn = async (language: string) => {
    const { items, variant: standing } = await translations.get.query({ module_id, language });
    const stale = items.filter(({ state }) => state === 'stale').map(({ item_id }) => item_id);
    expect(standing).toMatchObject({
      stale: stale.length,
      missing: items.filter(({ state }) => state === 'missing').length,
    });
    return stale;
  };
  for (const language of languages) expect(await staleIn(language)).toEqual([changed.id]);
  expect((await read()).items.find(({ item_id }) => item_id === changed.id)).toMatchObject({
    approved: null,
    earlier: { source: { back: before[0]!.back }, texts: { back: `de: ${before[0]!.back}` } },
  });
  const waiting = await reviewer.client.translations.list.query({ state: 'translate' });
  expect(waiting.variants.filter((each) => each.module_id === module_id)).toMatchObject(
    languages.map((language) => ({ language, stale: 1, missing: 1 })),
  );
  // As it was: what was approved of it counts again.
  await republish(before);
  for (const language of languages) expect(await staleIn(language)).toEqual([]);
});

// rules/translations 5
test('a translation in review is locked, until it is sent back with a reason or withdrawn', async () => {
  const { named, read } = await variant();
  const first = (await read()).items.slice(0, 1);
  await translate(trainer.client, named, first);
  expect(await translations.submit.mutate(named)).toMatchObject({ in_review: 1 });
  const again = async () => translate(trainer.client, named, (await read()).items.slice(0, 1), 'other');
  await refused(again(), 423, 'content_locked', { lock: { section: null, by: trainer.fullName } });
  const queue = async () => {
    const { variants } = await reviewer.client.translations.list.query({});
    return variants.filter(({ module_id }) => module_id === named.module_id);
  };
  const counted = async () => (await reviewer.client.overview.counts.query()).reviews!;
  const waiting = await counted();
  expect(await queue()).toMatchObject([{ language: 'de', in_review: 1, submitted_at: expect.any(String) }]);
  await translations.withdraw.mutate(named);
  expect(await counted()).toBe(waiting - 1);
  expect(await queue()).toEqual([]);
  await again();
  await translations.submit.mutate(named);
  const [{ part, item_id, source_hash, working } = { working: null }] = (await read()).items;
  const seen = [{ part: part!, item_id: item_id!, source_hash: source_hash!, texts_hash: working!.texts_hash }];
  await reviewer.client.translations.reject.mutate({ ...named, items: seen, reason: 'Too literal' });
  expect((await read()).items[0]).toMatchObject({
    state: 'draft',
    working: { rejected: { by: reviewer.fullName, reason: 'Too literal' } },
  });
  await refused(reviewer.client.translations.approve.mutate({ ...named, items: seen }), 409, 'module_state');
});

// rules/translations 6
test('what is approved is what the reviewer saw, and nobody approves what they wrote', async () => {
  const { named, read } = await variant();
  await translate(trainer.client, named, (await read()).items.slice(0, 2));
  await translations.submit.mutate(named);
  const seenOf = async (at: number) => {
    const { part, item_id, source_hash, working } = (await read()).items[at]!;
    return { part, item_id, source_hash, texts_hash: working!.texts_hash };
  };
  const seen = await seenOf(0);
  const other = [{ ...seen, texts_hash: '0'.repeat(64) }];
  await refused(reviewer.client.translations.approve.mutate({ ...named, items: other }), 409, 'stale_revision');
  await server.db.pool.query(
    `update item_translations set contributors = contributors || $2::uuid where module_id = $1`,
    [named.module_id, second.id],
  );
  await refused(second.client.translations.approve.mutate({ ...named, items: [seen] }), 403, 'self_review');
  // Two reviewers at once: one approves, and the other is told.
  const race = await Promise.allSettled(
    [reviewer, admin].map(({ client }) => client.translations.approve.mutate({ ...named, items: [seen] })),
  );
  expect(race.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await expect(
    server.db.pool.query(`update approved_translations set texts = '{}' where module_id = $1`, [named.module_id]),
  ).rejects.toThrow(/never changed/);
});

// rules/translations 8
test('a translation of a version that is no longer live is refused, and so is one of another form', async () => {
  const { named, read } = await variant();
  const { items } = await read();
  const save = (changes: object) => {
    const { part, item_id, source_hash, source } = items.at(-1)!;
    const texts = inLanguage(source, 'de');
    return translations.save.mutate({ ...named, part, item_id, source_hash, version: 0, texts, ...changes });
  };
  await refused(save({ source_hash: '0'.repeat(64) }), 409, 'stale_revision');
  await refused(save({ texts: { title: 'x' } }), 400, 'invalid_request');
  await refused(save({ version: 3 }), 409, 'stale_version');
  await save({});
  await refused(save({}), 409, 'stale_version');
  await refused(translations.submit.mutate({ ...named, language: 'fr' }), 404, 'variant_not_found');
});

test('a translation has as many units as its source, as it has options and matches', () => {
  const asked = { id: '', prompt: 'How much?', explanation: '' };
  const number: TranslatableItem = { ...asked, kind: 'number', value: 3, units: ['kg'] };
  const [none, pair] = [
    { ...number, units: [] },
    { ...asked, kind: 'matching' as const, options: ['A'], matches: ['B'] },
  ];
  const problem = (item: TranslatableItem, lists: object) => {
    return findTranslationShapeProblem(item, { prompt: '', explanation: '', ...lists } as never)?.path ?? null;
  };
  expect([[], ['kg'], ['kg', 'g']].map((units) => problem(number, { units }))).toEqual(['units', null, 'units']);
  expect([[], ['kg']].map((units) => problem(none, { units }))).toEqual([null, 'units']);
  expect(problem(pair, { options: ['A'], matches: [] })).toBe('matches');
  expect(problem(pair, { options: [], matches: ['B'] })).toBe('options');
});

test('an unfinished translation is kept, and not submitted', async () => {
  const { named, read } = await variant();
  const { part, item_id, source_hash } = (await read()).items[0]!;
  await refused(translations.submit.mutate(named), 400, 'incomplete');
  const texts = { title: '' };
  await translations.save.mutate({ ...named, part, item_id, source_hash, version: 0, texts });
  await refused(translations.submit.mutate(named), 400, 'incomplete');
  expect((await read()).items[0]).toMatchObject({ state: 'draft', working: { texts, version: 1 } });
});

// rules/translations 7
test('a reviewer takes a language from learners, and it returns only by new approvals', async () => {
  const { module_id, named, read } = await variant();
  const live = await bringUpToDate(cast, named);
  await refused(translations.remove.mutate(named), 409, 'module_state');
  const gone = await reviewer.client.translations.unpublish.mutate({ ...named, reason: 'Wrong terms' });
  expect(gone).toMatchObject({ live_since: null, missing: live.items });
  expect((await read()).items.map(({ state }) => state)).toEqual(Array.from({ length: live.items }, () => 'draft'));
  await translations.submit.mutate(named);
  expect(await approveAll(reviewer.client, named)).toMatchObject({ live_since: expect.any(String), missing: 0 });
  await reviewer.client.translations.unpublish.mutate({ ...named, reason: 'Wrong terms' });
  expect(await translations.remove.mutate(named)).toMatchObject({ module_id, variants: [] });
  await translations.add.mutate(named);
  expect((await read()).items.map(({ state }) => state)).toEqual(Array.from({ length: live.items }, () => 'missing'));
});

test('who may not write in a module does not translate it, and who may not decide on it does not approve', async () => {
  const { named } = await variant();
  await refused(outsider.client.translations.submit.mutate(named), 403, 'forbidden');
  await refused(outsider.client.translations.get.query(named), 404, 'module_not_found');
  await refused(reviewer.client.translations.submit.mutate(named), 403, 'forbidden');
  await refused(learner.client.translations.get.query(named), 403, 'forbidden');
  const { items } = await translations.get.query(named);
  const { part, item_id, source_hash } = items[0]!;
  const seen = [{ part, item_id, source_hash, texts_hash: '0'.repeat(64) }];
  await refused(translations.approve.mutate({ ...named, items: seen }), 403, 'forbidden');
});

// rules/translations 1
test('the language that a module is written in is the workspace’s, and authors change it', async () => {
  const { module_id, named } = await variant();
  await refused(translations.chooseSource.mutate(named), 409, 'module_state');
  await translations.remove.mutate(named);
  expect(await translations.chooseSource.mutate(named)).toMatchObject({ module_id, language: 'de' });
});
