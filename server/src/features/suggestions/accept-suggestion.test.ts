import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import { sourceOf, startJobsServer, untilJob } from '../ai/jobs/ai-jobs-fixture.ts';
import { authoringOn, refused } from '../courses/modules/authoring-fixture.ts';

const { server } = await startJobsServer();
const { make } = server;
const { pool } = server.db;
const { trainer, person, audited } = authoringOn(server);

const ARTICLE = sourceOf(1).text;

/** A trainer, and a suggestion for their department, or for `departmentId`. */
async function suggested(on = server, { departmentId = '', title = 'Forklift rules' } = {}) {
  const author = await authoringOn(on).trainer();
  const { call } = await on.api(['intake:create'], author.workspace);
  const push = async (content: string, department?: string) => {
    const source = { source_name: 'Wiki', source_url: 'https://wiki.example.com/42', title };
    const body = { content, ...source, ...(department && { department_id: department }) };
    return String((await call('POST', '/api/v1/intake', body)).json.id);
  };
  return { ...author, push, id: await push(ARTICLE, departmentId || author.department.id) };
}

// rules/suggestions 8 and 11
test('an accepted suggestion is a draft with its source, whose cards and quiz are made of it', async () => {
  const { client, course, id, user } = await suggested();
  const accepted = await client.suggestions.accept.mutate({ id, course_id: course.id });
  expect(accepted).toMatchObject({ id, course_id: course.id, jobs: [expect.any(String), expect.any(String)] });
  for (const job of accepted.jobs) await untilJob(client, job, 'succeeded');
  const module = await client.modules.get.query({ id: accepted.module_id });
  const source = { name: 'Wiki', url: 'https://wiki.example.com/42', suggestion_id: id };
  expect(module).toMatchObject({
    title: 'Forklift rules',
    status: 'draft',
    workflow: 'draft',
    live: null,
    mine: true,
    source: { ...source, title: 'Forklift rules' },
  });
  const items = [...module.flashcards.cards, ...module.quiz.questions];
  expect(module.flashcards.cards.length).toBeGreaterThan(0);
  expect(module.quiz.questions.length).toBeGreaterThan(0);
  for (const item of items) {
    expect(item.source).toMatchObject(source);
    expect(ARTICLE).toContain(item.source!.quote);
  }
  expect(await client.suggestions.get.query({ id })).toMatchObject({ status: 'accepted' });
  const became = { module_id: accepted.module_id, course_id: course.id };
  expect((await audited(id)).at(-1)).toEqual({
    action: 'suggestion.accepted',
    actor: user.fullName,
    changes: became,
  });
  expect((await audited(accepted.module_id))[0]).toMatchObject({ action: 'module.created' });
  const { rows } = await pool.query(
    `select type, data from outgoing_events where data ->> 'suggestion_id' = $1 order by id`,
    [id],
  );
  expect(rows.at(-1)).toMatchObject({ type: 'suggestion.accepted', data: { suggestion_id: id, ...became } });
});

// rules/suggestions 8
test('a second acceptance is told which module it became; of many at once exactly one wins', async () => {
  const { client, course, id, workspace, department } = await suggested();
  const colleague = await person(workspace, 'trainer', department.id);
  const race = await Promise.allSettled(
    [client, colleague.client, client, colleague.client].map((each) =>
      each.suggestions.accept.mutate({ id, course_id: course.id, generate: false }),
    ),
  );
  const won = race.filter((each) => each.status === 'fulfilled');
  expect(won).toHaveLength(1);
  const { module_id, jobs } = won[0]!.value;
  expect(jobs).toEqual([]);
  const named = { detail: expect.stringMatching(`Forklift rules.*${module_id}`) };
  for (const each of race) {
    if (each.status === 'rejected') expect(each.reason).toMatchObject(refused('suggestion_not_pending', named));
  }
  expect((await client.courses.get.query({ id: course.id })).modules.map((each) => each.id)).toEqual([module_id]);
  const { rows } = await pool.query(
    `select 1 from outgoing_events where type = 'suggestion.accepted' and data ->> 'suggestion_id' = $1`,
    [id],
  );
  expect(rows).toHaveLength(1);
});

// rules/suggestions 8, rules/courses-and-modules 11
test('who may not read the module that a suggestion became is not told its title', async () => {
  const { client, course, workspace, push } = await suggested();
  const elsewhere = await trainer(workspace);
  const id = await push('For everybody');
  await client.suggestions.accept.mutate({ id, course_id: course.id, title: 'Closing of the depot', generate: false });
  const attempt = elsewhere.client.suggestions.accept.mutate({ id, course_id: elsewhere.course.id });
  const unnamed = { detail: 'Another department already accepted it.' };
  await expect(attempt).rejects.toMatchObject(refused('suggestion_not_pending', unnamed));
});

// rules/suggestions 1
test('what was dismissed is not accepted, and what was accepted is not dismissed', async () => {
  const { client, course, id, push } = await suggested();
  await client.suggestions.dismiss.mutate({ id, reason: 'Old' });
  const accept = (of: string) => client.suggestions.accept.mutate({ id: of, course_id: course.id, generate: false });
  await expect(accept(id)).rejects.toMatchObject(refused('suggestion_not_pending'));
  const other = await push('Another article');
  await accept(other);
  const dismissal = client.suggestions.dismiss.mutate({ id: other, reason: 'Late' });
  await expect(dismissal).rejects.toMatchObject(refused('suggestion_not_pending'));
});

test('a title may be chosen, and one that is too long for a module is cut', async () => {
  const { client, course, id } = await suggested(server, { title: '🚜'.repeat(300) });
  const other = await suggested();
  const accepted = await client.suggestions.accept.mutate({ id, course_id: course.id, generate: false });
  const { title } = await client.modules.get.query({ id: accepted.module_id });
  expect(Array.from(title)).toHaveLength(200);
  expect(title.endsWith('🚜…')).toBe(true);
  const named = { id: other.id, course_id: other.course.id, title: ' Our rules ', generate: false };
  const { module_id } = await other.client.suggestions.accept.mutate(named);
  expect(await other.client.modules.get.query({ id: module_id })).toMatchObject({ title: 'Our rules' });
});

// rules/suggestions 8
test('without a provider key the draft is made all the same', async () => {
  const bare = await startTestServer();
  const { client, course, id } = await suggested(bare);
  const accepted = await client.suggestions.accept.mutate({ id, course_id: course.id });
  expect(accepted.jobs).toEqual([]);
  expect(await client.modules.get.query({ id: accepted.module_id })).toMatchObject({ status: 'draft' });
});

test('where the jobs cannot be started, nothing is accepted', async () => {
  const { client, course, id, user, workspace } = await suggested();
  await pool.query(
    `insert into ai_jobs (workspace_id, id, feature, capability, state, title, created_by, input, created_at)
     select $1, gen_random_uuid(), 'card_generation', 'generation', 'parked', 'x', $2, '{}', now() from generate_series(1, 19)`,
    [workspace.id, user.id],
  );
  const attempt = client.suggestions.accept.mutate({ id, course_id: course.id });
  await expect(attempt).rejects.toMatchObject(refused('rate_limited'));
  expect(await client.suggestions.get.query({ id })).toMatchObject({ status: 'pending' });
  expect((await client.courses.get.query({ id: course.id })).modules).toEqual([]);
});

// rules/suggestions 7
test('trainers accept into courses of their own department, and only what they see', async () => {
  const { client, course, id, workspace, push } = await suggested();
  const colleague = await trainer(workspace);
  const accept = (on: typeof client, of: string, course_id: string) =>
    on.suggestions.accept.mutate({ id: of, course_id, generate: false });
  const theirs = colleague.course.id;
  await expect(accept(colleague.client, id, theirs)).rejects.toMatchObject(refused('suggestion_not_found'));
  await expect(accept(client, id, theirs)).rejects.toMatchObject(refused('forbidden'));
  const stranger = await trainer();
  await expect(accept(client, id, stranger.course.id)).rejects.toMatchObject(refused('course_not_found'));
  await expect(accept(stranger.client, id, stranger.course.id)).rejects.toMatchObject(refused('suggestion_not_found'));
  for (const role of ['learner', 'content_manager', 'auditor', 'super_admin'] as const) {
    const other = await server.as(role, workspace);
    await expect(accept(other, id, course.id)).rejects.toMatchObject(refused('forbidden'));
  }
  const unassigned = await push('For everybody');
  expect(await accept(colleague.client, unassigned, theirs)).toMatchObject({ course_id: theirs });
});

// rules/suggestions 10
test('reviewers move a waiting suggestion to another department, or to all', async () => {
  const { client, course, id, workspace, department } = await suggested();
  const other = await make.department(workspace);
  const manager = await person(workspace, 'content_manager');
  const move = (department_id: string | null) => manager.client.suggestions.move.mutate({ id, department_id });
  expect(await move(other.id)).toMatchObject({ department_id: other.id, department: other.name });
  await expect(client.suggestions.get.query({ id })).rejects.toMatchObject(refused('suggestion_not_found'));
  expect(await move(null)).toMatchObject({ department_id: null, department: null });
  await move(null);
  expect((await audited(id)).slice(1)).toEqual([
    {
      action: 'suggestion.moved',
      actor: manager.user.fullName,
      changes: { department_id: [department.id, other.id] },
    },
    { action: 'suggestion.moved', actor: manager.user.fullName, changes: { department_id: [other.id, null] } },
  ]);
  const elsewhere = await make.department(await make.workspace());
  await expect(move(elsewhere.id)).rejects.toMatchObject(refused('department_not_found'));
  for (const role of ['learner', 'trainer', 'auditor'] as const) {
    const { suggestions } = await server.as(role, workspace);
    const attempt = suggestions.move.mutate({ id, department_id: null });
    await expect(attempt).rejects.toMatchObject(refused('forbidden'));
  }
  const stranger = await server.as('super_admin', await make.workspace());
  const attempt = stranger.suggestions.move.mutate({ id, department_id: null });
  await expect(attempt).rejects.toMatchObject(refused('suggestion_not_found'));
  await client.suggestions.accept.mutate({ id, course_id: course.id, generate: false });
  await expect(move(other.id)).rejects.toMatchObject(refused('suggestion_not_pending'));
});
