import { CONTENT_LIMITS } from '@training/shared/sections';
import { SectionKind, SectionState } from '@training/shared/courses';
import { acceptsEdits } from '@training/shared/workflow';
import { NEW_MODULE } from '@training/shared/workflow-state';
import { expect, test } from 'vitest';
import { connect } from '../../../test/database.ts';
import { startTestServer } from '../../../test/server.ts';
import { AppError } from '../../errors.ts';
import { newId } from '../../platform/ids.ts';
import { authoringOn, card, question, refused, type Card, type Question } from './authoring-fixture.ts';
import { assertEditable } from './assert-editable.ts';

const server = await startTestServer();
const { make } = server;
const { pool } = server.db;
const { draft, person, submitted, audited } = authoringOn(server);

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
  expect(read.quiz).toMatchObject({ version: 1, questions: [] });
  const { rows } = await pool.query('select cycle, user_id from module_contributors where module_id = $1', [module.id]);
  expect(rows).toEqual([{ cycle: 1, user_id: user.id }]);
  expect((await audited(module.id)).at(-1)).toEqual({
    action: 'module.section_edited',
    actor: user.fullName,
    changes: { section: 'flashcards', version: [1, 2], items: [0, 2] },
  });
});

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

test('an edit of a locked section is 423 with what is locked, since when and by whom', async () => {
  const { client, module, user } = await draft();
  const { flashcards } = await submitted(client, module.id);
  const { version, state_since } = flashcards;
  const edit = (of: number) =>
    client.modules.saveSection.mutate({ module_id: module.id, section: 'flashcards', version: of, items: [card()] });
  const lock = { section: 'flashcards', round: 1, since: state_since, by: user.fullName };
  await expect(edit(version)).rejects.toMatchObject(refused('content_locked', { lock }));
  // Locked comes before stale.
  await expect(edit(version + 7)).rejects.toMatchObject(refused('content_locked', { lock }));
});

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
  const revise = { detail: expect.stringContaining('revise it first') };
  await expect(edit(live.id)).rejects.toMatchObject(refused('content_locked', revise));
  await pool.query(`update modules set status = 'archived' where id = $1`, [module.id]);
  await expect(edit(module.id)).rejects.toMatchObject(refused('module_state'));
});

test.each(SectionKind.options)('what refuses an edit of the %s is the workflow’s table', (section) => {
  for (const state of SectionState.options) {
    for (const archived of [false, true]) {
      const standing = { archived, workflow: null, round: 1, state, since: '', by: null };
      const allowed = acceptsEdits({ ...NEW_MODULE, archived, [section]: state }, section);
      const attempt = () => assertEditable(section, standing);
      if (allowed) expect(attempt).not.toThrow();
      else expect(attempt, `${state} ${archived}`).toThrow(AppError);
    }
  }
});

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

test('what a section cannot hold is 400, and what it just holds is kept', async () => {
  const { client, module } = await draft();
  const save = (items: ReturnType<typeof card>[], version = 1) =>
    client.modules.saveSection.mutate({ module_id: module.id, section: 'flashcards', version, items });
  const one = card();
  const source = { quote: '', name: '', url: null, suggestion_id: null };
  const wrong = [
    Array.from({ length: 5_000 }, () => card()),
    Array.from({ length: CONTENT_LIMITS.cards + 1 }, () => card()),
    [one, one],
    [card({ front: 'x'.repeat(CONTENT_LIMITS.front + 1) })],
    [card({ back: '\ud800' })],
    [card({ back: 'a\0b' })],
    [card({ source: { ...source, url: 'javascript:alert(1)' } })],
    [card({ source: { ...source, url: 'https://example.com/\ud800' } })],
    [card({ source: { ...source, quote: '\udfff' } })],
    [card({ id: 'card-1' })],
  ];
  for (const items of wrong) await expect(save(items)).rejects.toMatchObject(refused('invalid_request'));
  const full = Array.from({ length: CONTENT_LIMITS.cards }, () => card({ front: '🚜'.repeat(1_996), back: 'Back' }));
  expect(await save(full)).toMatchObject({ version: 2 });
  expect((await client.modules.get.query({ id: module.id })).flashcards.cards).toEqual(full);
});

test('a section holds a million characters of whatever script, and one more is 400 that says so', async () => {
  const { client, module } = await draft();
  const save = (items: Card[], version: number) =>
    client.modules.saveSection.mutate({ module_id: module.id, section: 'flashcards', version, items });
  const read = async () => (await client.modules.get.query({ id: module.id })).flashcards;
  const source = { quote: 'q', name: 'n', url: 'https://example.com/', suggestion_id: null };
  // As JSON nothing is longer than a control character.
  for (const [version, letter] of ['\u0001', '漢', '🚜'].entries()) {
    const front = letter.repeat(1_977);
    const items = Array.from({ length: CONTENT_LIMITS.cards }, () => card({ front, back: '!', source }));
    expect(await save(items, version + 1)).toMatchObject({ version: version + 2 });
    expect((await read()).cards).toEqual(items);
    const refusal = save(items.with(9, card({ front, back: '!!', source })), version + 2);
    const message = expect.stringMatching(
      /^A section has at most 1,000,000 characters, .* these are 1,000,001; shorten/,
    );
    await expect(refusal).rejects.toMatchObject(
      refused('invalid_request', { errors: [{ path: 'items', code: 'custom', message }] }),
    );
  }
  expect(await read()).toMatchObject({ version: 4 });
  // What each card may have, all of them may not: this is refused for that, and read before.
  const long = Array.from({ length: 400 }, () => card({ front: 'x'.repeat(2_000), back: 'x'.repeat(10_000) }));
  const detail = expect.stringContaining('these are 4,800,000');
  await expect(save(long, 4)).rejects.toMatchObject(refused('invalid_request', { detail }));
});

test('a quiz holds a million characters too, its options, answers and points counted', async () => {
  const { client, module } = await draft();
  const of = { prompt: '\u0001'.repeat(1_000), explanation: '\u0001'.repeat(3_000) };
  const lines = Array.from({ length: 10 }, () => '\u0001'.repeat(100));
  const everyOption = lines.map((_, index) => index);
  const four = (): Question[] => [
    { id: newId(), ...of, kind: 'multiple_choice', options: lines, correct: everyOption },
    { id: newId(), ...of, kind: 'single_choice', options: lines, correct: 9 },
    { id: newId(), ...of, kind: 'short_text', accepted: lines },
    { id: newId(), ...of, kind: 'spoken', rubric: lines },
  ];
  const items = Array.from({ length: 50 }, four).flat();
  const save = (questions: Question[], version: number) =>
    client.modules.saveSection.mutate({ module_id: module.id, section: 'quiz', version, items: questions });
  expect(await save(items, 1)).toMatchObject({ version: 2 });
  for (const index of everyOption.slice(0, 4)) {
    const longer = { ...items[index]!, explanation: `${of.explanation}!` };
    const detail = expect.stringContaining('these are 1,000,001');
    await expect(save(items.with(index, longer), 2)).rejects.toMatchObject(refused('invalid_request', { detail }));
  }
});

test('a card or question names the suggestion that its module was made of, and no other', async () => {
  const { client, module, workspace, course } = await draft();
  const offered = async (content: string, of = workspace) => {
    const { call } = await server.api(['intake:create'], of);
    return String((await call('POST', '/api/v1/intake', { content, source_name: 'Wiki' })).json.id);
  };
  const own = await offered('Check the brakes.');
  const accepted = await client.suggestions.accept.mutate({ id: own, course_id: course.id, generate: false });
  const items = (suggestion_id: string | null) => [
    card(),
    card({ source: { quote: 'Check the brakes.', name: 'Wiki', url: null, suggestion_id } }),
  ];
  const save = (module_id: string, suggestion_id: string | null, version = 1) =>
    client.modules.saveSection.mutate({ module_id, section: 'flashcards', version, items: items(suggestion_id) });
  const foreign = await offered('Check the brakes.', await make.workspace());
  const pending = await offered('Check the mirrors.');
  const refusal = refused('invalid_request', {
    errors: [expect.objectContaining({ path: 'items.1.source.suggestion_id' })],
  });
  const before = await audited(accepted.module_id);
  for (const other of [foreign, pending, newId()]) {
    await expect(save(accepted.module_id, other)).rejects.toMatchObject(refusal);
    await expect(save(module.id, other)).rejects.toMatchObject(refusal);
  }
  await expect(save(module.id, own)).rejects.toMatchObject(refusal);
  const questions = [{ ...question(), source: items(foreign)[1]!.source! }];
  const quiz = { module_id: accepted.module_id, section: 'quiz' as const, version: 1, items: questions };
  await expect(client.modules.saveSection.mutate(quiz)).rejects.toMatchObject(
    refused('invalid_request', { errors: [expect.objectContaining({ path: 'items.0.source.suggestion_id' })] }),
  );
  expect(await audited(accepted.module_id)).toEqual(before);
  expect(await save(accepted.module_id, own.toUpperCase())).toMatchObject({ version: 2 });
  expect(await save(accepted.module_id, null, 2)).toMatchObject({ version: 3 });
});

test('Markdown with scripts and links of any kind is kept as the text that it is', async () => {
  const { client, module } = await draft();
  const back = '<script>alert(1)</script> [x](javascript:alert(1)) ![x](https://evil.example/x.png) \u202e';
  const items = [card({ back })];
  await client.modules.saveSection.mutate({ module_id: module.id, section: 'flashcards', version: 1, items });
  expect((await client.modules.get.query({ id: module.id })).flashcards.cards).toEqual(items);
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

test('an edit that races a submission is in the snapshot, or it is 423', async () => {
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

/** Fills both sections; what an edit of the cards names then. */
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
