import { CompletionEvidenceDocument } from '@training/shared/evidence/evidence';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import { viewCards, withoutWaitingOrChance } from '../../../test/view-cards.ts';
import { newId } from '../../platform/ids.ts';
import { toCertificateText, createCertificateTranslator } from '../evidence/certificate/certificate-text.ts';
import { choice, RIGHT } from '../learning/learning-fixture.ts';
import { approveBoth, card, castOf, edit, refused } from '../reviews/reviews-fixture.ts';
import { bringUpToDate } from './translations-fixture.ts';

const server = await startTestServer();
await withoutWaitingOrChance(server.db);
const cast = await castOf(server);
const { trainer, reviewer, learner } = cast;
const { learning } = learner.client;

const short = (prompt = 'Who?') => ({
  id: newId(),
  kind: 'short_text' as const,
  prompt,
  accepted: ['Me'],
  explanation: 'Why',
});

/** A published module with two cards and two questions, live in German as well. */
async function translated() {
  const cards = [card('One'), card('Two')];
  const questions = [choice('Which?'), short()];
  const { course, module } = await cast.module({ status: 'in_review', cards, questions, showSolutions: 'with_answer' });
  await approveBoth(reviewer.client, module.id, await server.make.hashes(module.id));
  const named = { module_id: module.id, language: 'de' };
  await trainer.client.translations.add.mutate(named);
  await bringUpToDate(cast, named);
  return { course, module_id: module.id, cards, questions, named };
}

async function begin(module_id: string, language?: string, { learning } = learner.client) {
  const { enrollment_id } = await learning.start.mutate({ module_id });
  const { revision, cards } = await learning.open.query({ module_id });
  await viewCards(learning, { enrollment_id, revision_id: revision.id, card_ids: cards.map(({ id }) => id) });
  return learning.beginAttempt.mutate({ enrollment_id, ...(language && { language }) });
}

// rules/translations 9
test('learners get a module in their language, and in the source language until it is live in theirs', async () => {
  const { module_id } = await translated();
  const other = await cast.person('learner');
  const open = (language?: string) => other.client.learning.open.query({ module_id, ...(language && { language }) });
  expect(await open()).toMatchObject({ language: 'en', languages: ['en', 'de'], untranslated: [] });
  await server.db.pool.query(`update users set language = 'de' where id = $1`, [other.id]);
  const own = await open();
  expect(own).toMatchObject({ language: 'de', revision: { title: expect.stringMatching(/^de: /) } });
  expect(own.cards.map(({ front }) => front)).toEqual(['de: One', 'de: Two']);
  const { courses } = await other.client.learning.library.query({ search: 'de: Module' });
  expect(courses.flatMap(({ modules }) => modules)).toContainEqual(
    expect.objectContaining({ module_id, title: own.revision.title }),
  );
  await other.client.learning.start.mutate({ module_id });
  const { begun } = await other.client.learning.mine.query();
  expect(begun).toMatchObject([{ module_id, title: own.revision.title }]);
  expect((await open('en')).cards.map(({ front }) => front)).toEqual(['One', 'Two']);
  expect(await open('pl')).toMatchObject({ language: 'en', untranslated: [] });
});

// rules/translations 9
test('a learner reads and finds the title in their language, wherever their training is named', async () => {
  const { module_id, questions } = await translated();
  const german = await cast.person('learner');
  await server.db.pool.query(`update users set language = 'de' where id = $1`, [german.id]);
  const { client } = german;
  const { title } = (await client.learning.open.query({ module_id })).revision;
  expect(title).toMatch(/^de: /);
  await cast.admin.client.assignments.create.mutate({
    module_id,
    to: { kind: 'user', user_id: german.id },
    due_on: null,
  });
  const { owed } = await client.learning.mine.query();
  await cast.admin.client.assignments.remind.mutate({ enrollment_ids: owed.map(({ enrollment_id }) => enrollment_id) });
  const { items } = await client.notifications.inbox.query({});
  expect(items).toMatchObject([{ kind: 'learning.reminded', subject: { name: title } }]);
  expect((await client.search.find.query({ query: title })).lessons).toMatchObject([{ id: module_id, title }]);
  expect((await client.search.find.query({ query: title.slice(4) })).lessons).toMatchObject([{ id: module_id, title }]);

  const { id: attempt_id } = await begin(module_id, undefined, client);
  expect(await client.learning.attempt.query({ attempt_id })).toMatchObject({ title });
  expect(await client.learning.attempt.query({ attempt_id, language: 'en' })).toMatchObject({ title: title.slice(4) });
  const answer = { attempt_id, question_id: questions[1]!.id, response: { kind: 'short_text', text: 'Me' } } as const;
  await client.learning.answer.mutate({ ...answer, language: 'de' });
  await client.learning.answer.mutate({ attempt_id, question_id: questions[0]!.id, response: RIGHT, language: 'de' });
  const { results } = await client.learning.mine.query();
  expect(results).toMatchObject([{ module_id, title }]);
  expect(await client.learning.history.query({ module_id })).toMatchObject({ title });
});

// rules/translations 9
test('the language is switched in the middle of an attempt, and the answers stay', async () => {
  const { module_id, questions } = await translated();
  const attempt = await begin(module_id, 'de');
  expect(attempt).toMatchObject({ language: 'de', untranslated: [] });
  expect(attempt.asked.every(({ prompt }) => prompt.startsWith('de: '))).toBe(true);
  const shown = attempt.asked.find(({ kind }) => kind === 'single_choice')!;
  const attempt_id = attempt.id;
  const response = { kind: 'single_choice' as const, choice: shown.options.indexOf('de: This one') };
  const given = await learning.answer.mutate({ attempt_id, question_id: shown.id, response, language: 'de' });
  expect(given.answer).toMatchObject({ right: true, explanation: 'de: Because of Which?' });
  const inEnglish = await learning.attempt.query({ attempt_id, language: 'en' });
  expect(inEnglish.attempt.answers).toMatchObject([{ right: true, explanation: 'Because of Which?' }]);
  expect(inEnglish.attempt.asked.map(({ id }) => id)).toEqual(attempt.asked.map(({ id }) => id));
  // A short text is right in the language in which it is asked, and in the source.
  const question_id = questions[1]!.id;
  const text = await learning.answer.mutate({
    attempt_id,
    question_id,
    response: { kind: 'short_text', text: 'de: me' },
    language: 'de',
  });
  expect(text.answer).toMatchObject({ right: true, solution: { accepted: ['de: Me'] } });
  expect(text.cycle).toMatchObject({ status: 'completed' });
});

test('a short text is right in the digits of any script, and with the marks that keyboards of Arabic add', async () => {
  const question = { ...short(), accepted: ['50 kg'] };
  const { module } = await cast.module({ status: 'published', cards: [card()], questions: [question] });
  for (const [text, right] of [
    ['٥٠ kg', true],
    ['\u200f۵۰\u200e kg', true],
    ['٥١ kg', false],
  ] as const) {
    const { client } = await cast.person('learner');
    const { id: attempt_id } = await begin(module.id, undefined, client);
    const response = { kind: 'short_text', text } as const;
    const { answer } = await client.learning.answer.mutate({ attempt_id, question_id: question.id, response });
    expect(answer, text).toMatchObject({ right });
  }
});

test('analytics count the answers to a question together, whatever their language', async () => {
  const { module_id, questions } = await translated();
  for (const language of ['en', 'de']) {
    const { client } = await cast.person('learner');
    const { id: attempt_id, asked } = await begin(module_id, language, client);
    const { id: question_id, options } = asked.find(({ kind }) => kind === 'single_choice')!;
    const response = { kind: 'single_choice' as const, choice: options.findIndex((each) => each.endsWith('This one')) };
    await client.learning.answer.mutate({ attempt_id, question_id, response, language });
    const text = { kind: 'short_text' as const, text: language === 'de' ? 'de: Somebody' : 'Somebody' };
    await client.learning.answer.mutate({ attempt_id, question_id: questions[1]!.id, response: text, language });
  }
  const results = await cast.admin.client.analytics.items.query({ module_id });
  expect(results.people).toBe(2);
  expect(results.questions).toMatchObject([
    { prompt: 'Who?', answered: 2, right: 0 },
    { prompt: 'Which?', answered: 2, right: 2, options: [{ people: 2 }, { people: 0 }] },
  ]);
});

// rules/translations 10
test('evidence names the language of each answer, with the approved texts in which it was asked', async () => {
  const { module_id, questions } = await translated();
  const attempt = await begin(module_id);
  const attempt_id = attempt.id;
  await learning.answer.mutate({ attempt_id, question_id: questions[0]!.id, response: RIGHT, language: 'en' });
  await learning.answer.mutate({
    attempt_id,
    question_id: questions[1]!.id,
    response: { kind: 'short_text', text: 'de: Me' },
    language: 'de',
  });
  const { rows } = await server.db.pool.query<{ evidence: string }>(
    `select v.evidence from completion_evidence v join enrollments e on e.id = v.enrollment_id
     where e.user_id = $1 and e.module_id = $2`,
    [learner.id, module_id],
  );
  const evidence = CompletionEvidenceDocument.parse(JSON.parse(rows[0]!.evidence));
  const { answers } = evidence.attempt!;
  expect(answers).toMatchObject([
    { language: 'en', translation: null },
    { language: 'de', question: { prompt: 'Who?' }, translation: { prompt: 'de: Who?', accepted: ['de: Me'] } },
  ]);
  const printed = toCertificateText(evidence, createCertificateTranslator('en'));
  expect(printed.facts).toContainEqual({ label: 'Language', value: 'English, German', isSentence: true });
  expect(printed.answers.map(({ question }) => question)).toEqual([
    expect.stringContaining('Which?'),
    expect.stringContaining('de: Who?'),
  ]);
});

// rules/translations 4
test('an item that has changed is shown in the source language, and says so, until its translation is approved', async () => {
  const { module_id, cards, named } = await translated();
  await trainer.client.reviews.revise.mutate({ module_id });
  await edit(trainer.client, module_id, 'flashcards', [{ ...cards[0]!, back: 'Stop at once' }, cards[1]!]);
  await trainer.client.reviews.submit.mutate({ module_id });
  await approveBoth(reviewer.client, module_id, await server.make.hashes(module_id));
  const open = () => learning.open.query({ module_id, language: 'de' });
  const stale = await open();
  expect(stale.cards.map(({ back }) => back)).toEqual(['Stop at once', 'de: Back']);
  expect(stale.untranslated).toEqual([cards[0]!.id]);
  await bringUpToDate(cast, named);
  expect(await open()).toMatchObject({ untranslated: [], cards: [{ back: 'de: Stop at once' }, { back: 'de: Back' }] });
});

test('a learner who began before a publication goes on in their language', async () => {
  const { module_id, cards } = await translated();
  await begin(module_id, 'de');
  await trainer.client.reviews.revise.mutate({ module_id });
  await edit(trainer.client, module_id, 'flashcards', [{ ...cards[0]!, back: 'Another' }, cards[1]!]);
  await trainer.client.reviews.submit.mutate({ module_id });
  await approveBoth(reviewer.client, module_id, await server.make.hashes(module_id));
  const open = await learning.open.query({ module_id, language: 'de' });
  expect(open).toMatchObject({ untranslated: [], cards: [{ back: 'de: Back' }, { back: 'de: Back' }] });
  expect(open.newer).toMatchObject({ revision: 2 });
});

test('what is drafted or in review is never shown to learners', async () => {
  const { module_id, named } = await translated();
  const { items } = await trainer.client.translations.get.query(named);
  const { part, item_id, source_hash, working } = items[1]!;
  const texts = { front: 'Draft', back: 'Draft' };
  await trainer.client.translations.save.mutate({
    ...named,
    part,
    item_id,
    source_hash,
    version: working!.version,
    texts,
  });
  const fronts = async () => (await learning.open.query({ module_id, language: 'de' })).cards.map(({ front }) => front);
  expect(await fronts()).toEqual(['de: One', 'de: Two']);
  await trainer.client.translations.submit.mutate(named);
  expect(await fronts()).toEqual(['de: One', 'de: Two']);
  await refused(
    trainer.client.translations.save.mutate({ ...named, part, item_id, source_hash, version: 2, texts }),
    423,
    'content_locked',
  );
});
