import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import { approveBoth, edit, refused } from '../reviews/reviews-fixture.ts';
import { cardOf, checkAllQuotes, driftCastOf, questionOf, type DriftCast } from './drift-fixture.ts';

const server = await startTestServer();

const CHARGE = 'Charge the battery in a ventilated room only.';
const GOGGLES = 'Wear goggles and rubber gloves when you add water.';
const DISTANCE = 'Keep open flames at least two metres away from the charger.';
const MANUAL = `# Batteries\n\n${CHARGE}\n\n${GOGGLES}\n\n${DISTANCE}\n`;
const OTHER = 'Keep open flames at least five metres away from the charger.';
const CHANGED = MANUAL.replace(DISTANCE, OTHER);

/** Creates a published module with three quotes from one document: two cards and a question. */
async function threePassages(cast: DriftCast) {
  const document = await cast.document(MANUAL);
  const cards = [cardOf(document, CHARGE), cardOf(document, GOGGLES)];
  const questions = [questionOf(document, DISTANCE)];
  const module = await cast.published(cards, questions);
  return { document, module, cards, questions, question: questions[0]! };
}

const named = (items: { section: 'flashcards' | 'quiz'; item_id: string; version: number }[]) =>
  items.map(({ section, item_id, version }) => ({ section, item_id, version }));

// rules/notifications 4, rules/drives 8
test('of three passages the one that is gone is marked, with the old and the new text, and the trainers are told', async () => {
  const cast = await driftCastOf(server);
  const { document, module, question } = await threePassages(cast);
  await cast.change(document, CHANGED);
  await cast.look();
  expect(await cast.marks(module.id)).toEqual([
    {
      section: 'quiz',
      item_id: question.id,
      version: 1,
      place: 1,
      title: 'Which?',
      quote: DISTANCE,
      document: { name: expect.any(String), url: 'https://drive.example/file', state: 'suggested' },
      gone: false,
      old: { before: GOGGLES, text: DISTANCE, after: '' },
      now: { before: GOGGLES, text: OTHER, after: '' },
      marked_at: expect.any(String),
      changed_at: expect.any(String),
    },
  ]);
  expect(await cast.told()).toEqual([
    ['chat', null, 1],
    ['email', cast.trainer.fullName, 1],
    ['inbox', cast.trainer.fullName, 1],
  ]);
  const { audit } = await cast.trail(module.id);
  expect(audit).toEqual([
    { action: 'module.source_changed', by: 'Drives', changes: { items: 1, documents: [expect.any(String)] } },
  ]);
  const { items } = await cast.trainer.client.notifications.inbox.query({});
  expect(items).toMatchObject([
    {
      kind: 'module.source_changed',
      category: 'ai_suggestions',
      subject: { kind: 'module', id: module.id },
      facts: { course_id: module.course.id, count: 1 },
    },
  ]);
});

test('a text that says the same otherwise, and one of which nothing was published, marks nothing', async () => {
  const cast = await driftCastOf(server);
  const { document, module } = await threePassages(cast);
  const draft = await cast.module({ cards: [cardOf(document, 'It never said this anywhere.')] });
  await cast.change(document, `  ${MANUAL.toUpperCase().replaceAll(' ', '  ').replaceAll('.', ' .')}`);
  await cast.look();
  expect(await cast.marks(module.id)).toEqual([]);
  expect(await cast.marks(draft.module.id)).toEqual([]);
  expect(await cast.told()).toEqual([]);
});

test('a quote that the document never had is no passage of it, so that only what was there can go', async () => {
  const cast = await driftCastOf(server);
  const document = await cast.document(MANUAL);
  const module = await cast.published([cardOf(document, 'What the trainer knows by heart.'), cardOf(document, CHARGE)]);
  await cast.change(document, CHANGED);
  await cast.look();
  expect(await cast.marks(module.id)).toEqual([]);
});

// rules/drives 8
test.each(['trashed', 'gone', 'out_of_scope'] as const)(
  'a file that is %s marks all that came from it, and once it is back nothing',
  async (state) => {
    const cast = await driftCastOf(server);
    const { document, module } = await threePassages(cast);
    await server.db.pool.query('update drive_files set state = $2 where id = $1', [document.id, state]);
    await cast.change(document, null);
    await cast.look();
    const marks = await cast.marks(module.id);
    expect(marks).toHaveLength(3);
    for (const mark of marks) expect(mark).toMatchObject({ gone: true, now: null, document: { state } });
    expect(marks[0]?.old).toEqual({ before: '# Batteries', text: CHARGE, after: GOGGLES });
    await cast.change(document, MANUAL);
    await cast.look();
    expect(await cast.marks(module.id)).toEqual([]);
  },
);

test('a second change updates what is marked, keeps the old text, and is told only of what is new', async () => {
  const cast = await driftCastOf(server);
  const { document, module } = await threePassages(cast);
  await cast.change(document, CHANGED);
  await cast.look();
  const third = MANUAL.replace(DISTANCE, 'Keep open flames at least ten metres away from the charger.');
  await cast.change(document, third);
  await cast.look();
  expect(await cast.marks(module.id)).toMatchObject([
    { version: 2, old: { text: DISTANCE }, now: { text: expect.stringContaining('ten metres') } },
  ]);
  expect((await cast.told()).map(([, , count]) => count)).toEqual([1, 1, 1]);

  await cast.change(document, third.replace(CHARGE, 'Charge wherever you like.'));
  await cast.look();
  expect(await cast.marks(module.id)).toHaveLength(2);
  // The pending notification now counts one more item. Nobody is notified again of the items marked before.
  expect((await cast.told()).map(([, , count]) => count)).toEqual([2, 2, 2]);
  expect((await cast.trail(module.id)).audit.map(({ changes }) => changes['items'])).toEqual([1, 1]);
});

test('“still right” clears the mark, is audited, and holds until something else stands there', async () => {
  const cast = await driftCastOf(server);
  const { document, module } = await threePassages(cast);
  await cast.change(document, CHANGED);
  await cast.look();
  const confirm = cast.trainer.client.sourceDrift.confirm;
  const left = await confirm.mutate({ module_id: module.id, items: named(await cast.marks(module.id)) });
  expect(left).toEqual({ module_id: module.id, items: [] });
  const { audit } = await cast.trail(module.id);
  expect(audit.at(-1)).toEqual({
    action: 'module.source_confirmed',
    by: cast.trainer.fullName,
    changes: { items: 1, titles: ['Which?'], documents: [expect.any(String)] },
  });

  // Changes elsewhere in the document, or removing the quote again, don't mark a confirmed item.
  for (const text of [`${CHANGED}\n\nAnnex: phone numbers.`, MANUAL, CHANGED]) {
    await cast.change(document, text);
    await cast.look();
    expect(await cast.marks(module.id)).toEqual([]);
  }
  await cast.change(document, MANUAL.replace(DISTANCE, 'Keep open flames at least nine metres away from the charger.'));
  await cast.look();
  expect(await cast.marks(module.id)).toMatchObject([{ old: { text: DISTANCE } }]);
  expect((await cast.trail(module.id)).audit.map(({ action }) => action)).toEqual([
    'module.source_changed',
    'module.source_confirmed',
    'module.source_changed',
  ]);
});

// rules/drives 8
test('what is confirmed is what was looked at: a mark that has changed meanwhile is not cleared', async () => {
  const cast = await driftCastOf(server);
  const { document, module } = await threePassages(cast);
  await cast.change(document, CHANGED);
  await cast.look();
  const seen = named(await cast.marks(module.id));
  await cast.change(document, null);
  await cast.look();
  const confirm = cast.trainer.client.sourceDrift.confirm;
  await refused(confirm.mutate({ module_id: module.id, items: seen }), 409, 'stale_version');
  expect(await cast.marks(module.id)).toHaveLength(3);
  const [one, ...others] = named(await cast.marks(module.id));
  const left = await confirm.mutate({ module_id: module.id, items: [one!] });
  expect(named(left.items)).toEqual(others);
  await refused(confirm.mutate({ module_id: module.id, items: [one!] }), 409, 'stale_version');
});

test('a trainer of another department sees nothing of it and is not told; reviewers see it and do not confirm', async () => {
  const cast = await driftCastOf(server);
  const { document, module } = await threePassages(cast);
  await cast.change(document, CHANGED);
  await cast.look();
  const items = named(await cast.marks(module.id));
  const { sourceDrift: others } = cast.outsider.client;
  await refused(others.ofModule.query({ module_id: module.id }), 404, 'module_not_found');
  expect(await others.marked.query({})).toEqual({ modules: [], total: 0 });
  await refused(others.confirm.mutate({ module_id: module.id, items }), 403, 'forbidden');
  expect((await cast.told()).map(([, recipient]) => recipient)).not.toContain(cast.outsider.fullName);

  const { sourceDrift: reviewer } = cast.reviewer.client;
  expect((await reviewer.ofModule.query({ module_id: module.id })).items).toHaveLength(1);
  await refused(reviewer.confirm.mutate({ module_id: module.id, items }), 403, 'forbidden');
  await refused(cast.learner.client.sourceDrift.marked.query({}), 403, 'forbidden');

  const marked = { module_id: module.id, course_id: module.course.id, title: module.title, items: 1 };
  const { sourceDrift: own } = cast.trainer.client;
  expect(await own.marked.query({ course_id: module.course.id })).toMatchObject({ modules: [marked], total: 1 });
});

test('a module with passages of two files is marked for the one that changed', async () => {
  const cast = await driftCastOf(server);
  const [manual, rules] = [await cast.document(MANUAL), await cast.document('Park only within the yellow lines.')];
  const parked = cardOf(rules, 'Park only within the yellow lines.');
  const module = await cast.published([cardOf(manual, CHARGE), parked]);
  await cast.change(manual, `${MANUAL}\nOne more line.`);
  await cast.change(rules, 'Park wherever there is room.');
  await cast.look();
  expect(await cast.marks(module.id)).toMatchObject([{ item_id: parked.id }]);
  await cast.change(manual, null);
  await cast.look();
  expect(await cast.marks(module.id)).toHaveLength(2);
});

// rules/drives 8
test('a newer version that quotes what is there now has no mark, and one that quotes what is gone gets one', async () => {
  const cast = await driftCastOf(server);
  const { document, module, questions } = await threePassages(cast);
  await cast.change(document, CHANGED);
  await cast.look();
  await cast.trainer.client.reviews.revise.mutate({ module_id: module.id });
  await edit(cast.trainer.client, module.id, 'quiz', [{ ...questions[0]!, ...questionOf(document, OTHER) }]);
  await cast.look();
  // The marked version is live until the new one is approved.
  expect(await cast.marks(module.id)).toHaveLength(1);
  await cast.trainer.client.reviews.submit.mutate({ module_id: module.id });
  await cast.change(document, CHANGED.replace(CHARGE, ''));
  await cast.look();
  expect(await cast.marks(module.id)).toHaveLength(2);
  await cast.trainer.client.sourceDrift.confirm.mutate({
    module_id: module.id,
    items: named((await cast.marks(module.id)).filter(({ section }) => section === 'quiz')),
  });
  await approveBoth(cast.reviewer.client, module.id, await server.make.hashes(module.id));
  await cast.look();
  expect(await cast.marks(module.id)).toMatchObject([{ section: 'flashcards', quote: CHARGE, now: null }]);

  const late = await cast.module({ cards: [cardOf(document, DISTANCE)] });
  await cast.trainer.client.reviews.submit.mutate({ module_id: late.module.id });
  await approveBoth(cast.reviewer.client, late.module.id, await server.make.hashes(late.module.id));
  await cast.look();
  expect(await cast.marks(late.module.id)).toMatchObject([{ quote: DISTANCE, now: { text: OTHER } }]);
});

// rules/drives 8
test('a mark stays while its module is unpublished or archived, and nothing new is marked or told then', async () => {
  const cast = await driftCastOf(server);
  const { document, module } = await threePassages(cast);
  await cast.change(document, CHANGED);
  await cast.look();
  const module_id = module.id;
  await cast.admin.client.reviews.archive.mutate({ module_id, reason: 'Not needed' });
  await cast.change(document, null);
  await cast.look();
  expect(await cast.marks(module_id)).toMatchObject([{ section: 'quiz', gone: true }]);
  await cast.admin.client.reviews.restore.mutate({ module_id, reason: 'Needed' });
  await cast.look();
  expect(await cast.marks(module_id)).toHaveLength(3);
  await cast.reviewer.client.reviews.unpublish.mutate({ module_id, reason: 'Outdated' });
  await cast.change(document, CHANGED);
  await cast.look();
  expect(await cast.marks(module_id)).toMatchObject([{ section: 'quiz', now: { text: OTHER } }]);
  expect((await cast.trail(module_id)).audit.filter(({ action }) => action === 'module.source_changed')).toHaveLength(
    2,
  );
});

test('two instances that look at the same time mark and tell once', async () => {
  const cast = await driftCastOf(server);
  const { document, module } = await threePassages(cast);
  await cast.change(document, CHANGED);
  await Promise.all([
    checkAllQuotes(server.db),
    checkAllQuotes(server.db),
    cast.change(document, CHANGED.toUpperCase()),
  ]);
  await cast.look();
  expect(await cast.marks(module.id)).toHaveLength(1);
  expect((await cast.trail(module.id)).audit).toHaveLength(1);
  expect((await cast.told()).map(([, , count]) => count)).toEqual([1, 1, 1]);
});

test('an instance that died while it looked is followed by another one', async () => {
  const cast = await driftCastOf(server);
  const { document, module } = await threePassages(cast);
  await cast.change(document, CHANGED);
  await server.db.pool.query(`update quote_checks set leased_until = now() + interval '1 minute'`);
  await cast.look();
  expect(await cast.marks(module.id)).toEqual([]);
  await server.db.pool.query(`update quote_checks set leased_until = now() - interval '1 second'`);
  await cast.look();
  expect(await cast.marks(module.id)).toHaveLength(1);
});

test('a trainer who has confirmed before the mail goes out is not mailed', async () => {
  const cast = await driftCastOf(server);
  const { document, module } = await threePassages(cast);
  await cast.change(document, CHANGED);
  await cast.look();
  await cast.trainer.client.sourceDrift.confirm.mutate({
    module_id: module.id,
    items: named(await cast.marks(module.id)),
  });
  const { makeDue, sendAll } = await import('../notifications/notifications-fixture.ts');
  await makeDue(server.db, cast.workspace.id);
  const mails = (await sendAll(server.db)).filter(({ workspace }) => workspace.id === cast.workspace.id);
  expect(mails).toEqual([]);
});
