import { expect, test } from 'vitest';
import { startTestServer } from '../../../../test/server.ts';

const server = await startTestServer();
const PATH = '/api/v1/intake';
const PAGE = 'https://wiki.example.com/lifting';
const WORDS = Array.from({ length: 120 }, (_, n) => `word${n}`);
/** 120 words, with those at the given positions changed. */
const article = (...changed: number[]) =>
  WORDS.map((word, place) => (changed.includes(place) ? 'other' : word)).join(' ');

/** A workspace with a token that pushes, and a reviewer who reads the queue. */
async function setUp() {
  const { workspace, call } = await server.api(['intake:create']);
  const reviewer = await server.as('content_manager', workspace);
  const push = (content: string, source_name = 'Wiki', more: Record<string, string> = {}) =>
    call('POST', PATH, { content, source_name, ...more });
  const status = async (id: string) => (await reviewer.suggestions.get.query({ id })).status;
  return { workspace, reviewer, push, status };
}

// rules/suggestions 4
test('a source is the same however its name is written', async () => {
  const { push } = await setUp();
  const first = await push('Bend your knees.', 'Confluence  Cloud');
  const again = await push('Bend your knees.', ' confluence cloud ');
  expect(again).toMatchObject({ status: 200, json: first.json });
  expect(again.json.source_name).toBe('Confluence  Cloud');
});

// rules/suggestions 5
test('a near duplicate from another source names the earlier one, and stays a suggestion of its own', async () => {
  const { push, reviewer } = await setUp();
  const first = await push(article(), 'Wiki');
  for (const near of [article(60), `${article()}!`.toUpperCase().replaceAll(' ', '\n')]) {
    const found = await push(near, 'Drive');
    expect(found).toMatchObject({ status: 201, json: { status: 'pending', duplicate_of: first.json.id } });
  }
  // From the same source, it is a separate page; the first one is named as the original.
  expect(await push(article(20), 'wiki')).toMatchObject({ status: 201, json: { duplicate_of: expect.any(String) } });
  expect(await push(article(10, 40, 70, 100), 'Intranet')).toMatchObject({ json: { duplicate_of: null } });
  const { suggestions } = await reviewer.suggestions.list.query({});
  expect(suggestions.map((each) => each.duplicate?.title ?? null)).toContain(first.json.title);
});

test('texts of one source are no duplicates of each other, and another workspace’s are unknown', async () => {
  const { push } = await setUp();
  await push(article());
  expect((await push(article(60))).json.duplicate_of).toBeNull();
  const elsewhere = await setUp();
  expect((await elsewhere.push(article(), 'Drive')).json.duplicate_of).toBeNull();
});

test('of two sources that push the same at once, one names the other', { tags: ['deep'] }, async () => {
  const { push } = await setUp();
  for (let round = 0; round < 10; round++) {
    const race = await Promise.all(['Wiki', 'Drive'].map((source) => push(`Round ${round} of the race`, source)));
    const [first, second] = race.map(({ json }) => json);
    expect(race.map(({ status }) => status)).toEqual([201, 201]);
    const named = [first.duplicate_of, second.duplicate_of];
    expect([
      [second.id, null],
      [null, first.id],
    ]).toContainEqual(named);
  }
});

// rules/suggestions 4
test('what was dismissed stays dismissed when the same text comes again', async () => {
  const { push, reviewer } = await setUp();
  const { json } = await push('Old news');
  await reviewer.suggestions.dismiss.mutate({ id: json.id, reason: 'Old' });
  expect(await push('Old  news', 'WIKI')).toMatchObject({ status: 200, json: { id: json.id, status: 'dismissed' } });
});

// rules/suggestions 6
test('a newer text of the same page supersedes the one that is waiting, and tells of it', async () => {
  const { workspace, push, reviewer, status } = await setUp();
  const page = { source_url: PAGE };
  const first = await push('Lift with your back.', 'Wiki', page);
  const others = [await push('Lift with care.', 'Drive', page), await push('Lift with a friend.', 'Wiki')];
  const newer = await push('Lift with your legs.', ' WIKI', page);
  expect(newer).toMatchObject({ status: 201, json: { status: 'pending' } });
  for (const other of others) expect(await status(other.json.id)).toBe('pending');
  expect(await reviewer.suggestions.get.query({ id: first.json.id })).toMatchObject({
    status: 'superseded',
    superseded: { by: { id: newer.json.id, title: 'Lift with your legs.' }, at: newer.json.created_at },
  });
  const { suggestions } = await reviewer.suggestions.list.query({});
  expect(suggestions.map(({ id }) => id)).not.toContain(first.json.id);
  expect(await reviewer.suggestions.list.query({ status: 'superseded' })).toMatchObject({ total: 1 });
  const { pool } = server.db;
  const told = await pool.query(
    `select data from outgoing_events where workspace_id = $1 and type = 'suggestion.superseded'`,
    [workspace.id],
  );
  expect(told.rows).toMatchObject([{ data: { suggestion_id: first.json.id, superseded_by: newer.json.id } }]);
  const audited = await pool.query(
    `select subject_id, changes from audit_events where workspace_id = $1 and action = 'suggestion.superseded'`,
    [workspace.id],
  );
  expect(audited.rows).toEqual([{ subject_id: first.json.id, changes: { superseded_by: newer.json.id } }]);

  await expect(reviewer.suggestions.dismiss.mutate({ id: first.json.id, reason: 'x' })).rejects.toMatchObject({
    data: { app_code: 'suggestion_not_pending', detail: expect.stringContaining('superseded') },
  });
});

// rules/suggestions 4 and 6
test('a page that goes back to its older text has that one wait again, in the place of the newer one', async () => {
  const { workspace, push, reviewer, status } = await setUp();
  const page = { source_url: PAGE };
  const [older, newer] = [await push('Text A', 'Wiki', page), await push('Text B', 'Wiki', page)];
  const again = { status: 200, json: { ...older.json, status: 'pending' } };
  expect(await push('Text A', 'Wiki', page)).toMatchObject(again);
  expect(await push('Text A', 'Wiki', page)).toMatchObject(again);
  expect((await reviewer.suggestions.list.query({})).suggestions.map(({ id }) => id)).toEqual([older.json.id]);
  expect(await reviewer.suggestions.get.query({ id: newer.json.id })).toMatchObject({
    status: 'superseded',
    superseded: { by: { id: older.json.id } },
  });
  expect(await push('Text B', 'Wiki', page)).toMatchObject({ status: 200, json: { id: newer.json.id } });
  expect([await status(older.json.id), await status(newer.json.id)]).toEqual(['superseded', 'pending']);

  const { rows } = await server.db.pool.query(
    `select action from audit_events where workspace_id = $1 and subject_id = $2 order by at, id`,
    [workspace.id, older.json.id],
  );
  const [created, superseded, returned] = ['created', 'superseded', 'returned'].map((what) => `suggestion.${what}`);
  expect(rows.map(({ action }) => action)).toEqual([created, superseded, returned, superseded]);
});

test('what was decided on stays so when its page goes back to it, and the newer text no longer waits', async () => {
  const { push, reviewer, status } = await setUp();
  const page = { source_url: PAGE };
  const older = await push('Text A', 'Wiki', page);
  await reviewer.suggestions.dismiss.mutate({ id: older.json.id, reason: 'Too short' });
  const newer = await push('Text B', 'Wiki', page);
  expect(await push('Text A', 'Wiki')).toMatchObject({ status: 200, json: { status: 'dismissed' } });
  expect(await status(newer.json.id)).toBe('pending');
  expect(await push('Text A', 'Wiki', page)).toMatchObject({ status: 200, json: { status: 'dismissed' } });
  expect(await status(newer.json.id)).toBe('superseded');
});

// rules/suggestions 6
test('a superseded text that comes from another page waits as a text of that page', async () => {
  const { push, status } = await setUp();
  const [page, other] = [{ source_url: PAGE }, { source_url: `${PAGE}/other` }];
  const older = await push('Text A', 'Wiki', page);
  const newer = await push('Text B', 'Wiki', page);
  expect(await push('Text A', 'Wiki', other)).toMatchObject({
    status: 200,
    json: { id: older.json.id, status: 'pending', ...other },
  });
  expect(await status(newer.json.id)).toBe('pending');
});

// rules/suggestions 6 and 10
test('a newer text for one department leaves what waits in another, moved there or not', async () => {
  const { workspace, push, reviewer, status } = await setUp();
  const [own, other] = [
    await server.make.department(workspace, 'Own'),
    await server.make.department(workspace, 'Other'),
  ];
  const to = (department_id: string) => ({ source_url: PAGE, department_id });
  const first = await push('Version 1', 'Wiki', to(own.id));
  const forAll = await push('Version 2', 'Wiki', { source_url: PAGE });
  const forOther = await push('Version 3', 'Wiki', to(other.id));
  const waiting = () => Promise.all([first, forAll, forOther].map(({ json }) => status(json.id)));
  expect(await waiting()).toEqual(['pending', 'pending', 'pending']);
  const trainer = await server.as('trainer', workspace, own.id);
  const { suggestions } = await trainer.suggestions.list.query({});
  expect(suggestions.map(({ id }) => id)).toEqual([forAll.json.id, first.json.id]);

  const move = (id: string, department_id: string | null) => reviewer.suggestions.move.mutate({ id, department_id });
  await expect(move(first.json.id, other.id)).rejects.toMatchObject({
    data: { httpStatus: 409, app_code: 'suggestion_page_waiting', detail: expect.stringContaining('Version 3') },
  });
  await reviewer.suggestions.dismiss.mutate({ id: forOther.json.id, reason: 'Not for them' });
  await move(first.json.id, other.id);
  await push('Version 4', 'Wiki', to(own.id));
  expect(await waiting()).toEqual(['pending', 'pending', 'dismissed']);
  await expect(reviewer.suggestions.restore.mutate({ id: forOther.json.id })).rejects.toMatchObject({
    data: { app_code: 'suggestion_not_dismissed' },
  });
  await push('Version 5', 'Wiki', to(other.id));
  expect(await waiting()).toEqual(['superseded', 'pending', 'dismissed']);
  await reviewer.suggestions.dismiss.mutate({ id: forAll.json.id, reason: 'Old' });
  await push('Version 6', 'Wiki', { source_url: PAGE });
  expect(await push('Version 1', 'Wiki', to(own.id))).toMatchObject({ json: { status: 'pending' } });
  expect((await reviewer.suggestions.list.query({ status: 'superseded' })).suggestions).toMatchObject([
    { title: 'Version 4', department: 'Own', superseded: { by: { id: first.json.id } } },
  ]);
});

test(
  'moves and pushes of one page at the same time end with one of it in each department',
  { tags: ['deep'] },
  async () => {
    const { workspace, push, reviewer } = await setUp();
    const [own, other] = [
      await server.make.department(workspace, 'Own'),
      await server.make.department(workspace, 'Other'),
    ];
    for (let round = 0; round < 8; round++) {
      const page = { source_url: `${PAGE}/${round}` };
      const { json } = await push(`Round ${round}, first`, 'Wiki', { ...page, department_id: own.id });
      const race = await Promise.allSettled([
        reviewer.suggestions.move.mutate({ id: json.id, department_id: other.id }),
        push(`Round ${round}, second`, 'Wiki', { ...page, department_id: own.id }),
        push(`Round ${round}, third`, 'Wiki', { ...page, department_id: other.id }),
      ]);
      for (const each of race) {
        if (each.status === 'rejected') expect(each.reason).toMatchObject({ data: { httpStatus: 409 } });
      }
      const { rows } = await server.db.pool.query(
        `select count(*)::int as pending from suggestions where workspace_id = $1 and source_url = $2 and status = 'pending'
       group by department_id`,
        [workspace.id, page.source_url],
      );
      expect(rows).toEqual([{ pending: 1 }, { pending: 1 }]);
    }
  },
);

test(
  'of a page that goes back and forth on several connections at once, one text waits, offered once',
  { tags: ['deep'] },
  async () => {
    const { workspace, push, reviewer } = await setUp();
    for (let round = 0; round < 5; round++) {
      const page = { source_url: `${PAGE}/${round}` };
      const texts = ['A', 'B'].map((name) => `Round ${round}, text ${name}`);
      for (const text of texts) await push(text, 'Wiki', page);
      const pushes = await Promise.all([0, 0, 1, 0, 1, 1].map((n) => push(texts[n] ?? '', 'Wiki', page)));
      expect(pushes.map((each) => each.status)).toEqual([200, 200, 200, 200, 200, 200]);
      expect(await push(texts[round % 2] ?? '', 'Wiki', page)).toMatchObject({ json: { status: 'pending' } });
      expect(await reviewer.suggestions.list.query({})).toMatchObject({ total: round + 1 });
      expect(await reviewer.suggestions.list.query({ status: 'superseded' })).toMatchObject({ total: round + 1 });
    }
    const { rows } = await server.db.pool.query(
      `select 1 from audit_events where workspace_id = $1 and action = 'suggestion.created'`,
      [workspace.id],
    );
    expect(rows).toHaveLength(10);
  },
);

test('what was dismissed is not superseded, and comes back only where nothing newer waits', async () => {
  const { push, reviewer, status } = await setUp();
  const page = { source_url: PAGE };
  const first = await push('Version one', 'Wiki', page);
  await reviewer.suggestions.dismiss.mutate({ id: first.json.id, reason: 'Too short' });
  const newer = await push('Version two', 'Wiki', page);
  expect([await status(first.json.id), await status(newer.json.id)]).toEqual(['dismissed', 'pending']);
  const undo = () => reviewer.suggestions.restore.mutate({ id: first.json.id });
  await expect(undo()).rejects.toMatchObject({
    data: { app_code: 'suggestion_not_dismissed', detail: expect.stringContaining('newer') },
  });
  await reviewer.suggestions.dismiss.mutate({ id: newer.json.id, reason: 'Too short too' });
  expect(await undo()).toMatchObject({ status: 'pending' });
});

test('of newer texts that come at once, one waits', async () => {
  const { push, reviewer } = await setUp();
  for (let round = 0; round < 5; round++) {
    const page = { source_url: `${PAGE}/${round}` };
    await push(`Round ${round}, text zero`, 'Wiki', page);
    await Promise.all([1, 2, 3].map((n) => push(`Round ${round}, text ${n}`, 'Wiki', page)));
    expect((await reviewer.suggestions.list.query({})).total).toBe(round + 1);
  }
});
