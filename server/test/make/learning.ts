import type { Workspace } from '../../src/core/context.ts';
import type { Database } from '../../src/database/database.ts';
import { createWorkspaceEntityManager } from '../../src/core/transaction.ts';
import { AssignmentEntity } from '../../src/features/assignments/assignment.entity.ts';
import { AttemptEntity } from '../../src/features/learning/attempt.entity.ts';
import { PathCompletionEntity } from '../../src/features/evidence/path-completion.entity.ts';
import { EnrollmentEntity, type EnrollmentRow } from '../../src/features/learning/enrollment.entity.ts';
import { PathAssignmentModuleEntity, PathEntity, PathStepEntity } from '../../src/features/paths/path.entity.ts';
import { newId } from '../../src/platform/ids.ts';

/** Makes what people study, and how far they have come. */
export function learningMaker(db: Database) {
  const em = (workspace: Workspace) => createWorkspaceEntityManager({ db, workspace });

  return {
    async enrollment(
      workspace: Workspace,
      userId: string,
      moduleId: string,
      changes: Partial<Omit<EnrollmentRow, 'workspaceId' | 'id' | 'userId' | 'moduleId'>> = {},
    ) {
      const enrollment = {
        workspaceId: workspace.id,
        id: newId(),
        userId,
        moduleId,
        assignedAt: new Date(),
        progress: 0,
        ...changes,
      };
      const manager = em(workspace);
      manager.create(EnrollmentEntity, enrollment);
      await manager.flush();
      return enrollment;
    },

    /** A path of an assignment's module, assigned and completed. */
    async path(
      { id: workspaceId }: Workspace,
      of: { departmentId: string; assignmentId: string; userId: string; title: string },
    ) {
      const [id, at] = [newId(), new Date()];
      const manager = em({ id: workspaceId, slug: '', name: '' });
      const { moduleId } = await manager.findOneOrFail(AssignmentEntity, { workspaceId, id: of.assignmentId });
      const named = { title: of.title, description: of.title, departmentId: of.departmentId, createdByName: of.title };
      await manager.insert(PathEntity, { workspaceId, id, ...named, createdAt: at, updatedAt: at });
      await manager.insert(PathStepEntity, { workspaceId, pathId: id, moduleId, position: 0, requires: [] });
      const assigned = { id: newId(), assignmentId: of.assignmentId };
      await manager.insert(PathAssignmentModuleEntity, { workspaceId, pathId: id, ...assigned });
      const completed = { id: newId(), userId: of.userId, completedAt: at, cycles: [], evidence: of.title };
      const bound = { eventAt: at, eventId: newId() };
      await manager.insert(PathCompletionEntity, { workspaceId, pathId: id, ...completed, ...bound });
      return { id, assignmentId: assigned.id, completionId: completed.id };
    },

    /** A cycle that somebody has started, with an attempt at its quiz that is open. */
    async attempt(workspace: Workspace, userId: string, moduleId: string) {
      const now = new Date();
      const { rows } = await db.pool.query<{ id: string; question_id: string }>(
        `select r.id, r.quiz #>> '{0,id}' as question_id from modules m
         join module_revisions r on r.id = m.live_revision_id where m.id = $1`,
        [moduleId],
      );
      const { id: revisionId, question_id: questionId } = rows[0]!;
      const cycle = await this.enrollment(workspace, userId, moduleId, { startedAt: now, revisionId });
      const manager = em(workspace);
      const attempt = {
        workspaceId: workspace.id,
        id: newId(),
        enrollmentId: cycle.id,
        number: 1,
        revisionId,
        passScore: 0.8,
        state: 'open' as const,
        startedAt: now,
      };
      manager.create(AttemptEntity, attempt);
      await manager.flush();
      return { enrollment: { ...cycle, revisionId }, attempt: { ...attempt, questionId } };
    },

    /** A recording, and an answer with it that waits for a trainer; nobody asks its question, unless one is given. */
    async spokenAnswer(
      workspace: Workspace,
      userId: string,
      attemptId: string,
      transcript: string,
      questionId: string = newId(),
    ) {
      const [answer, recording] = [{ id: newId() }, { id: newId() }];
      await db.pool.query(
        `with sent as (
           insert into recordings (workspace_id, id, user_id, created_at, state, size, media_type, hash)
           values ($1, $2, $3, now(), 'stored', 4, 'audio/wav', 'x')
         ), part as (
           insert into recording_parts (workspace_id, recording_id, n, bytes) values ($1, $2, 0, convert_to('RIFF', 'UTF8'))
         ), given as (
           insert into answers (workspace_id, id, attempt_id, question_id, item_hash, kind, response, given_at, state)
           values ($1, $4, $5, $7, 'x', 'spoken', '{"kind": "spoken", "text": null}', now(), 'trainer')
         )
         insert into spoken_answers (workspace_id, answer_id, recording_id, transcript, seconds, trainer_reason)
         values ($1, $4, $2, $6, 1, 'no_key')`,
        [workspace.id, recording.id, userId, answer.id, attemptId, transcript, questionId],
      );
      return { answer, recording };
    },

    /** An attested completion of before the last, with its evidence, and a document that belongs to none. */
    async attested(workspace: Workspace, userId: string, moduleId: string, source: string) {
      const [attested, document] = [{ id: newId() }, { id: newId() }];
      await db.pool.query(
        `with entered as (
           insert into attested_completions (workspace_id, id, user_id, module_id, completed_on, completed_at, source,
             entered_at, entered_by_name)
           values ($1, $2, $3, $4, '2020-01-01', '2020-01-01', $5, now(), $5)
         ), recorded as (
           insert into attested_evidence (workspace_id, attested_id, number, event_at, event_id, evidence)
           values ($1, $2, 1, now(), $6, '{}')
         ), sent as (
           insert into attested_files (workspace_id, id, created_by, created_at, state, size, media_type, hash)
           values ($1, $6, $3, now(), 'stored', 4, 'application/pdf', 'x')
         )
         insert into attested_file_parts (workspace_id, file_id, n, bytes) values ($1, $6, 0, convert_to('%PDF', 'UTF8'))`,
        [workspace.id, attested.id, userId, moduleId, source, document.id],
      );
      return { attested, document };
    },

    /** A grade of a model for an answer, which waits for a check. */
    async gradeCheck(workspace: Workspace, answerId: string) {
      await db.pool.query(
        `with given as (
           update answers set state = 'graded', score = 0.5 where workspace_id = $1 and id = $2
         ), graded as (
           insert into grades (workspace_id, answer_id, number, kind, counts, score, confidence, compared, provider, model,
             prompt, typed, by_name, at)
           values ($1, $2, 1, 'model', true, 0.5, 0.9, 0.9, 'anthropic', 'a model', 'a prompt', false, 'AI grading', now())
         )
         insert into grade_checks (workspace_id, id, answer_id, number, chosen_at) values ($1, $3, $2, 1, now())`,
        [workspace.id, answerId, newId()],
      );
    },
  };
}
