import type { EntityManager } from '@mikro-orm/postgresql';
import { AnswerState } from '@training/shared/learning/attempts';
import { z } from 'zod';
import { defineStatement, type StatementRunner } from '../../../database/statements/statement.ts';
import { AppError } from '../../../core/errors.ts';
import { ANSWER_FROM_CLAUSE, ASKED_QUESTION_JSON_SQL } from '../answer-view.ts';

const FIND = defineStatement({
  name: 'find-given-answer',
  scope: 'tenant',
  row: z.strictObject({ id: z.uuid() }),
  sql: `
select s.answer_id as id from answers a
join spoken_answers s on s.workspace_id = :workspaceId and s.answer_id = coalesce(a.carried_from, a.id)
where a.workspace_id = :workspaceId and a.id = :answerId`,
});

const LOCK_CYCLE = defineStatement({
  name: 'lock-cycle-of-spoken-answer',
  scope: 'tenant',
  sql: `
select 1 from enrollments where workspace_id = :workspaceId and id = (
  select t.enrollment_id from answers a join attempts t on t.workspace_id = :workspaceId and t.id = a.attempt_id
  where a.workspace_id = :workspaceId and a.id = :answerId)
for no key update`,
});

/** Author of a grade that counts; the model has no id. */
const GradeAuthor = z.strictObject({ id: z.uuid().nullable(), name: z.string() });
export type GradeAuthor = z.infer<typeof GradeAuthor>;

/** A locked answer to a spoken question, with the fields that decide its next step. */
export const LockedAnswer = z.strictObject({
  workspaceId: z.uuid(),
  answerId: z.uuid(),
  state: AnswerState,
  score: z.number().nullable(),
  learnerId: z.uuid(),
  learnerName: z.string(),
  learnerIsActive: z.boolean(),
  moduleId: z.uuid(),
  moduleTitle: z.string(),
  prompt: z.string(),
  rubric: z.array(z.string()),
  typed: z.string().nullable(),
  recordingId: z.uuid().nullable(),
  language: z.string().nullable(),
  transcript: z.string().nullable(),
  heardLanguage: z.string().nullable(),
  speechConfidence: z.number().nullable(),
  corrected: z.string().nullable(),
  confirmed: z.boolean(),
  /** True if the time for the next step is over. */
  late: z.boolean(),
  trainerReason: z.string().nullable(),
  /** Authors of the grade that counts and of the newest appeal's decision. */
  gradedBy: GradeAuthor.nullable(),
  decidedBy: GradeAuthor.nullable(),
  /** Number of grades, and the criteria of the model's newest grade. */
  grades: z.number(),
  proposal: z.array(z.looseObject({ met: z.boolean(), evidence: z.string().nullable() })).nullable(),
});
export type LockedAnswer = z.infer<typeof LockedAnswer>;

const READ = defineStatement({
  name: 'read-locked-answer',
  scope: 'tenant',
  row: LockedAnswer,
  sql: `
select a.workspace_id as "workspaceId", a.id as "answerId", a.state, a.score::float8 as score, u.id as "learnerId",
  u.full_name as "learnerName", u.is_active as "learnerIsActive", m.id as "moduleId", r.title as "moduleTitle", ${ASKED_QUESTION_JSON_SQL} ->> 'prompt' as prompt,
  ${ASKED_QUESTION_JSON_SQL} -> 'rubric' as rubric, a.response ->> 'text' as typed, s.recording_id as "recordingId", s.language,
  s.transcript, s.heard_language as "heardLanguage", s.speech_confidence as "speechConfidence", s.corrected,
  s.confirmed_at is not null as confirmed, coalesce(s.waits_until <= :now::timestamptz, false) as late,
  s.trainer_reason as "trainerReason",
  (select json_build_object('id', g.by_id, 'name', g.by_name) from grades g
    where g.workspace_id = :workspaceId and g.answer_id = a.id and g.counts order by g.number desc limit 1) as "gradedBy",
  case when p.decided_at is not null then json_build_object('id', p.decided_by_id, 'name', p.decided_by_name) end
    as "decidedBy",
  (select count(*)::integer from grades g where g.workspace_id = :workspaceId and g.answer_id = a.id) as grades,
  (select g.criteria from grades g where g.workspace_id = :workspaceId and g.answer_id = a.id and g.kind = 'model'
    order by g.number desc limit 1) as proposal
${ANSWER_FROM_CLAUSE}
where a.workspace_id = :workspaceId and a.id = :answerId`,
});

type Named = { workspaceId: string; now: Date };

/** Returns the id of the original answer, to which grades and appeals belong. @throws AppError `answer_not_found` */
export async function getOriginalAnswerId(on: StatementRunner, workspaceId: string, answerId: string): Promise<string> {
  const given = await FIND.first(on, { workspaceId, answerId });
  if (!given) throw spokenAnswerNotFoundError(answerId);
  return given.id;
}

/**
 * Locks an answer by its cycle, as answering does, so that its changes happen one after the other.
 * @param answerId May be a carried-over answer.
 * @throws AppError `answer_not_found`
 */
export async function lockAnswer(em: EntityManager, named: Named, answerId: string): Promise<LockedAnswer> {
  const { workspaceId, now } = named;
  const id = await getOriginalAnswerId(em, workspaceId, answerId);
  await LOCK_CYCLE.run(em, { workspaceId, answerId: id });
  return READ.one(em, { workspaceId, answerId: id, now });
}

export function spokenAnswerNotFoundError(answerId: string): AppError {
  return new AppError('answer_not_found', `There is no spoken answer ${answerId} that you may see.`);
}
