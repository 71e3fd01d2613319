import { expect, test } from 'vitest';
import { POOLED, recording, sourceOf, startJobsServer, untilJob } from './ai-jobs-fixture.ts';

const { server, providers, person, trainer } = await startJobsServer();

const refused = (httpStatus: number, app_code: string) => ({ data: { httpStatus, app_code } });

// rules/ai 1
test('each feature runs as a job and answers what its contract says', async () => {
  const { client } = await trainer();
  const source = sourceOf(1);
  const document = await client.ai.upload.mutate(new Blob([`# ${source.title}\n\n${source.text}`]));
  const started = [
    await client.ai.generateCards.mutate({ source, count: 3 }),
    await client.ai.generateQuiz.mutate({ source: { ...source, title: '' }, count: 2 }),
    await client.ai.extractDocument.mutate({ file_id: document.id, name: 'forklifts.md' }),
    await client.ai.analyseFeedback.mutate({ subject: '', comments: ['Very clear.', 'The quiz is too long.'] }),
    await client.ai.gradeOralAnswer.mutate({
      question: 'What do you check before you drive?',
      rubric: ['Mentions the brakes'],
      transcript: 'I always check the brakes of the forklift before I drive it.',
    }),
  ];
  expect(started.map(({ title }) => title)).toEqual([
    'Driving forklifts',
    expect.stringMatching(/^Check the brakes of the forklift .*…$/),
    'forklifts.md',
    '2 comments',
    'What do you check before you drive?',
  ]);
  expect(started[0]).toMatchObject({ feature: 'card_generation', state: 'queued', error: null, finished_at: null });
  const [cards, quiz, extract, feedback, grade] = await Promise.all(
    started.map(({ id }) => untilJob(client, id, 'succeeded')),
  );
  expect(cards).toMatchObject({ feature: 'card_generation', result: { cards: expect.any(Array) } });
  if (cards?.feature !== 'card_generation') throw new Error('no cards');
  expect(cards.result?.cards).toHaveLength(3);
  for (const { quote } of cards.result?.cards ?? []) expect(source.text).toContain(quote);
  expect(quiz).toMatchObject({ feature: 'quiz_generation', result: { questions: expect.any(Array) } });
  expect(extract).toMatchObject({
    feature: 'document_extraction',
    result: { text: expect.stringContaining('brakes') },
  });
  expect(feedback).toMatchObject({ feature: 'feedback_analysis', result: { themes: expect.any(Array) } });
  expect(grade).toMatchObject({
    feature: 'oral_grading',
    result: { criteria: [{ criterion: 'Mentions the brakes' }] },
  });
  for (const job of [cards, quiz, extract, feedback, grade]) {
    expect(job).toMatchObject({ error: null, progress: { step: '' } });
    expect(Date.parse(job?.finished_at ?? '')).toBeGreaterThanOrEqual(Date.parse(job?.started_at ?? ''));
  }
  const page = await client.ai.list.query({});
  expect(page.total).toBe(5);
  expect(page.jobs.map(({ id }) => id)).toEqual(started.map(({ id }) => id).reverse());
  const rest = await client.ai.list.query({ limit: 2, offset: 3 });
  expect(rest).toMatchObject({ jobs: [{ id: started[1]?.id }, { id: started[0]?.id }], total: 5 });
});

// rules/ai 1
test('a recording is written down', async () => {
  const { client } = await trainer();
  const audio = recording(1);
  providers.say(audio, { text: 'I check the brakes first.', language: 'en' });
  const { id: file_id, kind } = await client.ai.upload.mutate(new Blob([audio]));
  expect(kind).toBe('audio');
  const { id } = await client.ai.transcribe.mutate({ file_id });
  const job = await untilJob(client, id, 'succeeded');
  expect(job).toMatchObject({ title: 'Recording', result: { text: 'I check the brakes first.' } });
});

test('a file must be one’s own, and of the kind that the feature reads', async () => {
  const { client, workspace } = await trainer();
  const colleague = await person(workspace);
  const document = await client.ai.upload.mutate(new Blob(['Some words to read.']));
  const audio = await client.ai.upload.mutate(new Blob([recording(2)]));
  const wrong = refused(415, 'unsupported_file');
  await expect(client.ai.transcribe.mutate({ file_id: document.id })).rejects.toMatchObject(wrong);
  await expect(client.ai.extractDocument.mutate({ file_id: audio.id, name: 'a.wav' })).rejects.toMatchObject(wrong);
  const attempt = colleague.client.ai.extractDocument.mutate({ file_id: document.id, name: 'x.txt' });
  await expect(attempt).rejects.toMatchObject(refused(404, 'file_not_found'));
  expect((await client.ai.list.query({})).total).toBe(0);
});

// rules/ai 2
test('people see, follow and cancel their own jobs only', async () => {
  const { client, workspace } = await trainer();
  const colleague = await person(workspace);
  const { id } = await client.ai.generateCards.mutate({ source: sourceOf(1) });
  const notFound = refused(404, 'ai_job_not_found');
  await expect(colleague.client.ai.get.query({ id })).rejects.toMatchObject(notFound);
  await expect(colleague.client.ai.cancel.mutate({ id })).rejects.toMatchObject(notFound);
  expect(await colleague.client.ai.list.query({})).toEqual({ jobs: [], total: 0 });
  const followed = colleague.watch(id);
  expect(await followed.ended).toEqual({ code: 'ai_job_not_found', status: 404 });
  expect(followed.seen).toEqual([]);
});

test('only who writes content can start jobs', async () => {
  const workspace = await server.make.workspace();
  for (const role of ['learner', 'auditor', 'content_manager', 'super_admin'] as const) {
    const { client } = await person(workspace, role);
    const start = client.ai.generateCards.mutate({ source: sourceOf(1) });
    await expect(start, role).rejects.toMatchObject(refused(403, 'forbidden'));
  }
});

// rules/ai 4
test('cancelling ends a job and breaks its call off, wherever it runs', async () => {
  const { client } = await trainer();
  const release = providers.hold();
  const asked = providers.requests.length;
  const { id } = await client.ai.generateCards.mutate({ source: sourceOf(3) });
  await expect.poll(() => providers.requests.length).toBe(asked + 1);
  const cancelled = await client.ai.cancel.mutate({ id });
  expect(cancelled).toMatchObject({ state: 'cancelled', error: null, finished_at: expect.any(String) });
  // The running call was recorded as aborted, before the provider answered.
  await expect
    .poll(async () => {
      const calls = await server.db.pool.query<{ outcome: string }>(
        'select c.outcome from ai_calls c join ai_jobs j using (workspace_id) where j.id = $1',
        [id],
      );
      return calls.rows;
    })
    .toEqual([{ outcome: 'aborted' }]);
  release();
  await expect(client.ai.cancel.mutate({ id })).rejects.toMatchObject(refused(409, 'ai_job_finished'));
  expect(await client.ai.get.query({ id })).toMatchObject({ state: 'cancelled', result: null });
  expect(providers.requests).toHaveLength(asked + 1);
});

// rules/ai 11
test('at most 20 jobs of a person are under way, also when the last place is asked for twice at once', async () => {
  const { client, workspace, user } = await trainer();
  await server.db.pool.query(
    `insert into ai_jobs (workspace_id, id, feature, capability, state, title, created_by, input, created_at)
     select $1, gen_random_uuid(), 'card_generation', 'generation', 'parked', 'x', $2, '{}', now()
     from generate_series(1, 19)`,
    [workspace.id, user.id],
  );
  const start = () => client.ai.generateCards.mutate({ source: sourceOf(1) });
  const release = providers.hold();
  const both = await Promise.allSettled([start(), start()]);
  release();
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: refused(429, 'rate_limited') });
  // Let the started job finish, because the next test counts only its own calls.
  const [started] = both.flatMap((each) => (each.status === 'fulfilled' ? [each.value.id] : []));
  await untilJob(client, started!, 'succeeded');
});

test('what the provider refuses or answers badly fails in words, after it has been asked again', async () => {
  const { client } = await trainer();
  const grade = { question: 'What do you check?', rubric: ['The brakes'], transcript: 'I check the brakes, always.' };
  const asked = providers.requests.length;
  providers.respond('oral_grading', () => 'no JSON at all');
  const { id } = await client.ai.gradeOralAnswer.mutate(grade);
  const failed = await untilJob(client, id, 'failed');
  expect(failed.error).toEqual({ code: 'ai_provider_failed', detail: expect.stringMatching(/no usable answer/) });
  expect(providers.requests).toHaveLength(asked + 3);

  let answers = 0;
  providers.respond('oral_grading', () =>
    ++answers < 3
      ? 'no JSON'
      : { criteria: [{ n: 0, met: true, evidence: 'I check the brakes', comment: 'Yes.' }], confidence: 0.9 },
  );
  const second = await client.ai.gradeOralAnswer.mutate(grade);
  expect(await untilJob(client, second.id, 'succeeded', 'failed')).toMatchObject({ state: 'succeeded' });
  providers.respond('oral_grading', undefined);

  providers.setScenario(POOLED.generation, 'refuses');
  const third = await client.ai.gradeOralAnswer.mutate(grade);
  expect((await untilJob(client, third.id, 'failed')).error).toEqual({
    code: 'ai_provider_failed',
    detail: expect.stringMatching(/declined this request/),
  });
  providers.setScenario(POOLED.generation, undefined);
});

test('a document that cannot be read fails with its own code, and what goes wrong with us names the job', async () => {
  const { client, workspace, user } = await trainer();
  const broken = await client.ai.upload.mutate(new Blob(['%PDF-1.7 and nothing more']));
  const { id } = await client.ai.extractDocument.mutate({ file_id: broken.id, name: 'broken.pdf' });
  const failed = await untilJob(client, id, 'failed');
  expect(failed.error).toEqual({ code: 'document_unreadable', detail: expect.any(String) });
  const { rows } = await server.db.pool.query<{ id: string }>(
    `insert into ai_jobs (workspace_id, id, feature, capability, state, title, created_by, input, created_at, due_at)
     values ($1, gen_random_uuid(), 'card_generation', 'generation', 'queued', 'x', $2, '{"no": "source"}', now(), now())
     returning id`,
    [workspace.id, user.id],
  );
  const strange = await untilJob(client, rows[0]!.id, 'failed');
  expect(strange.error).toEqual({ code: 'internal_error', detail: expect.stringContaining(rows[0]!.id) });
});

test('what a model answers that cannot be stored is stored without it', async () => {
  const { client } = await trainer();
  providers.respond('oral_grading', () => ({
    criteria: [{ n: 0, met: false, evidence: '', comment: 'Half a \ud83d pair and a \0 NUL.' }],
    confidence: 0.9,
  }));
  const input = { question: 'What?', rubric: ['The brakes'], transcript: 'Nothing of the kind was said by me.' };
  const { id } = await client.ai.gradeOralAnswer.mutate(input);
  const job = await untilJob(client, id, 'succeeded', 'failed');
  providers.respond('oral_grading', undefined);
  expect(job).toMatchObject({ state: 'succeeded' });
  expect(JSON.stringify(job.result)).not.toContain('\\u0000');
});
