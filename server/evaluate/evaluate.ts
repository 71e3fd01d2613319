import { readFileSync } from 'node:fs';
import { CASES } from '../src/features/ai/features/fixtures/cases.ts';
import { FEATURES } from '../src/features/ai/features/features.ts';
import { createAiProviders } from '../src/providers/ai/providers.ts';
import { AiEnvironment, readAiSettings } from '../src/providers/ai/ai-settings.ts';
import { caller, type Spent } from './caller.ts';
import { credentialOf } from './credential.ts';
import { agreement, byCriterion, gradeAnswers, worstLanguage } from './grade-answers.ts';
import { answerable, goodDistractors, judgeQuestions, rightKeys, type Judging } from './judge-questions.ts';
import { makeItems, type Run } from './make-items.ts';
import * as measures from './measures.ts';
import type { Options } from './options.ts';
import { ORAL_SETS } from './oral-answers.ts';
import { readSources } from './read-sources.ts';
import { compared, Result, tableOf } from './report.ts';
import { casesMet, runCases } from './run-cases.ts';
import { verdictOf, type Figures } from './verdict.ts';

type Outcome = { isGoodEnough: boolean; lines: string[] };

/**
 * Runs the features against a real model and says whether it is good enough. `tell` hears how far it is.
 * @throws Error in words where it cannot begin
 */
export async function evaluate(
  options: Options,
  environment: Record<string, string | undefined>,
  tell: (line: string) => void,
): Promise<Outcome> {
  const env = AiEnvironment.parse(Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== '')));
  const settings = readAiSettings(env);
  const machine = { providers: createAiProviders(settings), models: settings.models };
  const credential = credentialOf(env, options.provider, options.model);
  const { 'judge-provider': judgeProvider, 'judge-model': judgeModel } = options;
  const judge = judgeProvider && judgeModel ? credentialOf(env, judgeProvider, judgeModel) : undefined;
  const baseline = options.baseline ? Result.parse(JSON.parse(readFileSync(options.baseline, 'utf8'))) : undefined;
  const sources = readSources(options.sources);

  const spent: Spent = { cost: 0, itemSeconds: [] };
  const runs: Run[] = [];
  for (const source of sources) {
    for (const [feature, count] of [
      ['card_generation', options.cards],
      ['quiz_generation', options.questions],
    ] as const) {
      tell(`${source.name}: ${feature}`);
      const ask = caller(machine, credential, FEATURES[feature].effort, spent);
      runs.push(await makeItems(feature, ask, { source, count, language: options.language }));
    }
  }
  tell('graded answers');
  const unpriced: Spent = { cost: 0, itemSeconds: [] };
  const grader = caller(machine, credential, FEATURES.oral_grading.effort, unpriced);
  const grading = await gradeAnswers(grader, ORAL_SETS);
  const casesOf = () => {
    tell('cases');
    return runCases((feature) => caller(machine, credential, FEATURES[feature].effort, unpriced), CASES);
  };
  const cases = options.cases ? await casesOf() : [];
  let judging: Judging = { judged: [], problems: [] };
  if (judge) {
    tell('judge');
    judging = await judgeQuestions(caller(machine, judge, 'medium', unpriced), runs);
  }

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
    oral_agreement: agreement(grading.graded),
    oral_worst_language: worstLanguage(grading.graded),
    judged_key: rightKeys(judging.judged),
    judged_answerable: answerable(judging.judged),
    judged_distractors: goodDistractors(judging.judged),
    cases: casesMet(cases),
    cost: measures.costEach(spent.cost, runs),
    seconds: measures.p95(spent.itemSeconds),
  };
  const failures = runs.flatMap(({ source, feature, problem }) =>
    problem ? [`${source.name}, ${feature}: ${problem}`] : [],
  );
  const problems = [...failures, ...grading.problems, ...judging.problems];
  const verdict = verdictOf(figures, problems);
  const result: Result = {
    provider: options.provider,
    model: options.model,
    language: options.language ?? null,
    judge: judge ? `${judge.provider}, ${judge.model}` : null,
    at: new Date().toISOString(),
    sources: sources.map(({ name }) => name),
    figures,
    criteria: byCriterion(grading.graded),
    cases: cases.flatMap(({ name, problem }) => (problem ? [`${name}: ${problem}`] : [])),
    problems,
    good_enough: verdict.isGoodEnough,
  };
  const isGoodEnough = verdict.isGoodEnough;
  const changes = baseline ? compared(figures, baseline) : [];
  if (options.json) {
    const also = { verdict: verdict.words.split('\n'), changes };
    return { isGoodEnough, lines: [JSON.stringify({ ...result, ...also }, null, 2)] };
  }
  return {
    isGoodEnough,
    lines: [...wordsOf(result, figures), '', ...changes, ...(baseline ? [''] : []), verdict.words],
  };
}

function wordsOf({ provider, model, judge, criteria, cases, problems }: Result, figures: Figures): string[] {
  return [
    `${provider}, ${model}; ${judge ? `judged by ${judge}` : 'no judge was given: keys, answerability and distractors are not judged'}`,
    '',
    ...tableOf(figures),
    '',
    'Spoken answers, graded as we do:',
    ...criteria.map(({ criterion, agreed, of }) => `- ${criterion}: ${agreed} of ${of}`),
    ...(cases.length > 0 ? ['', 'Cases that are not as expected:', ...cases.map((each) => `- ${each}`)] : []),
    ...(problems.length > 0 ? ['', 'What failed:', ...problems.map((each) => `- ${each}`)] : []),
  ];
}
