import { CASES } from './cases/cases.ts';
import { AI_FEATURE_DEFINITIONS } from '../src/features/ai/features/features.ts';
import { partSizeFor } from '../src/features/ai/features/source/chunks.ts';
import type { AskModel } from '../src/features/ai/features/feature.ts';
import type { AiCallCredential, ReasoningEffort } from '../src/providers/ai/calls.ts';
import { caller, Ledger, type Machine } from './caller.ts';
import * as checking from './faults/check-planted.ts';
import { plantedItems } from './faults/planted-items.ts';
import * as agreement from './grading/agreement.ts';
import { gradeAnswers, type GradedAnswer } from './grading/grade-answers.ts';
import type { MarkedAnswer } from './grading/marked-answers.ts';
import type { RunAll } from './in-parallel.ts';
import { NOTHING, share, type Measured } from './interval.ts';
import { judgeItems, objects, type Judgeable, type Judged } from './judge/judge-items.ts';
import { wrongShare, type JudgeProof } from './judge/prove-judge.ts';
import { makeItems, type Run } from './make-items.ts';
import * as measures from './measures.ts';
import type { Source } from './read-sources.ts';
import type { TableRow } from './report.ts';
import { casesMet, runCases, type CaseResult } from './run-cases.ts';
import type { Figures } from './verdict.ts';

/** Everything that models are measured with. */
export type Samples = {
  sources: Source[];
  answers: MarkedAnswer[];
  /** Wrong items of each kind. */
  planted: number;
  cards: number;
  questions: number;
  language: string | undefined;
  cases: boolean;
};

/** A judge that can be asked, with its proof. */
export type ProvenJudge = { ask: AskModel; proof: JudgeProof };

export type Measurement = {
  figures: Figures;
  table: TableRow[];
  problems: string[];
  criteria: ReturnType<typeof agreement.byCriterion>;
  differences: string[];
  leastCaught: string[];
  /** Share of the planted faults that code alone catches. */
  byCode: Measured;
  cases: string[];
  /** Nano-dollars of all calls of the model; null if one has no price. */
  cost: number | null;
};

const TASKS = { card_generation: 'cards', quiz_generation: 'questions' } as const;

/** A judged item of a run. */
type OfRun = Judgeable & { run: Run };

/** Runs the features against one model and measures what comes. `tell` hears how far it is. */
export async function measureModel(
  machine: Machine,
  credential: AiCallCredential,
  samples: Samples,
  judge: ProvenJudge | undefined,
  runAll: RunAll,
  tell: (line: string) => void,
): Promise<Measurement> {
  const ledger = new Ledger();
  const askOf = (effort: ReasoningEffort, name: string) => caller(machine, credential, effort, ledger.of(name));

  tell('cards and questions');
  const wanted = samples.sources.flatMap((source) =>
    (['card_generation', 'quiz_generation'] as const).map((feature) => ({ source, feature })),
  );
  const runs = await runAll(wanted, ({ source, feature }) => {
    const count = feature === 'card_generation' ? samples.cards : samples.questions;
    const name = rowName(TASKS[feature], samples.language ?? source.language);
    const of = { source, count, language: samples.language, partSize: partSizeFor(credential.endpoint?.contextTokens) };
    return makeItems(feature, askOf(AI_FEATURE_DEFINITIONS[feature].effort, name), of);
  });

  tell('planted faults');
  const { wrong, good } = plantedItems(samples.planted);
  const checked = await checking.checkPlanted(
    checking.batchesOf(wrong, good),
    ({ task }) =>
      askOf(AI_FEATURE_DEFINITIONS[task === 'cards' ? 'card_generation' : 'quiz_generation'].effort, 'planted'),
    runAll,
  );

  tell('marked answers');
  const grading = await gradeAnswers(
    samples.answers,
    ({ language }) => askOf(AI_FEATURE_DEFINITIONS.oral_grading.effort, rowName('grading', language)),
    runAll,
  );
  const counted = agreement.counted(grading.graded);

  let cases: CaseResult[] = [];
  if (samples.cases) {
    tell('cases');
    cases = await runCases((feature) => askOf(AI_FEATURE_DEFINITIONS[feature].effort, 'cases'), CASES);
  }

  let judged: Judged<OfRun>[] = [];
  const problems = [
    ...runs.flatMap(({ source, feature, problem }) =>
      problem ? [`${source.name}, ${TASKS[feature]}: ${problem}`] : [],
    ),
    ...checked.problems,
    ...grading.problems,
  ];
  if (judge) {
    tell('judge');
    const items = runs.flatMap((run) =>
      run.items.map(({ made }) => ({ text: run.source.source.text, quote: made.quote, item: made, run })),
    );
    const judging = await judgeItems(judge.ask, items, runAll);
    judged = judging.judged;
    problems.push(...judging.problems.map((problem) => `judge: ${problem}`));
  }
  const rightShare = (those: readonly Judged<OfRun>[]): Measured => {
    if (!judge || those.length === 0) return NOTHING;
    const { value, of, low = 0, high = 1 } = wrongShare(share(those.filter(objects).length, those.length), judge.proof);
    return value === null ? NOTHING : { value: 1 - value, of, low: 1 - high, high: 1 - low };
  };
  const ofTask = (feature: Run['feature']) => judged.filter(({ of }) => of.run.feature === feature);
  const choices = judged.filter(({ of: { item } }) => 'options' in item);

  const all = ledger.all();
  const generation = [...new Set(runs.map(({ feature, language }) => rowName(TASKS[feature], language)))].map((name) =>
    ledger.of(name),
  );
  const costs = generation.map(({ cost }) => cost);
  const paid = costs.every((cost) => cost !== null) ? costs.reduce((sum, cost) => sum + cost, 0) : null;
  const figures: Figures = {
    language: measures.languageShare(runs),
    yield: measures.yieldShare(runs),
    coverage: measures.coverageShare(runs),
    duplicates: measures.duplicateShare(runs),
    dropped: measures.droppedShare(runs),
    flagged: measures.flaggedShare(runs),
    key_position: measures.keyPosition(runs),
    key_longest: measures.keyLongest(runs),
    key_length: measures.keyLength(runs),
    caught: checking.caughtShare(checked.items),
    caught_by_second_call: checking.caughtBySecondCall(checked.items),
    false_alarms: checking.falseAlarms(checked.items),
    kappa: agreement.kappaOf(counted),
    kappa_middle: agreement.kappaOfMiddle(counted),
    kappa_worst_language: agreement.worstLanguage(counted),
    pairs_together: agreement.pairsTogether(counted),
    to_trainer: agreement.toTrainer(grading.graded),
    judged_cards: rightShare(ofTask('card_generation')),
    judged_questions: rightShare(ofTask('quiz_generation')),
    judged_distractors: share(choices.filter(({ look }) => look.distractors === 'good').length, choices.length),
    cases: casesMet(cases),
    cost: measures.costEach(paid, runs),
    seconds: measures.p95(generation.flatMap(({ itemSeconds }) => itemSeconds)),
  };
  const table = [
    ...(['card_generation', 'quiz_generation'] as const).flatMap((feature) =>
      [
        ...Map.groupBy(
          runs.filter((run) => run.feature === feature),
          ({ language }) => language,
        ),
      ].map(([language, of]): TableRow => {
        const { cost, itemSeconds } = ledger.of(rowName(TASKS[feature], language));
        const perItem = measures.costEach(cost, of).value;
        const planted = checked.items.filter(
          ({ planted: each, task }) => task === TASKS[feature] && each.source.language === language,
        );
        return {
          task: TASKS[feature],
          language: language ?? 'unknown',
          quality: rightShare(ofTask(feature).filter(({ of: { run } }) => run.language === language)),
          caught: checking.caughtShare(planted),
          cost: perItem === null ? null : perItem * 100,
          seconds: measures.p95(itemSeconds).value,
        };
      }),
    ),
    ...[...agreement.byLanguage(grading.graded)].map(([language, of]) =>
      gradingRow(language, of, ledger.of(rowName('grading', language)).cost),
    ),
  ];
  return {
    figures,
    table,
    problems,
    criteria: agreement.byCriterion(grading.graded),
    differences: agreement.costOfDifferences(counted),
    leastCaught: checking.leastCaught(checked.items),
    byCode: checking.caughtByCode(checked.items),
    cases: cases.flatMap(({ name, problem }) => (problem ? [`${name}: ${problem}`] : [])),
    cost: all.cost,
  };
}

const rowName = (task: string, language: string | undefined) => `${task} ${language ?? ''}`;

function gradingRow(language: string, graded: readonly GradedAnswer[], cost: number | null): TableRow {
  return {
    task: 'grading',
    language,
    quality: agreement.kappaOf(agreement.counted(graded)),
    caught: agreement.wrongToTrainer(graded),
    cost: cost === null ? null : (cost / 1_000_000_000 / graded.length) * 100,
    seconds: measures.p95(graded.map(({ seconds }) => seconds)).value,
  };
}
