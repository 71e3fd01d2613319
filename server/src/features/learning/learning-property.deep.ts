import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  cardOf,
  LearningModel,
  PASS_SCORE,
  questionOf,
  type Item,
  type Revision,
} from '../../../test/learning-model.ts';
import { startTestServer } from '../../../test/server.ts';
import type { Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../platform/ids.ts';
import { classroomOf, RIGHT, WRONG } from './learning-fixture.ts';
import { answerQuestion } from './quiz/answer-question.ts';
import { startOrResumeAttempt } from './quiz/start-or-resume-attempt.ts';
import { readModuleForStudy } from './study/read-module-for-study.ts';
import { viewCardsAt } from '../../../test/view-cards.ts';
import { startModule } from './study/start-module.ts';
import { upgradeCycleToLiveRevision } from './study/upgrade-cycle.ts';

/** How many ways of studying; `npm run test:deep` sets many more. */
const HISTORIES = Number(process.env.LEARNING_HISTORIES ?? 20);
/** Milliseconds. */
const PATIENCE = 120_000 + HISTORIES * 3_000;

const server = await startTestServer();
const classroom = await classroomOf(server);
const learner = await classroom.learner();

const IDS = Array.from({ length: 4 }, () => newId());
const items = fc.uniqueArray(fc.record({ at: fc.nat(IDS.length - 1), version: fc.nat(1) }), {
  minLength: 1,
  selector: ({ at }) => at,
});
const revision = fc
  .record({ cards: items, questions: items })
  .map(({ cards, questions }): Revision => ({ cards: cards.map(itemOf), questions: questions.map(itemOf) }));
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ does: fc.constant('see' as const), which: fc.subarray(IDS, { minLength: 2 }) }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('begin' as const) }) },
  {
    weight: 12,
    arbitrary: fc.record({
      does: fc.constant('answer' as const),
      n: fc.nat(IDS.length - 1),
      stray: fc.constantFrom(false, false, false, true),
      right: fc.constantFrom(true, true, true, false),
      back: fc.constantFrom(0, 0, 0, 1),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('publish' as const), next: revision }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('upgrade' as const) }) },
);
const onceOrTwice = fc.record({ step, twice: fc.boolean() });
const history = fc.record({
  first: revision,
  steps: fc.array(onceOrTwice, { minLength: 10, maxLength: 40, size: 'max' }),
});

/** One that is completed, so that few histories have one too. */
const COMPLETED: typeof history extends fc.Arbitrary<infer History> ? History : never = {
  first: { cards: [itemOf({ at: 0, version: 0 })], questions: [itemOf({ at: 0, version: 0 })] },
  steps: [
    { step: { does: 'see', which: IDS }, twice: true },
    { step: { does: 'begin' }, twice: false },
    { step: { does: 'answer', n: 0, stray: false, right: true, back: 0 }, twice: true },
  ],
};

function itemOf({ at, version }: { at: number; version: number }): Item {
  return { id: IDS[at]!, version };
}

const contentOf = ({ cards, questions }: Revision) => ({
  cards: cards.map(cardOf),
  questions: questions.map(questionOf),
});

/** The code of a refusal; undefined where it was not refused. */
const codeOf = (call: Promise<unknown>): Promise<string | undefined> =>
  call.then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof AppError) return error.code;
      throw error;
    },
  );

async function live(
  first: Revision,
  steps: (typeof onceOrTwice extends fc.Arbitrary<infer Step> ? Step : never)[],
): Promise<void> {
  const passScore = PASS_SCORE / 10_000;
  const module = await classroom.module({ ...contentOf(first), passScore, maxAttempts: 100 });
  const module_id = module.id;
  const ctx: Context = learner.at(new Date().toISOString());
  const model = new LearningModel(first);
  const { enrollment_id } = await startModule(ctx, { module_id });
  model.start();
  const opened = await readModuleForStudy(ctx, { module_id });
  let [pinnedId, liveId, number] = [opened.revision.id, opened.revision.id, 1];
  const attemptIds: string[] = [];

  for (const { step: each, twice } of steps) {
    const pinned = model.pinned!;
    /** Once, or twice at once: both are told the same. */
    const same = async (call: () => Promise<unknown>, expected: string | undefined) => {
      const told = await Promise.all([codeOf(call()), ...(twice ? [codeOf(call())] : [])]);
      expect(told).toEqual(told.map(() => expected));
    };
    switch (each.does) {
      case 'publish': {
        const published = await classroom.revise(module_id, contentOf(each.next), {
          at: ctx.now.toISOString(),
          passScore,
        });
        ({ id: liveId, number } = published);
        model.live = each.next;
        break;
      }
      case 'upgrade': {
        const refused = model.upgrade(pinned);
        await same(() => upgradeCycleToLiveRevision(ctx, { enrollment_id, revision: number }), refused);
        if (!refused) pinnedId = liveId;
        break;
      }
      case 'see': {
        const card_ids = each.which.filter((id) => pinned.cards.some((card) => card.id === id));
        if (card_ids.length === 0) break;
        model.see(pinned, card_ids);
        await same(() => viewCardsAt(ctx, { enrollment_id, revision_id: pinnedId, card_ids }), undefined);
        break;
      }
      case 'begin': {
        await same(() => startOrResumeAttempt(ctx, { enrollment_id }), model.begin(pinned));
        break;
      }
      case 'answer': {
        const at = model.attempts.length - 1 - each.back;
        const attempt = model.attempts[at];
        if (!attempt) break;
        const asked = attempt.revision.questions;
        const question_id = each.stray ? IDS[each.n]! : asked[each.n % asked.length]!.id;
        const answer = { attempt_id: attemptIds[at]!, question_id, response: each.right ? RIGHT : WRONG };
        await same(() => answerQuestion(ctx, answer), model.answer(attempt, question_id, each.right));
      }
    }
    const { attempts, cycle } = await readModuleForStudy(ctx, { module_id });
    attemptIds.splice(0, attemptIds.length, ...attempts.map(({ id }) => id).toReversed());
    const stored = await classroom.cycle(enrollment_id);
    const row = model.row(model.pinned!);
    expect({ ...stored, completed: stored.completed_at !== null }).toMatchObject(row);
    expect(cycle).toMatchObject({ status: row.completed ? 'completed' : 'in_progress', progress: row.progress });
    expect(attempts.toReversed().map(({ state, answered }) => [state, answered])).toEqual(
      model.attempts.map(({ state, answers }) => [state, answers.size]),
    );
  }
  const { recorded, told } = await classroom.traces(enrollment_id, module_id);
  expect([recorded, told]).toEqual(model.completed ? [1, 1] : [0, 0]);
}

// rules/learning 11
test(
  'however somebody studies, in any order and each step twice at once, it is what a plain model of the rules says',
  async () => {
    await fc.assert(
      fc.asyncProperty(history, async ({ first, steps }) => {
        await live(first, steps);
      }),
      { numRuns: HISTORIES, examples: [[COMPLETED]] },
    );
    const { rows } = await server.db.pool.query<{ n: number }>(
      'select count(*)::integer as n from enrollments where completed_at is not null',
    );
    // Histories that lead nowhere would prove nothing.
    expect(rows[0]!.n).toBeGreaterThan(HISTORIES / 10);
  },
  PATIENCE,
);
