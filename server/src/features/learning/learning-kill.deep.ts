import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startProcess } from '../../../test/process.ts';
import { startTestServer } from '../../../test/server.ts';
import { callProcedure } from '../../../test/call-procedure.ts';
import { classroomOf, RIGHT } from './learning-fixture.ts';

/** The same in every process, so that a session of one is a session of all. */
const SHARED = {
  AUTH_SECRET: 'x'.repeat(40),
  ENCRYPTION_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
  ENCRYPTION_ACTIVE_KEY: 'test',
};
/** The longest that a request is under way before its server is killed, in milliseconds. */
const LONGEST = 12;

test('a server that is killed in the midst of any step loses and doubles nothing: the step again goes on', async () => {
  const server = await startTestServer();
  const classroom = await classroomOf(server);
  const module = await classroom.module({ cards: 2, questions: 2 });
  const learner = await classroom.learner();
  const { learning } = learner.client;
  const module_id = module.id;

  /** Sends it to a server that dies of it, then once more to one that lives. */
  async function dying<Answer>(name: string, input: object, again: () => Promise<Answer>): Promise<Answer> {
    const { child, base, ended } = startProcess({
      DATABASE_URL: server.databaseUrl,
      DATABASE_POOL_SIZE: '3',
      ...SHARED,
    });
    const origin = await base;
    const asked = callProcedure(origin, { ...learner.headers, origin }, { name, type: 'mutation' }, input).catch(
      () => null,
    );
    await sleep(Math.random() * LONGEST);
    child.kill('SIGKILL');
    expect(await ended).toBe('SIGKILL');
    await asked;
    return again();
  }

  const started = { module_id };
  const { enrollment_id } = await dying('learning.start', started, () => learning.start.mutate(started));
  const { revision } = await learning.open.query({ module_id });
  for (const [at, { id: card_id }] of module.cards.entries()) {
    const studied = { enrollment_id, revision_id: revision.id };
    const [shown, seen] = [
      { ...studied, card_id },
      { ...studied, card_ids: [card_id] },
    ];
    await dying('learning.show', shown, () => learning.show.mutate(shown));
    expect(await dying('learning.see', seen, () => learning.see.mutate(seen))).toMatchObject({ cards_seen: at + 1 });
  }
  const begun = { enrollment_id };
  const attempt = await dying('learning.beginAttempt', begun, () => learning.beginAttempt.mutate(begun));
  for (const [at, { id: question_id }] of module.questions.entries()) {
    const answer = { attempt_id: attempt.id, question_id, response: RIGHT };
    const { attempt: now } = await dying('learning.answer', answer, () => learning.answer.mutate(answer));
    expect(now).toMatchObject({ number: 1, answered: at + 1 });
  }
  expect((await learning.open.query({ module_id })).cycle).toMatchObject({
    status: 'completed',
    progress: 1,
    attempts: 1,
  });
  expect(await classroom.traces(enrollment_id, module_id)).toEqual({ attempts: 1, answers: 2, recorded: 1, told: 1 });
}, 300_000);
