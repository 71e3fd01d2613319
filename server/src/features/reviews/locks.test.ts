import { createTRPCClient, httpBatchLink } from '@trpc/client';
import { liveTopics } from '@training/shared/live';
import { expect, onTestFinished, test } from 'vitest';
import { connect } from '../../../test/database.ts';
import { openPage } from '../../../test/follow.ts';
import { startTestServer } from '../../../test/server.ts';
import type { AppRouter } from '../../app/router.ts';
import { card, castOf, edit, question, refused } from './reviews-fixture.ts';

const server = await startTestServer();
const cast = await castOf(server);
const { trainer, reviewer } = cast;
const headers = { origin: server.base, 'content-type': 'application/json', ...trainer.headers };

/** A client that batches concurrent calls, like the console. */
const batching = createTRPCClient<AppRouter>({
  links: [httpBatchLink({ url: `${server.base}/api/trpc`, headers })],
});

/** Calls procedures over plain HTTP; several as a batch, or a single one as a batch with `batch`. */
async function post(procedures: string[], inputs: object[], batch = procedures.length > 1) {
  const response = await fetch(`${server.base}/api/trpc/${procedures.join(',')}${batch ? '?batch=1' : ''}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(batch ? Object.fromEntries(inputs.entries()) : inputs[0]),
  });
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read the fields they expect, and fail without
  const body: any = await response.json();
  return { status: response.status, body };
}

// rules/review 15
test('an edit of what is locked is 423, and says which section, since when, by whom and in which round', async () => {
  const { module } = await cast.module();
  const module_id = module.id;
  await trainer.client.reviews.submit.mutate({ module_id });
  const { submitted } = await trainer.client.modules.get.query({ id: module_id });
  for (const section of ['flashcards', 'quiz'] as const) {
    const lock = { section, round: 1, since: submitted!.at, by: trainer.fullName };
    await refused(edit(trainer.client, module_id, section), 423, 'content_locked', { lock });
  }
});

// rules/review 15
test('423 is the HTTP status of a single call, of a batch of one, and of a batch with others', async () => {
  const { module, hashes } = await cast.inReview();
  const module_id = module.id;
  const query = {
    module_id,
    section: 'quiz' as const,
    round: hashes.round,
    content_hash: hashes.quiz,
    comment: 'Why?',
  };
  await reviewer.client.reviews.query.mutate(query);
  const locked = { section: 'flashcards', module_id, version: 1, items: [card()] };
  const open = { section: 'quiz', module_id, version: 1, items: [question()] };
  const data = { httpStatus: 423, app_code: 'content_locked', lock: { section: 'flashcards', round: 1 } };

  const single = await post(['modules.saveSection'], [locked]);
  expect(single).toMatchObject({ status: 423, body: { error: { data } } });
  const one = await post(['modules.saveSection'], [locked], true);
  expect(one).toMatchObject({ status: 423, body: [{ error: { data } }] });
  const two = await post(['modules.saveSection', 'modules.saveSection'], [open, locked]);
  expect(two).toMatchObject({ status: 423, body: [{ result: { data: { version: 2 } } }, { error: { data } }] });
});

test('in a batch of the console each call has its own outcome, and 423 is where it belongs', async () => {
  const { module, hashes } = await cast.inReview();
  const module_id = module.id;
  const query = {
    module_id,
    section: 'quiz' as const,
    round: hashes.round,
    content_hash: hashes.quiz,
    comment: 'Why?',
  };
  await reviewer.client.reviews.query.mutate(query);
  const save = batching.modules.saveSection;
  const outcomes = await Promise.allSettled([
    save.mutate({ section: 'flashcards', module_id, version: 1, items: [card()] }),
    save.mutate({ section: 'quiz', module_id, version: 7, items: [question()] }),
    save.mutate({ section: 'quiz', module_id, version: 1, items: [question()] }),
  ]);
  expect(outcomes).toMatchObject([
    { reason: { data: { httpStatus: 423, lock: { section: 'flashcards', by: null } } } },
    { reason: { data: { httpStatus: 409, app_code: 'stale_version' } } },
    { value: { version: 2, state: 'queried' } },
  ]);
});

// rules/review 6
test('a query unlocks its section alone, and resubmitting locks it again, in the next round', async () => {
  const { module, hashes } = await cast.inReview();
  const module_id = module.id;
  await reviewer.client.reviews.approve.mutate({
    module_id,
    section: 'flashcards',
    round: hashes.round,
    content_hash: hashes.flashcards,
  });
  const query = {
    module_id,
    section: 'quiz' as const,
    round: hashes.round,
    content_hash: hashes.quiz,
    comment: 'Why?',
  };
  await reviewer.client.reviews.query.mutate(query);
  const approved = { lock: { section: 'flashcards', round: 1, by: reviewer.fullName } };
  await refused(edit(trainer.client, module_id, 'flashcards'), 423, 'content_locked', approved);
  expect(await edit(trainer.client, module_id, 'quiz')).toMatchObject({ state: 'queried' });
  await trainer.client.reviews.resubmit.mutate({ module_id });
  const lock = { section: 'quiz', round: 2, by: trainer.fullName };
  await refused(edit(trainer.client, module_id, 'quiz'), 423, 'content_locked', { lock });
});

test('whoever has the module open is told when a section unlocks', async () => {
  const { module, hashes } = await cast.inReview();
  const module_id = module.id;
  const { cookie } = trainer.headers;
  const visitor = { cookie, workspace: cast.workspace.slug };
  const editor = openPage(server.base, visitor, {
    topics: [liveTopics.module(module_id)],
    read: (client) => client.modules.get.query({ id: module_id }),
  });
  onTestFinished(() => editor.stop());
  await expect.poll(() => editor.seen.at(-1)).toMatchObject({ quiz: { state: 'locked' } });
  const query = {
    module_id,
    section: 'quiz' as const,
    round: hashes.round,
    content_hash: hashes.quiz,
    comment: 'Why?',
  };
  await reviewer.client.reviews.query.mutate(query);
  const unlocked = { flashcards: { state: 'locked' }, quiz: { state: 'queried' }, comments: [{ body: 'Why?' }] };
  await expect.poll(() => editor.seen.at(-1)).toMatchObject(unlocked);
});

test('what is published stays locked until it is revised', async () => {
  const { module } = await cast.module({ status: 'published' });
  await refused(edit(trainer.client, module.id, 'quiz'), 423, 'content_locked');
  await trainer.client.reviews.revise.mutate({ module_id: module.id });
  expect(await edit(trainer.client, module.id, 'quiz')).toMatchObject({ state: 'editable', version: 2 });
});

// rules/review 13
test('an edit that waits for a submission gets 423, and is not in the snapshot', async () => {
  const { module } = await cast.module();
  const module_id = module.id;
  const waiting = async (count: number) => {
    const asked = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    await expect.poll(async () => (await server.db.pool.query(asked)).rowCount).toBe(count);
  };
  const beside = await connect(server.databaseUrl);
  await beside.query('begin');
  await beside.query('select 1 from modules where id = $1 for update', [module_id]);
  const submission = trainer.client.reviews.submit.mutate({ module_id });
  await waiting(1);
  const save = { section: 'quiz' as const, module_id, version: 1, items: [question('Too late?')] };
  const late = refused(trainer.client.modules.saveSection.mutate(save), 423, 'content_locked');
  await waiting(2);
  await beside.query('commit');
  await submission;
  await late;
  const { rows } = await server.db.pool.query('select quiz::text from review_rounds where module_id = $1', [module_id]);
  expect(JSON.stringify(rows)).not.toContain('Too late?');
});
