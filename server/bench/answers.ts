// `node server/bench/answers.ts --keep <folder>`: what recording an answer costs beside a bare transaction with the
// same statements, the plans of those, and hundreds of learners who answer at once (docs/measurements.md).
import { mkdirSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createOrm } from '../src/database/orm.ts';
import { NO_TIMEOUTS, WorkPool } from '../src/database/statements/work-pool.ts';
import { answerQuestion } from '../src/features/learning/quiz/answer-question.ts';
import type { Context } from '../src/core/context.ts';
import { prepareData, SIZES } from './data.ts';
import { beginQuiz, newLearners, quickModules, rightAnswer } from './learners.ts';
import { answerTogether } from './many-learners.ts';
import { alternate } from './measure.ts';
import { again, recorded, sendBare, type Sent } from './recorded.ts';
import { median, percentile, spread } from './report.ts';
import type { Person } from './reviewed-workspace.ts';

const HELP = `node server/bench/answers.ts --keep <folder> [--only cost|plans|together] [--rounds 5] [--learners 500] [--seconds 300] [--pause 20]
  cost      an answer, beside its statements in a bare transaction: processor time of this process and of PostgreSQL
  plans     EXPLAIN (ANALYZE, BUFFERS) of the statements of the last answer to a quiz
  together  so many learners over HTTP, each with so many seconds between two answers: what came back is what is stored
`;
/** People of a side in a round. */
const EACH = 60;
const MODULES = 60;

const { values: options } = parseArgs({
  options: {
    keep: { type: 'string', default: '/var/tmp/training-bench-answers' },
    only: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    learners: { type: 'string', default: '500' },
    seconds: { type: 'string', default: '300' },
    pause: { type: 'string', default: '20' },
    help: { type: 'boolean', default: false },
  },
});
if (options.help) {
  process.stdout.write(HELP);
  process.exit(0);
}
const say = (line: string) => process.stdout.write(`${line}\n`);
const isWanted = (part: string) => !options.only || options.only === part;

const folder = path.resolve(options.keep);
mkdirSync(folder, { recursive: true });
const data = await prepareData(folder, SIZES.middle, { say });
const modules = await quickModules(data.db, data.workspace, MODULES);
const module = modules[0]!;
const pool = new WorkPool({ url: data.url, size: 1, name: 'bench', limits: NO_TIMEOUTS });
const { rows: backend } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
const { em } = await createOrm(pool);

const contextOf = (actor: Person): Context & { actor: Person } => ({
  db: { em, pool },
  workspace: data.workspace,
  actor,
  reach: 'own',
  now: new Date(),
  requestId: null,
  ip: null,
});

/** People who have come to the first question, none of whom was here before. */
async function atTheQuiz(count: number) {
  const people = await newLearners(data.db, data.workspace, { modules, count });
  const begun = [];
  for (const actor of people) begun.push({ actor, ...(await beginQuiz(contextOf(actor), module)) });
  return begun;
}
type AtTheQuiz = Awaited<ReturnType<typeof atTheQuiz>>[number];

const answer = ({ actor, attemptId, questions }: AtTheQuiz, n: number) => {
  const question = questions[n]!;
  const response = rightAnswer(question);
  return answerQuestion(contextOf(actor), { attempt_id: attemptId, question_id: question.id, response });
};

const idsOf = ({ userId, enrollmentId, attemptId }: AtTheQuiz) => [userId, enrollmentId, attemptId];

/** What each question’s answer sends, by two people: what differs was made for it. */
async function recordAnswers() {
  const [one, other] = await atTheQuiz(2);
  const records: [Sent[], Sent[]][] = [];
  for (let n = 0; n < one!.questions.length; n++) {
    const sent = await recorded(pool, () => answer(one!, n));
    records.push([sent, await recorded(pool, () => answer(other!, n))]);
  }
  const bare = (of: AtTheQuiz, n: number) => {
    const ids = idsOf(of);
    return again(records[n]!, new Map(idsOf(one!).map((id, at) => [id, ids[at]!])));
  };
  return { bare, questions: one!.questions.length };
}

/** Milliseconds of the processor: this process, and that of PostgreSQL’s that it is connected to. */
const used = () => {
  const { user, system } = process.cpuUsage();
  return {
    own: (user + system) / 1e3,
    database: Number(readFileSync(`/proc/${backend[0]!.pid}/schedstat`, 'utf8').split(' ', 1)[0]) / 1e6,
  };
};

async function cost(): Promise<void> {
  const { bare, questions } = await recordAnswers();
  type Round = { own: number; database: number; latencies: Float64Array };
  const measured: Record<'bare' | 'ours', Round[]> = { bare: [], ours: [] };
  const rounds = { count: Number(options.rounds) + 1, seconds: 0 };
  await alternate(['bare', 'ours'] as const, rounds, async (side) => {
    const people = await atTheQuiz(EACH);
    const statements = people.map((each) => Array.from({ length: questions }, (_, n) => bare(each, n)));
    const latencies: number[] = [];
    const before = used();
    for (const [p, person] of people.entries()) {
      for (let n = 0; n < questions; n++) {
        const began = performance.now();
        await (side === 'ours' ? answer(person, n) : sendBare(pool, statements[p]![n]!));
        latencies.push(performance.now() - began);
      }
    }
    const after = used();
    const of = latencies.length;
    measured[side].push({
      own: (after.own - before.own) / of,
      database: (after.database - before.database) / of,
      latencies: Float64Array.from(latencies),
    });
    await assertAnswered(people, questions);
  });
  // The first is the warm-up.
  const sides = { bare: measured.bare.slice(1), ours: measured.ours.slice(1) };
  const all = (round: Round) => round.own + round.database;
  const ratios = sides.ours.map((round, n) => all(round) / all(sides.bare[n]!));
  say('\n| an answer | own processor, ms | PostgreSQL’s, ms | p50 | p99 |\n|---|---|---|---|---|');
  for (const [name, side] of Object.entries(sides)) {
    const [own, database] = [median(side.map((each) => each.own)), median(side.map((each) => each.database))];
    const [p50, p99] = [0.5, 0.99].map((share) => percentile(side, share).toFixed(2));
    say(`| ${name} | ${own.toFixed(2)} | ${database.toFixed(2)} | ${p50} ms | ${p99} ms |`);
  }
  say(`Processor of an answer to that of its statements alone: ${spread(ratios)} ×`);
}

async function assertAnswered(people: AtTheQuiz[], questions: number): Promise<void> {
  const { rows } = await pool.query<{ completed: number; answers: number }>(
    `select count(*)::integer as completed,
       (select count(*)::integer from answers where workspace_id = $1 and attempt_id = any($3::uuid[])) as answers
     from enrollments where workspace_id = $1 and id = any($2::uuid[]) and completed_at is not null`,
    [data.workspace.id, people.map(({ enrollmentId }) => enrollmentId), people.map(({ attemptId }) => attemptId)],
  );
  const expected = { completed: people.length, answers: people.length * questions };
  if (rows[0]?.completed !== expected.completed || rows[0].answers !== expected.answers) {
    throw new Error(`Stored is ${JSON.stringify(rows[0])} and not ${JSON.stringify(expected)}`);
  }
}

async function plans(): Promise<void> {
  const { bare, questions } = await recordAnswers();
  const [person] = await atTheQuiz(1);
  for (let n = 0; n < questions - 1; n++) await answer(person!, n);
  for (const statement of bare(person!, questions - 1)) {
    if (typeof statement === 'string') {
      await pool.query(statement);
      continue;
    }
    const { name, text, values } = statement;
    const explained = await pool.query<{ 'QUERY PLAN': string }>(`explain (analyze, buffers) ${text}`, values);
    say(`\n${name ?? 'without a name'}\n${explained.rows.map((row) => row['QUERY PLAN']).join('\n')}`);
  }
}

if (isWanted('cost')) await cost();
if (isWanted('plans')) await plans();
if (isWanted('together')) {
  const log = openSync(path.join(folder, 'server.log'), 'w');
  const [learners, seconds, pause] = [options.learners, options.seconds, options.pause].map(Number);
  await answerTogether(data, { modules, log, say, learners: learners!, seconds: seconds!, pause: pause! });
}
await pool.end();
await data.close();
