import fc from 'fast-check';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import { card, edit, question, refused } from './reviews-fixture.ts';
import { revisionsOn } from './revisions-fixture.ts';

const server = await startTestServer();
const { make } = server;
const { pool } = server.db;
const cast = await revisionsOn(server);
const { trainer, reviewer, second, outsider, admin, learner } = cast;

const contentOf = async (id: string) => {
  const { title, validity_days, flashcards, quiz } = await trainer.client.modules.get.query({ id });
  return { title, validity_days, cards: flashcards.cards, questions: quiz.questions };
};
const hashesOf = async (id: string) =>
  (await trainer.client.reviews.revisions.query({ module_id: id })).revisions.map(({ flashcards_hash, quiz_hash }) => [
    flashcards_hash,
    quiz_hash,
  ]);

// rules/courses-and-modules 13
test('a revision of what is published comes back as a draft, while learners keep what is live', async () => {
  const first = { title: 'First', cards: [card('One')], questions: [question('One?')] };
  const id = await cast.published(first, { title: 'Second', cards: [card('Two')], questions: [question('Two?')] });
  const before = await cast.versions(id);
  const restored = await cast.restore(id, 1);
  expect(restored).toEqual({
    module_id: id,
    status: 'published',
    workflow: 'draft',
    round: 2,
    flashcards_version: before.flashcards_version + 1,
    quiz_version: before.quiz_version + 1,
    settings_version: before.settings_version + 1,
  });
  expect(await contentOf(id)).toEqual({ ...first, validity_days: null });
  expect(await learner.client.modules.live.query({ id })).toMatchObject({ title: 'Second', revision: 2 });

  await cast.publish(id);
  expect(await learner.client.modules.live.query({ id })).toMatchObject({ title: 'First', revision: 3 });
  // The content hashes of translations, answers and decisions are those of the first again.
  const [third, , one] = await hashesOf(id);
  expect(third).toEqual(one);
  const [latest, , oldest] = await Promise.all(
    [3, 2, 1].map((number) => trainer.client.reviews.revision.query({ module_id: id, number })),
  );
  expect(latest).toEqual({ ...oldest, number: 3, at: latest!.at });
});

// rules/courses-and-modules 13
test('a revision replaces an open draft, and the audit log says what was done', async () => {
  const id = await cast.published({ cards: [card('One')] }, { cards: [card('Two')] });
  await trainer.client.reviews.revise.mutate({ module_id: id });
  await cast.write(id, { cards: [card('Draft')], title: 'Draft' });
  const { rows } = await pool.query<{ last: string }>(
    'select max(id::text) as last from audit_events where subject_id = $1',
    [id],
  );
  const { title, cards } = await trainer.client.reviews.revision
    .query({ module_id: id, number: 1 })
    .then((revision) => ({ title: revision.title, cards: revision.flashcards }));
  await cast.restore(id, 1);
  expect(await contentOf(id)).toMatchObject({ title, cards });
  const { rows: audit } = await pool.query(
    'select action, changes from audit_events where subject_id = $1 and id::text > $2 order by id',
    [id, rows[0]!.last],
  );
  expect(audit).toEqual([
    { action: 'module.revision_restored', changes: { revision: 1, cycle: 3, round: 2 } },
    { action: 'module.section_edited', changes: { section: 'flashcards', version: [4, 5], items: [1, 1] } },
    { action: 'module.updated', changes: { title: ['Draft', title] } },
  ]);
  // The same once more changes nothing, and makes no entry.
  const trail = await cast.trail(id);
  expect(await cast.restore(id, 1)).toMatchObject(await cast.versions(id));
  expect(await cast.trail(id)).toEqual(trail);
});

// rules/review 16
test('who brings a revision back has contributed, as has everyone who wrote it, and decides on neither', async () => {
  const id = await cast.published({ cards: [card('One')] }, { cards: [card('Two')] });
  const helper = await cast.person('trainer', cast.department.id);
  await cast.restore(id, 2, helper.client);
  await trainer.client.reviews.submit.mutate({ module_id: id });
  for (const user of [helper, trainer]) {
    await pool.query(`update users set role = 'content_manager' where id = $1`, [user.id]);
    const { round, quiz } = await make.hashes(id);
    const approval = { module_id: id, section: 'quiz' as const, round, content_hash: quiz };
    await refused(user.client.reviews.approve.mutate(approval), 403, 'self_review');
    await pool.query(`update users set role = 'trainer' where id = $1`, [user.id]);
  }
});

// rules/courses-and-modules 13
test('nothing comes back while the module is under review, nor once it is archived', async () => {
  const id = await cast.published({});
  const module_id = id;
  await trainer.client.reviews.revise.mutate({ module_id });
  await cast.write(id, { cards: [card('New')] });
  await trainer.client.reviews.submit.mutate({ module_id });
  const { submitted } = await trainer.client.modules.get.query({ id });
  const lock = { section: null, round: 2, since: submitted!.at, by: trainer.fullName };
  await refused(cast.restore(id, 1), 423, 'content_locked', { lock });
  const { round, quiz } = await make.hashes(id);
  await reviewer.client.reviews.query.mutate({
    module_id,
    section: 'quiz',
    round,
    content_hash: quiz,
    comment: 'Why?',
  });
  await refused(cast.restore(id, 1), 423, 'content_locked', { lock });
  await reviewer.client.reviews.reject.mutate({ module_id, round, reason: 'No' });
  expect(await cast.restore(id, 1)).toMatchObject({ workflow: 'rejected', status: 'published' });

  const archived = await cast.published({});
  await admin.client.reviews.archive.mutate({ module_id: archived, reason: 'Old' });
  await refused(cast.restore(archived, 1), 409, 'module_state');
});

// rules/courses-and-modules 5 and 13
test('what someone else wrote meanwhile is never replaced', async () => {
  const id = await cast.published({ cards: [card('One')] }, { cards: [card('Two')] });
  await trainer.client.reviews.revise.mutate({ module_id: id });
  const edits = [
    () => edit(trainer.client, id, 'flashcards'),
    () => edit(trainer.client, id, 'quiz'),
    () => cast.write(id, { title: 'Renamed meanwhile' }),
  ];
  for (const change of edits) {
    const seen = { module_id: id, number: 1, ...(await cast.versions(id)) };
    await change();
    const before = await contentOf(id);
    await refused(trainer.client.reviews.restoreRevision.mutate(seen), 409, 'stale_version');
    expect(await contentOf(id)).toEqual(before);
  }
  // Of an autosave and a restoration at once, one is refused: whatever was typed is there, or is kept by its editor.
  for (let attempt = 0; attempt < 5; attempt++) {
    await edit(trainer.client, id, 'flashcards');
    const seen = { module_id: id, number: 1, ...(await cast.versions(id)) };
    const typed = [card(`Typed ${attempt}`)];
    const save = { module_id: id, section: 'flashcards' as const, version: seen.flashcards_version, items: typed };
    const [saved, restored] = await Promise.allSettled([
      trainer.client.modules.saveSection.mutate(save),
      trainer.client.reviews.restoreRevision.mutate(seen),
    ]);
    const isSaved = saved.status === 'fulfilled';
    expect(restored.status).toBe(isSaved ? 'rejected' : 'fulfilled');
    const loser = isSaved ? restored : saved;
    expect(loser).toMatchObject({ reason: { data: { app_code: 'stale_version' } } });
    if (isSaved) expect((await contentOf(id)).cards).toEqual(typed);
  }
});

// rules/roles 1 and 2
test('only trainers of the department bring a revision back, and only one that there is', async () => {
  const id = await cast.published({});
  const restore = async (client: typeof trainer.client, module_id = id, number = 1) =>
    client.reviews.restoreRevision.mutate({ module_id, number, ...(await cast.versions(id)) });
  const auditor = await server.as('auditor', cast.workspace);
  const before = await contentOf(id);
  for (const client of [learner.client, reviewer.client, second.client, auditor, admin.client, outsider.client]) {
    await refused(restore(client), 403, 'forbidden');
  }
  const workspace = await make.workspace();
  const other = await make.module(workspace, (await make.course(workspace)).id, { status: 'published' });
  await refused(restore(trainer.client, other.id), 404, 'module_not_found');
  await refused(restore(trainer.client, id, 2), 404, 'revision_not_found');
  expect(await contentOf(id)).toEqual(before);
  expect(await trainer.client.modules.get.query({ id })).toMatchObject({ workflow: null });
});

// rules/courses-and-modules 13
test('an unpublished module gets its old content and settings back', { tags: ['deep'] }, async () => {
  const id = await cast.published({ title: 'One', cards: [card('One')] }, { title: 'Two', cards: [card('Two')] });
  await reviewer.client.reviews.unpublish.mutate({ module_id: id, reason: 'Wrong' });
  expect(await cast.restore(id, 1)).toMatchObject({ status: 'draft', workflow: 'draft' });
  expect(await contentOf(id)).toMatchObject({ title: 'One', cards: [{ front: 'One' }] });
});

// rules/review 8 and 14
test('whatever is edited, published and brought back, no revision ever changes', { tags: ['deep'] }, async () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('edit' as const), text: fc.nat(3) }),
    fc.record({ kind: fc.constant('publish' as const) }),
    fc.record({ kind: fc.constant('restore' as const), number: fc.nat(9) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), async (steps) => {
      const id = await cast.published({ title: 'First' });
      let known = await cast.stored(id);
      for (const each of steps) {
        const isOpen = (await trainer.client.modules.get.query({ id })).workflow !== null;
        if (each.kind === 'restore') {
          const number = 1 + (each.number % known.length);
          await cast.restore(id, number);
          const { title, flashcards, quiz } = await trainer.client.reviews.revision.query({ module_id: id, number });
          expect(await contentOf(id)).toMatchObject({ title, cards: flashcards, questions: quiz });
        } else if (each.kind === 'edit') {
          if (!isOpen) await trainer.client.reviews.revise.mutate({ module_id: id });
          await cast.write(id, { title: `T${each.text}`, cards: [card(`C${each.text}`)] });
        } else if (isOpen) {
          await cast.publish(id);
        }
        const now = await cast.stored(id);
        expect(now.slice(0, known.length)).toEqual(known);
        expect(now.length).toBe(known.length + (each.kind === 'publish' && isOpen ? 1 : 0));
        known = now;
      }
    }),
    { numRuns: 6 },
  );
});
