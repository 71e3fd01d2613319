import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createAiProviders } from '../src/providers/ai/providers.ts';
import { AiEnvironment, readAiSettings } from '../src/providers/ai/ai-settings.ts';
import { NANODOLLARS_PER_USD } from '../src/providers/ai/prices.ts';
import { caller, Ledger, type Machine } from './caller.ts';
import { compare, type Comparison } from './compare.ts';
import { checkEndpoints, credentialOf, readEndpoint } from './credential.ts';
import { placeOf } from './endpoint-label.ts';
import { kappaOfPeople } from './grading/agreement.ts';
import { plantedItems } from './faults/planted-items.ts';
import { readAnswers } from './grading/marked-answers.ts';
import { inParallel } from './in-parallel.ts';
import { doubtAbout, proveJudge } from './judge/prove-judge.ts';
import { measureModel, type ProvenJudge, type Samples } from './measure-model.ts';
import { relationOf, type NamedModel, type Options } from './options.ts';
import { readSources } from './read-sources.ts';
import { LEGEND, linesOf, managersTable, OWN_JUDGE, Results, type Result } from './report.ts';
import { verdictOf, type Outcome } from './verdict.ts';

/** 0 good enough, 1 not good enough or worse than the last result, 2 undecided. */
export type ExitCode = 0 | 1 | 2;

/** Wrong and good items that a judge is proven with, of each. */
const PROOF_ITEMS = 80;

const NO_JUDGE = 'no judge was named, so that nobody has looked at the items: add --judge';
const own = (is: string) => `the judge is ${is}, so that nobody else has looked at the items`;

/** Stored results of `--ci`, beside the server's data. */
const STORED = path.join(import.meta.dirname, '../../.data/evaluate.json');

/**
 * Runs the features against real models and says which of them are good enough. `tell` hears how far it is.
 * @throws Error in words where it cannot begin
 */
export async function evaluate(
  options: Options,
  environment: Record<string, string | undefined>,
  tell: (line: string) => void,
): Promise<{ exitCode: ExitCode; lines: string[] }> {
  const env = AiEnvironment.parse(Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== '')));
  const settings = readAiSettings(env);
  const { 'second-look': checker } = options;
  const endpoint = readEndpoint(options, environment, settings);
  const callable = (named: NamedModel) => credentialOf(env, named, endpoint);
  const machine: Machine = {
    providers: createAiProviders(settings),
    models: settings.models,
    secondLook: checker && callable(checker),
  };
  const credentials = options.model.map((named) => ({ named, credential: callable(named) }));
  const judgeCredential = options.judge && callable(options.judge);
  const lastFile = options.last ?? (options.ci ? STORED : undefined);
  const last = lastFile !== undefined && (existsSync(lastFile) || !options.ci) ? readResults(lastFile) : [];
  const samples: Samples = {
    sources: readSources(options.sources),
    answers: readAnswers(options.answers),
    planted: options.planted,
    cards: options.cards,
    questions: options.questions,
    language: options.language,
    cases: options.cases,
  };
  const called = [...credentials.map(({ credential }) => credential), judgeCredential, machine.secondLook];
  await checkEndpoints(
    machine.providers,
    called.filter((each) => each !== undefined),
  );
  const runAll = inParallel(options.parallel);

  let judge: (ProvenJudge & { named: NamedModel }) | undefined;
  if (judgeCredential && options.judge) {
    tell('proving the judge');
    const ask = caller(machine, judgeCredential, 'medium', new Ledger().of('judge'));
    judge = { ask, proof: await proveJudge(ask, PROOF_ITEMS, runAll), named: options.judge };
  }
  const doubtOf = (is: string | undefined) => {
    if (!judge || is === undefined) return NO_JUDGE;
    const isOwn = OWN_JUDGE.has(is) && !options['judge-is-model'];
    return doubtAbout(judge.proof) ?? (isOwn ? `${own(is)}: name another, or add --judge-is-model` : undefined);
  };

  const results: Result[] = [];
  /** Models of which no judge's word counts. */
  const doubted = new Set<string>();
  for (const { named, credential } of credentials) {
    tell(named.name);
    const is = judge && relationOf(judge.named, named);
    const doubt = doubtOf(is);
    // Only a judge that counts is worth asking.
    const proven = doubt === undefined ? judge : undefined;
    const measured = await measureModel(machine, credential, samples, proven, runAll, tell);
    const { outcome, reasons } = verdictOf(measured.figures, doubt, measured.problems);
    if (doubt !== undefined) doubted.add(named.name);
    else if (is !== undefined && OWN_JUDGE.has(is)) reasons.unshift(`warning: ${own(is)}, as --judge-is-model accepts`);
    results.push({
      model: named.name,
      endpoint: placeOfEndpoint(credential.endpoint ?? machine.secondLook?.endpoint),
      second_look: checker?.name ?? null,
      at: new Date().toISOString(),
      language: options.language ?? null,
      judge: judge
        ? {
            name: judge.named.name,
            endpoint: placeOfEndpoint(judgeCredential?.endpoint),
            is: relationOf(judge.named, named),
            caught: judge.proof.caught,
            alarms: judge.proof.alarms,
          }
        : null,
      sources: samples.sources.map(({ name }) => name),
      answers: { count: samples.answers.length, people: kappaOfPeople(samples.answers) },
      samples: digestOf(samples),
      figures: measured.figures,
      table: measured.table,
      by_code: measured.byCode,
      least_caught: measured.leastCaught,
      criteria: measured.criteria,
      differences: measured.differences,
      cases: measured.cases,
      problems: measured.problems,
      spent: measured.cost === null ? null : measured.cost / NANODOLLARS_PER_USD,
      outcome,
      reasons,
    });
  }

  const comparisons = results.flatMap((result) => {
    const before = last.find((each) => isOfSame(each, result));
    return before ? [compare(result, before)] : [];
  });
  const isWorse = options.ci && comparisons.some(({ regressions }) => regressions.length > 0);
  if (options.ci && lastFile !== undefined && !isWorse) {
    // With a failure the rest was measured on too little to be compared with.
    const whole = results.filter(({ model, problems }) => problems.length === 0 && !doubted.has(model));
    if (whole.length > 0) store(lastFile, whole, last);
  }
  return {
    exitCode: isWorse ? 1 : exitCodeOf(results.map(({ outcome }) => outcome)),
    lines: options.json
      ? [JSON.stringify({ models: results, changes: comparisons.map(({ lines }) => lines) }, null, 2)]
      : linesFor(results, comparisons, isWorse),
  };
}

const placeOfEndpoint = (endpoint: { baseUrl: string } | undefined) => (endpoint ? placeOf(endpoint.baseUrl) : null);

function linesFor(results: readonly Result[], comparisons: readonly Comparison[], isWorse: boolean): string[] {
  return [
    ...results.flatMap((result) => [...linesOf(result), '']),
    ...comparisons.flatMap(({ lines }) => [...lines, '']),
    ...(isWorse ? ['worse than the last result, which stays stored', ''] : []),
    ...managersTable(results),
    '',
    ...LEGEND,
    '',
    ...results.map(({ model, outcome, judge }) => {
      const isOwn = outcome !== 'undecided' && judge !== null && OWN_JUDGE.has(judge.is);
      return `${model}: ${outcome}${isOwn ? ', judged by itself' : ''}`;
    }),
  ];
}

function exitCodeOf(outcomes: readonly Outcome[]): ExitCode {
  if (outcomes.includes('not good enough')) return 1;
  return outcomes.includes('undecided') ? 2 : 0;
}

/** @throws Error that names the file */
function readResults(file: string): Result[] {
  try {
    return Results.parse(JSON.parse(readFileSync(file, 'utf8'))).models;
  } catch (error) {
    throw new Error(`--last: ${file} is not a result that --json printed`, { cause: error });
  }
}

/** Cases are left out: they are a figure of their own, and only compared where both have it. */
const digestOf = ({ cases: _cases, planted, ...compared }: Samples): string =>
  createHash('sha256')
    .update(JSON.stringify({ ...compared, faults: plantedItems(planted) }))
    .digest('hex');

/** Returns true if both are of the same models in the same language. */
const isOfSame = (one: Result, other: Result) =>
  one.model === other.model &&
  one.endpoint === other.endpoint &&
  one.second_look === other.second_look &&
  one.language === other.language;

/** Stores results, and keeps those of other models. */
function store(file: string, results: readonly Result[], last: readonly Result[]): void {
  const isNew = (result: Result) => results.some((each) => isOfSame(each, result));
  mkdirSync(path.dirname(path.resolve(file)), { recursive: true });
  const models = [...last.filter((each) => !isNew(each)), ...results];
  writeFileSync(file, `${JSON.stringify({ models } satisfies { models: Result[] }, null, 2)}\n`);
}
