import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { WORKSPACE_HEADER } from '@training/shared/sessions';
import { extendAuditChains } from '../audit/chain/extend-chain.ts';
import { startGradingServer } from '../grading/grading-fixture.ts';
import { readCompletionEvidence } from './evidence-downloads.ts';

// Without keys every answer goes to the trainers.
const { server, before, cast } = await startGradingServer({ env: { ANTHROPIC_API_KEY: '', DEEPGRAM_API_KEY: '' } });
const { make } = server;

// rules/evidence 1 and 6
test('the evidence names the attempt that passed, its oral grades and its appeals, though a grade fails it afterwards', async () => {
  const me = await before(await cast());
  const { answer } = await me.type('I stop the belt.');
  const { answer_id } = answer;
  const verdict = (...met: boolean[]) => ({ by: 'criteria' as const, met });
  await me.trainer.client.grading.grade.mutate({ answer_id, verdict: verdict(true, false), comment: 'The lock.' });
  const words = 'I said it while I hung it.';
  await me.learner.client.grading.appeal.mutate({ answer_id, words });
  const decision = { answer_id, verdict: verdict(true, true), comment: 'So it is.' };
  await me.colleague.client.grading.decideAppeal.mutate(decision);
  expect(await me.attempt()).toMatchObject({ state: 'passed', status: 'completed' });
  const override = { answer_id, grade: 2, verdict: verdict(false, false), reason: 'Another’s words.' };
  await me.admin.client.grading.override.mutate(override);
  expect(await me.attempt()).toMatchObject({ state: 'failed', status: 'completed' });
  await me.learner.client.grading.appeal.mutate({ answer_id, words: 'They are mine.' });
  const third = await me.person('trainer', me.department.id);
  await third.client.grading.decideAppeal.mutate({ answer_id, verdict: verdict(false, false), comment: 'No.' });

  const { evidence } = await readCompletionEvidence(make.contextOf(me.workspace), me.enrollment_id);
  expect(evidence.completion).toMatchObject({ score: 1 });
  expect(evidence.attempt).toMatchObject({
    id: me.attempt_id,
    number: 1,
    score: 0,
    answers: [
      {
        question_id: me.question_id,
        response: { kind: 'spoken', text: 'I stop the belt.' },
        oral: {
          typed: true,
          heard: null,
          grades: [
            { number: 1, kind: 'trainer', score: 0.5, by: me.trainer.fullName, comment: 'The lock.' },
            { number: 2, kind: 'appeal', score: 1, by: me.colleague.fullName },
            { number: 3, kind: 'override', score: 0, comment: 'Another’s words.' },
            { number: 4, kind: 'appeal', score: 0, by: third.fullName },
          ],
          appeal: { words: 'They are mine.', decided_by: third.fullName },
          earlier_appeals: [{ words, decided_by: me.colleague.fullName }],
        },
      },
    ],
  });

  // Who graded is another person, and what was graded an answer: the pack of the learner and of the module tell it all
  // the same.
  await extendAuditChains(server.db, 0, new AbortController().signal);
  const auditor = await server.signIn((await make.user(me.workspace, { role: 'auditor' })).email);
  for (const query of [`user_id=${me.learner.id}`, `module_id=${me.module_id}`]) {
    const pack = await fetch(`${server.base}/api/workspaces/${me.workspace.slug}/evidence-pack?${query}`, {
      headers: { cookie: auditor },
    });
    const log = strFromU8(unzipSync(new Uint8Array(await pack.arrayBuffer()))['audit-log.jsonl']!);
    for (const action of [
      'answer.graded',
      'answer.appealed',
      'appeal.decided',
      'grade.overridden',
      'learner.module_completed',
      'learner.evidence_recorded',
    ]) {
      expect(log, query).toContain(`"${action}"`);
    }
  }
  const path = `/api/workspaces/${me.workspace.slug}/certificates/${me.enrollment_id}`;
  const headers = { cookie: await server.signIn(me.learner.email), [WORKSPACE_HEADER]: me.workspace.slug };
  expect((await fetch(`${server.base}${path}`, { headers })).status).toBe(200);
});

// rules/retention 4
test('evidence that is recorded again keeps the transcripts that were deleted since', async () => {
  const me = await before(await cast());
  const { answer } = await me.type('I stop the belt.');
  const { answer_id } = answer;
  const transcribe = (heard: string | null, corrected: string | null) =>
    server.db.pool.query(
      `update spoken_answers set transcript = $2, corrected = $3, heard_language = 'en', speech_confidence = 0.9, seconds = 3
       where answer_id = $1`,
      [answer_id, heard, corrected],
    );
  await transcribe('I stop the bell.', 'I stop the belt.');
  const verdict = (...met: boolean[]) => ({ by: 'criteria' as const, met });
  await me.trainer.client.grading.grade.mutate({ answer_id, verdict: verdict(true, true) });
  await transcribe(null, null);
  const override = { answer_id, grade: 1, verdict: verdict(true, false), reason: 'Only half.' };
  await me.admin.client.grading.override.mutate(override);
  const { rows } = await server.db.pool.query<{ evidence: string }>(
    'select evidence from completion_evidence where enrollment_id = $1 order by number',
    [me.enrollment_id],
  );
  const said = { heard: 'I stop the bell.', corrected: 'I stop the belt.' };
  expect(rows.map(({ evidence }) => JSON.parse(evidence).attempt.answers[0])).toMatchObject([
    { score: 1, oral: said },
    { score: 0.5, oral: said },
  ]);
});
