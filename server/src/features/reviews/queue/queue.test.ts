import { expect, test } from 'vitest';
import { startTestServer } from '../../../../test/server.ts';
import { refused } from '../../courses/modules/authoring-fixture.ts';
import { castOf } from '../reviews-fixture.ts';

const server = await startTestServer();
const { pool } = server.db;

/** Three modules in review that have waited for one, two and three days; the last one is of another department. */
async function queue() {
  const cast = await castOf(server);
  const other = await server.make.department(cast.workspace, 'Other');
  const made = [
    await cast.inReview(),
    await cast.inReview(),
    await server.make.moduleInReview(cast.workspace, { departmentId: other.id }),
  ];
  const [one, two, three] = made.map(({ module }) => module.id);
  for (const [days, id] of [one, two, three].entries()) {
    await pool.query(`update modules set submitted_at = now() - make_interval(days => $2, mins => 1) where id = $1`, [
      id,
      days + 1,
    ]);
  }
  return { ...cast, other, made, one: one!, two: two!, three: three! };
}

// rules/review 20
test('the queue has what is in review, what has waited longest first, in pages', async () => {
  const { reviewer, workspace, made, one, two, three } = await queue();
  await server.make.module(workspace, made[0]!.course.id, { status: 'draft', position: 7 });
  const read = async (input: object = {}) => {
    const { modules, total } = await reviewer.client.reviews.queue.query(input);
    return { ids: modules.map(({ module_id }) => module_id), total };
  };
  expect(await read()).toEqual({ ids: [three, two, one], total: 3 });
  expect(await read({ limit: 1, offset: 1 })).toEqual({ ids: [two], total: 3 });
  expect(await read({ offset: 3 })).toEqual({ ids: [], total: 3 });
  expect(await read({ waiting_days: 2 })).toEqual({ ids: [three, two], total: 2 });
  expect(await read({ waiting_days: 0 })).toEqual({ ids: [three, two, one], total: 3 });
});

test('it is filtered by department and by who has claimed what', async () => {
  const { reviewer, second, other, one, two, three } = await queue();
  await reviewer.client.reviews.claim.mutate({ module_id: one });
  await second.client.reviews.claim.mutate({ module_id: three });
  const read = async (input: object) => {
    const { modules, total } = await reviewer.client.reviews.queue.query(input);
    expect(total).toBe(modules.length);
    return modules.map(({ module_id }) => module_id);
  };
  expect(await read({ claim: 'mine' })).toEqual([one]);
  expect(await read({ claim: 'unclaimed' })).toEqual([two]);
  expect(await read({ department_id: other.id })).toEqual([three]);
  expect(await read({ claim: 'mine', department_id: other.id })).toEqual([]);
  expect(await read({ claim: 'unclaimed', department_id: other.id })).toEqual([]);
});

test('what was sent back waits while its other section does, and is a list of its own', async () => {
  const { reviewer, second, trainer, made, other, one, two, three } = await queue();
  const decide = (module: number, section: 'flashcards' | 'quiz') => {
    const { module: of, hashes } = made[module]!;
    return { module_id: of.id, section, round: hashes.round, content_hash: hashes[section] };
  };
  const read = async (input: object = {}) => {
    const { modules, total } = await reviewer.client.reviews.queue.query(input);
    return { ids: modules.map(({ module_id }) => module_id), total };
  };
  await reviewer.client.reviews.claim.mutate({ module_id: three });
  await reviewer.client.reviews.query.mutate({ ...decide(2, 'quiz'), comment: 'Why?' });
  expect(await read()).toEqual({ ids: [three, two, one], total: 3 });
  expect(await read({ limit: 1, offset: 1 })).toEqual({ ids: [two], total: 3 });
  expect(await read({ state: 'waiting', claim: 'mine' })).toEqual({ ids: [three], total: 1 });
  expect(await read({ waiting_days: 3, department_id: other.id })).toEqual({ ids: [three], total: 1 });
  const half = { ids: [three], total: 1 };
  expect(await read({ state: 'sent_back' })).toEqual(half);
  const [row] = (await second.client.reviews.queue.query({ state: 'sent_back', department_id: other.id })).modules;
  expect(row).toMatchObject({
    sections: { flashcards: 'locked', quiz: 'queried' },
    sent_back: { by: reviewer.fullName, at: expect.any(String) },
  });

  // Leaves nothing to decide: the other section is approved, or queried too.
  await reviewer.client.reviews.approve.mutate(decide(2, 'flashcards'));
  expect(await read()).toEqual({ ids: [two, one], total: 2 });
  await reviewer.client.reviews.query.mutate({ ...decide(0, 'quiz'), comment: 'Why?' });
  await second.client.reviews.query.mutate({ ...decide(0, 'flashcards'), comment: 'Why not?' });
  expect(await read()).toEqual({ ids: [two], total: 1 });
  expect(await read({ state: 'sent_back' })).toEqual({ ids: [three, one], total: 2 });
  expect(await read({ state: 'sent_back', claim: 'mine' })).toEqual(half);
  expect(await read({ state: 'sent_back', claim: 'unclaimed' })).toEqual({ ids: [one], total: 1 });
  expect(await read({ state: 'sent_back', waiting_days: 3 })).toEqual(half);
  const { modules } = await reviewer.client.reviews.queue.query({ state: 'sent_back' });
  expect(modules[1]!.sent_back).toMatchObject({ by: second.fullName });

  await trainer.client.reviews.withdraw.mutate({ module_id: one });
  expect(await read({ state: 'sent_back' })).toEqual(half);
});

test('a row says what it is about, who has it, and whether it is the caller’s own', async () => {
  const { reviewer, second, admin, made, two, department, workspace } = await queue();
  await reviewer.client.reviews.claim.mutate({ module_id: two });
  const { module, course, hashes } = made[1]!;
  const content_hash = hashes.quiz;
  await reviewer.client.reviews.approve.mutate({ module_id: two, section: 'quiz', round: hashes.round, content_hash });
  const row = async (client: typeof admin.client) =>
    (await client.reviews.queue.query({})).modules.find(({ module_id }) => module_id === two);
  expect(await row(admin.client)).toEqual({
    module_id: two,
    title: module.title,
    status: 'in_review',
    round: 1,
    course: { id: course.id, title: course.title, emoji: course.emoji },
    department: department.name,
    submitted_by: expect.any(String),
    submitted_at: expect.any(String),
    claimed_by: { id: reviewer.id, name: reviewer.fullName, at: expect.any(String) },
    sections: { flashcards: 'locked', quiz: 'approved' },
    sent_back: null,
    mine: false,
  });
  const contributed =
    'insert into module_contributors (workspace_id, module_id, cycle, user_id) values ($1, $2, $3, $4)';
  // An earlier working copy counts, too.
  await pool.query(contributed, [workspace.id, two, 0, second.id]);
  expect(await row(second.client)).toMatchObject({ mine: true });
  expect(await row(admin.client)).toMatchObject({ mine: false });
  await pool.query('update modules set created_by = $2 where id = $1', [two, admin.id]);
  expect(await row(admin.client)).toMatchObject({ mine: true });
});

test('only reviewers and auditors read it, of their own workspace, and only with filters that there are', async () => {
  const { workspace, reviewer } = await queue();
  for (const role of ['learner', 'trainer'] as const) {
    const client = await server.as(role, workspace);
    await expect(client.reviews.queue.query({})).rejects.toMatchObject(refused('forbidden'));
  }
  const auditor = await server.as('auditor', workspace);
  expect(await auditor.reviews.queue.query({})).toMatchObject({ total: 3 });
  const elsewhere = await server.as('super_admin', await server.make.workspace());
  expect(await elsewhere.reviews.queue.query({})).toEqual({ modules: [], total: 0 });
  for (const input of [{ limit: 101 }, { waiting_days: -1 }, { department_id: 'x' }]) {
    await expect(reviewer.client.reviews.queue.query(input)).rejects.toMatchObject(refused('invalid_request'));
  }
});

// rules/overview 9
test('the queue is sorted by module or submitter, both ways and over all pages, and otherwise by waiting time', async () => {
  const { reviewer, one, two, three, other } = await queue();
  for (const [id, title, by] of [
    [one, 'beta', 'Zoe'],
    [two, 'Alpha', 'zoe'],
    [three, 'Gamma', 'Abel'],
  ] as const) {
    await pool.query(
      `update modules set title = $2, working = working || jsonb_build_object('title', $2::text), submitted_by_name = $3 where id = $1`,
      [id, title, by],
    );
  }
  const read = async (input: object) => {
    const { modules, total } = await reviewer.client.reviews.queue.query(input);
    expect(total).toBe('department_id' in input ? 1 : 3);
    return modules.map(({ module_id }) => module_id);
  };
  expect(await read({ order: 'module', descending: false })).toEqual([two, one, three]);
  expect(await read({ order: 'module' })).toEqual([three, one, two]);
  expect(await read({ order: 'module', limit: 1, offset: 1 })).toEqual([one]);
  // The longest waiting of a submitter comes first.
  expect(await read({ order: 'submitted_by', descending: false })).toEqual([three, two, one]);
  expect(await read({ order: 'waiting', descending: false })).toEqual([one, two, three]);
  expect(await read({ order: 'module', department_id: other.id })).toEqual([three]);
});
