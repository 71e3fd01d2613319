import { SectionKind, SectionState } from '@training/shared/courses/courses';
import { isSectionEditable } from '@training/shared/reviews/workflow';
import { NEW_MODULE_WORKFLOW_STATE } from '@training/shared/reviews/workflow-state';
import { expect, test } from 'vitest';
import { connect } from '../../../../test/database.ts';
import { startTestServer } from '../../../../test/server.ts';
import { AppError } from '../../../core/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { authoringOn, card, question, refused } from './authoring-fixture.ts';
import { assertSectionEditable } from './assert-section-editable.ts';

const server = await startTestServer();
const { make } = server;
const { pool } = server.db;
const { draft, person, submitted, audited } = authoringOn(server);

// rules/courses-and-modules 5
test('a save brings the next version, and the module reads as it was saved', async () => {
  const { client, module, user } = await draft();
  const source = {
    quote: 'Check the brakes.',
    name: 'Handbook',
    url: 'https://wiki.example.com/1',
    suggestion_id: null,
  };
  const items = [card({ front: '# Brakes 👩‍👩‍👧', source }), card({ front: '', back: '' })];
  const saved = await client.modules.saveSection.mutate({
    module_id: module.id,
    section: 'flashcards',
    version: 1,
    items,
  });
  expect(saved).toMatchObject({ module_id: module.id, section: 'flashcards', state: 'editable', version: 2 });
  const read = await client.modules.get.query({ id: module.id });
  expect(read.flashcards).toMatchObject({ version: 2, content_hash: saved.content_hash, cards: items });
  expect(read.flashcards.saved_by).toEqual({ id: user.id, name: user.fullName });
  expect(read.quiz).toMatchObject({ version: 1, questions: [], saved_by: null });
  const { rows } = await pool.query('select cycle, user_id from module_contributors where module_id = $1', [module.id]);
  expect(rows).toEqual([{ cycle: 1, user_id: user.id }]);
  expect((await audited(module.id)).at(-1)).toEqual({
    action: 'module.section_edited',
    actor: user.fullName,
    changes: { section: 'flashcards', version: [1, 2], items: [0, 2] },
  });
});

// rules/audit 4, rules/courses-and-modules 5
test('a save of what is there already keeps the version and leaves no trace', async () => {
  const { client, module } = await draft();
  const items = [question()];
  const save = (version: number) =>
    client.modules.saveSection.mutate({ module_id: module.id, section: 'quiz', version, items });
  const first = await save(1);
  const before = await audited(module.id);
  expect(await save(2)).toEqual(first);
  expect(await audited(module.id)).toEqual(before);
  await expect(save(1)).rejects.toMatchObject(refused('stale_version'));
});

// rules/review 2, rules/courses-and-modules 5
test('of two tabs that save at once one is told to merge, and what it lost to', async () => {
  const { client, module } = await draft();
  const save = (front: string) =>
    client.modules.saveSection.mutate({
      module_id: module.id,
      section: 'flashcards',
      version: 1,
      items: [card({ front })],
    });
  const race = await Promise.allSettled([save('one'), save('two')]);
  const lost = race.find((each) => each.status === 'rejected');
  expect(race.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(lost?.reason).toMatchObject(refused('stale_version', { detail: expect.stringContaining('version is 2') }));
});

// rules/review 2 and 15, rules/courses-and-modules 4
test('an edit of a locked section is 423 with what is locked, since when and by whom', async () => {
  const { client, module, user } = await draft();
  const { flashcards } = await submitted(client, module.id);
  const { version, state_since } = flashcards;
  const edit = (of: number) =>
    client.modules.saveSection.mutate({ module_id: module.id, section: 'flashcards', version: of, items: [card()] });
  const lock = { section: 'flashcards', round: 1, since: state_since, by: user.fullName };
  await expect(edit(version)).rejects.toMatchObject(refused('content_locked', { lock }));
  // The lock is checked before the version.
  await expect(edit(version + 7)).rejects.toMatchObject(refused('content_locked', { lock }));
});

// rules/review 2, rules/courses-and-modules 3 and 4
test('a queried section takes edits and the other one does not', async () => {
  const { client, module, workspace } = await draft();
  const { quiz, round } = await submitted(client, module.id);
  const reviewer = await person(workspace, 'content_manager');
  const decision = { module_id: module.id, section: 'quiz' as const, round, content_hash: quiz.content_hash };
  await reviewer.client.reviews.query.mutate({ ...decision, comment: 'Which of them?' });
  const items = [question('Which one?')];
  const edited = { module_id: module.id, section: 'quiz' as const, version: quiz.version, items };
  expect(await client.modules.saveSection.mutate(edited)).toMatchObject({
    state: 'queried',
    version: quiz.version + 1,
  });
  const cards = { module_id: module.id, section: 'flashcards' as const, version: 2, items: [] };
  await expect(client.modules.saveSection.mutate(cards)).rejects.toMatchObject(refused('content_locked'));
});

test('a published module says that it has to be revised, an archived draft that it has to be restored', async () => {
  const { client, module, workspace, course } = await draft();
  const live = await make.module(workspace, course.id, { status: 'published', position: 5 });
  const edit = (module_id: string) =>
    client.modules.saveSection.mutate({ module_id, section: 'quiz', version: 1, items: [question()] });
  const revise = { detail: expect.stringContaining('Revise it first') };
  await expect(edit(live.id)).rejects.toMatchObject(refused('content_locked', revise));
  await pool.query(`update modules set status = 'archived' where id = $1`, [module.id]);
  await expect(edit(module.id)).rejects.toMatchObject(refused('module_state'));
});

// rules/courses-and-modules 4
test.each(SectionKind.options)('what refuses an edit of the %s is the workflow’s table', (section) => {
  for (const state of SectionState.options) {
    for (const archived of [false, true]) {
      const standing = { archived, workflow: null, round: 1, state, since: '', by: null };
      const allowed = isSectionEditable({ ...NEW_MODULE_WORKFLOW_STATE, archived, [section]: state }, section);
      const attempt = () => assertSectionEditable(section, standing);
      if (allowed) expect(attempt).not.toThrow();
      else expect(attempt, `${state} ${archived}`).toThrow(AppError);
    }
  }
});

// rules/roles 4, rules/courses-and-modules 1
test('only trainers of the department write; others learn what they may know', async () => {
  const { module, workspace } = await draft();
  const input = { module_id: module.id, section: 'quiz' as const, version: 1, items: [] };
  const other = await server.as('trainer', workspace);
  await expect(other.modules.saveSection.mutate(input)).rejects.toMatchObject(refused('forbidden'));
  for (const role of ['learner', 'content_manager', 'auditor', 'super_admin'] as const) {
    const client = await server.as(role, workspace);
    await expect(client.modules.saveSection.mutate(input)).rejects.toMatchObject(refused('forbidden'));
  }
  const elsewhere = await server.as('trainer', await make.workspace());
  await expect(elsewhere.modules.saveSection.mutate(input)).rejects.toMatchObject(refused('module_not_found'));
  const { rows } = await pool.query('select 1 from module_contributors where module_id = $1', [module.id]);
  expect(rows).toEqual([]);
});

test('an edit that waits for a submission is refused by what the submission did', async () => {
  const { client, module } = await draft();
  const before = await submittable(client, module.id);
  const beside = await connect(server.databaseUrl);
  await beside.query('begin');
  await beside.query('select 1 from modules where id = $1 for update', [module.id]);
  const edit = client.modules.saveSection.mutate({ ...before, items: [card({ front: 'Late' })] });
  const refusal = expect(edit).rejects.toMatchObject(refused('content_locked', { lock: expect.anything() }));
  await expect.poll(waiting).toBe(1);
  await beside.query(`update sections set state = 'locked' where module_id = $1`, [module.id]);
  await beside.query(`update modules set workflow = 'in_review', status = 'in_review', round = 1 where id = $1`, [
    module.id,
  ]);
  await beside.query('commit');
  await refusal;
});

// rules/review 13
test('an edit that races a submission is in the snapshot, or it is 423', { tags: ['deep'] }, async () => {
  for (let round = 0; round < 25; round++) {
    const { client, module } = await draft();
    const before = await submittable(client, module.id);
    const front = `Round ${round} ${newId()}`;
    const [edit, submission] = await Promise.allSettled([
      client.modules.saveSection.mutate({ ...before, items: [card({ front })] }),
      client.reviews.submit.mutate({ module_id: module.id }),
    ]);
    expect(submission.status).toBe('fulfilled');
    const { rows } = await pool.query<{ flashcards: { front: string }[] }>(
      'select flashcards from review_rounds where module_id = $1',
      [module.id],
    );
    const isIn = rows[0]!.flashcards[0]!.front === front;
    expect(isIn).toBe(edit.status === 'fulfilled');
    if (edit.status === 'rejected') expect(edit.reason).toMatchObject(refused('content_locked'));
  }
});

/** Fills both sections, and returns the input of a further edit of the cards. */
async function submittable(client: Awaited<ReturnType<typeof draft>>['client'], module_id: string) {
  const { version } = await client.modules.saveSection.mutate({
    module_id,
    section: 'flashcards',
    version: 1,
    items: [card()],
  });
  await client.modules.saveSection.mutate({ module_id, section: 'quiz', version: 1, items: [question()] });
  return { module_id, section: 'flashcards' as const, version };
}

async function waiting(): Promise<number> {
  const { rows } = await pool.query<{ waiting: number }>(
    `select count(*)::integer as waiting from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]!.waiting;
}
