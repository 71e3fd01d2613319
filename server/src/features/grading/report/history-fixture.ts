import type pg from 'pg';
import { newId } from '../../../platform/ids.ts';

const VERSIONS = [
  { provider: 'anthropic', model: 'claude', prompt: 'aaaaaaaaaaaa', likes: 0.9 },
  { provider: 'anthropic', model: 'claude', prompt: 'bbbbbbbbbbbb', likes: 0.97 },
  { provider: 'azure_openai', model: 'own","quoted', prompt: 'aaaaaaaaaaaa', likes: 0.7 },
] as const;
const LANGUAGES = ['en', 'en-GB', 'de', 'DE-at', null];
const POINTS = [0, 0.25, 0.3333, 0.5, 0.6667, 1];
const HOUR = 3_600_000;

/** Numbers from 0 to 1 that look random and are the same each time (a linear congruential generator). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

/** Draws what becomes of an answer that a model grades, each by its share. */
function historyOf(random: () => number, n: number, answers: number, now: number) {
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!;
  const { likes, ...version } = pick(VERSIONS);
  const answer = newId();
  // Some are of the same moment.
  const at = (later = 0) => new Date(now - Math.floor((answers - n) / 3) * HOUR + later * 60_000).toISOString();
  const score = random() < 0.7 ? 1 : pick(POINTS);
  const counts = random() < 0.8;
  const compared = counts || random() < 0.6 ? 0.7 + Math.floor(random() * 31) / 100 : null;
  const other = () => (random() < likes ? score : pick(POINTS));
  const grade = { answer, number: 1, kind: 'model', counts, score, compared, at: at(), ...version };
  const byPerson = (number: number, kind: string, later: number) => ({
    answer,
    number,
    kind,
    counts: true,
    score: other(),
    at: at(later),
  });
  const typed = random() < 0.4;
  const given = { answer, question: Math.floor(random() * 6), typed, language: typed ? null : pick(LANGUAGES) };
  const grades: Record<string, unknown>[] = [{ ...grade, typed, language: given.language }];
  const appeals: Record<string, unknown>[] = [];
  const checks: Record<string, unknown>[] = [];
  if (!counts && random() < 0.8) grades.push(byPerson(2, 'trainer', 1));
  const chance = random();
  if (counts && chance < 0.1) {
    const isDecided = random() < 0.7;
    appeals.push({ answer, number: 1, at: at(2), done_at: isDecided ? at(3) : null });
    if (isDecided) grades.push(byPerson(2, 'appeal', 3));
    if (isDecided && random() < 0.3) grades.push(byPerson(3, 'override', 4));
  } else if (counts && chance < 0.2) {
    grades.push(byPerson(2, 'override', 1));
    if (random() < 0.3) appeals.push({ answer, number: 1, at: at(5), done_at: null });
  }
  if (counts && random() < 0.1) {
    const isDone = random() < 0.8;
    checks.push({ answer, at: at(), done_at: isDone ? at(1) : null, score: isDone ? other() : null });
  }
  return { given, grades, appeals, checks };
}

/** Stores what became of answers, the newest an hour ago, without what grading does besides. */
export async function storeHistory(
  pool: pg.Pool,
  { workspaceId, attemptId }: { workspaceId: string; attemptId: string },
  answers: number,
): Promise<void> {
  const random = numbers(7);
  const now = Math.floor(Date.now() / 1_000) * 1_000 - HOUR;
  const all = Array.from({ length: answers }, (_, n) => historyOf(random, n, answers, now));
  const questions = Array.from({ length: 6 }, () => newId());
  const given = all.map((each) => ({ ...each.given, attempt: newId(), question: questions[each.given.question] }));
  const rows = {
    given,
    grades: all.flatMap((each) => each.grades),
    appeals: all.flatMap((each) => each.appeals),
    checks: all.flatMap((each) => each.checks),
  };
  await pool.query(
    `with given as (
       select *, row_number() over () as n
       from json_to_recordset($3::json -> 'given') as r (answer uuid, attempt uuid, question uuid)
     ), tried as (
       insert into attempts (workspace_id, id, enrollment_id, number, revision_id, pass_score, state, started_at, ended_at)
       select t.workspace_id, g.attempt, t.enrollment_id, 100 + g.n, t.revision_id, t.pass_score, 'superseded', now(), now()
       from attempts t, given g where t.workspace_id = $1 and t.id = $2 returning id
     ), answered as (
       insert into answers (workspace_id, id, attempt_id, question_id, item_hash, kind, response, given_at, state)
       select $1::uuid, g.answer, t.id, g.question, '', 'spoken', '{"text": "So."}', now(), 'trainer'
       from given g join tried t on t.id = g.attempt returning id
     ), graded as (
       insert into grades (workspace_id, answer_id, number, kind, counts, score, compared, provider, model, prompt, typed,
         language, by_name, at)
       select $1::uuid, a.id, r.number, r.kind, r.counts, r.score, r.compared, r.provider, r.model, r.prompt, r.typed,
         r.language, 'Tom Trainer', r.at
       from json_to_recordset($3::json -> 'grades') as r (answer uuid, number integer, kind text, counts boolean,
         score numeric, compared numeric, provider text, model text, prompt text, typed boolean, language text,
         at timestamptz)
       join answered a on a.id = r.answer returning answer_id, number
     ), appealed as (
       insert into appeals (workspace_id, answer_id, number, words, at, decide_by, decided_at)
       select $1::uuid, a.id, r.number, 'I said both.', r.at, r.at, r.done_at
       from json_to_recordset($3::json -> 'appeals') as r (answer uuid, number integer, at timestamptz, done_at timestamptz)
       join answered a on a.id = r.answer
     )
     insert into grade_checks (workspace_id, id, answer_id, number, chosen_at, checked_at, score)
     select $1::uuid, gen_random_uuid(), g.answer_id, g.number, r.at, r.done_at, r.score
     from json_to_recordset($3::json -> 'checks') as r (answer uuid, at timestamptz, done_at timestamptz, score numeric)
     join graded g on g.answer_id = r.answer and g.number = 1`,
    [workspaceId, attemptId, JSON.stringify(rows)],
  );
}
