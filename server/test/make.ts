import type { Flashcard, ModuleStatus, Question } from '@training/shared/courses';
import type { Role, Scope } from '@training/shared/permissions';
import type { Context } from '../src/context.ts';
import type { Database } from '../src/database/database.ts';
import { storeApprovals } from '../seeds/approvals.ts';
import { entityManager } from '../src/database/transaction.ts';
import { AiJobEntity } from '../src/features/ai/jobs/ai-job.entity.ts';
import { CourseEntity, ModuleEntity, SectionEntity } from '../src/features/courses/course.entity.ts';
import { DepartmentEntity } from '../src/features/departments/department.entity.ts';
import { AttemptEntity } from '../src/features/learning/attempt.entity.ts';
import { EnrollmentEntity, type EnrollmentRow } from '../src/features/learning/enrollment.entity.ts';
import { ProviderKeyEntity } from '../src/features/provider-keys/provider-key.entity.ts';
import { issueToken } from '../src/features/tokens/issue-token.ts';
import { UserEntity } from '../src/features/users/user.entity.ts';
import { WorkspaceEntity } from '../src/features/workspaces/workspace.entity.ts';
import { newId } from '../src/platform/ids.ts';

export type TestWorkspace = { id: string; slug: string; name: string };
export type Maker = ReturnType<typeof makerFor>;

let made = 0;

/** Makes rows as a test needs them; what a test does not name is ordinary. */
export function makerFor(db: Database) {
  const em = (workspace: TestWorkspace) => entityManager({ db, workspace });
  const contextOf = (workspace: TestWorkspace): Context => ({
    db,
    workspace,
    actor: { kind: 'system', name: 'Test' },
    reach: 'workspace',
    now: new Date(),
    requestId: null,
    ip: null,
  });

  return {
    contextOf,

    async workspace(
      changes: Partial<{ slug: string; name: string; apiMayAssignSuperAdmin: boolean }> = {},
    ): Promise<TestWorkspace> {
      const n = ++made;
      const workspace = { id: newId(), slug: `workspace-${n}`, name: `Workspace ${n}`, ...changes };
      const manager = db.em.fork();
      manager.create(WorkspaceEntity, { apiMayAssignSuperAdmin: false, createdAt: new Date(), ...workspace });
      await manager.flush();
      return { id: workspace.id, slug: workspace.slug, name: workspace.name };
    },

    async department(workspace: TestWorkspace, name = `Department ${++made}`) {
      const manager = em(workspace);
      const department = { workspaceId: workspace.id, id: newId(), name, createdAt: new Date() };
      manager.create(DepartmentEntity, department);
      await manager.flush();
      return department;
    },

    async user(
      workspace: TestWorkspace,
      changes: Partial<{
        email: string;
        fullName: string;
        role: Role;
        departmentId: string;
        isActive: boolean;
        createdAt: Date;
      }> = {},
    ) {
      const n = ++made;
      const now = new Date();
      const user = {
        workspaceId: workspace.id,
        id: newId(),
        email: `person-${n}@example.com`,
        fullName: `Person ${n}`,
        role: 'learner' as Role,
        isActive: true,
        createdAt: now,
        updatedAt: now,
        ...changes,
      };
      const manager = em(workspace);
      manager.create(UserEntity, user);
      await manager.flush();
      return user;
    },

    async course(
      workspace: TestWorkspace,
      changes: Partial<{ title: string; departmentId: string; published: boolean; createdAt: Date }> = {},
    ) {
      const now = new Date();
      const course = {
        workspaceId: workspace.id,
        id: newId(),
        title: `Course ${++made}`,
        emoji: '📦',
        published: false,
        createdAt: now,
        updatedAt: now,
        ...changes,
      };
      const manager = em(workspace);
      manager.create(CourseEntity, { ...course, publishedAt: course.published ? now : null });
      await manager.flush();
      return course;
    },

    /** A module with one flashcard and one question, or those that are given. */
    async module(
      workspace: TestWorkspace,
      courseId: string,
      changes: Partial<{
        title: string;
        status: ModuleStatus;
        position: number;
        validityDays: number;
        passScore: number;
        createdBy: string;
        cards: Flashcard[];
        questions: Question[];
      }> = {},
    ) {
      const { cards, questions, ...columns } = changes;
      const now = new Date();
      const workspaceId = workspace.id;
      const manager = em(workspace);
      const position = changes.position ?? (await manager.count(ModuleEntity, { courseId }));
      const module = {
        workspaceId,
        id: newId(),
        courseId,
        title: `Module ${++made}`,
        status: 'draft' as ModuleStatus,
        passScore: 0.8,
        createdAt: now,
        updatedAt: now,
        ...columns,
        position,
      };
      const { status } = module;
      const isLive = status === 'published' || status === 'archived';
      const state = isLive
        ? ('approved' as const)
        : status === 'in_review'
          ? ('locked' as const)
          : ('editable' as const);
      const section = { workspaceId, moduleId: module.id, state, stateSince: now, updatedAt: now };
      await manager.begin();
      manager.create(ModuleEntity, {
        ...module,
        workflow: isLive ? null : status,
        liveRevisionId: isLive ? newId() : null,
        round: isLive || status !== 'draft' ? 1 : 0,
        submittedAt: status === 'draft' ? null : now,
      });
      // One after the other: without relations the ORM does not know that sections need their module.
      await manager.flush();
      manager.create(SectionEntity, {
        ...section,
        id: newId(),
        kind: 'flashcards',
        items: cards ?? [{ id: newId(), front: 'Front', back: 'Back' }],
      });
      manager.create(SectionEntity, {
        ...section,
        id: newId(),
        kind: 'quiz',
        items: questions ?? [
          { id: newId(), kind: 'single_choice', prompt: 'Which?', options: ['A', 'B'], correct: 0, explanation: 'A.' },
        ],
      });
      await manager.flush();
      await storeApprovals(manager, workspaceId, { submittedBy: 'Trainer', publishedBy: 'Reviewer' });
      await manager.commit();
      return module;
    },

    /** A module that a trainer of the department has submitted, in a course of its own. */
    async moduleInReview(
      workspace: TestWorkspace,
      { departmentId, createdBy }: Partial<{ departmentId: string; createdBy: string }> = {},
    ) {
      const department = departmentId ?? (await this.department(workspace)).id;
      const course = await this.course(workspace, { departmentId: department });
      const module = await this.module(workspace, course.id, { status: 'in_review', ...(createdBy && { createdBy }) });
      return { departmentId: department, course, module, hashes: await this.hashes(module.id) };
    },

    /** The hash of what each section of a module holds now, and its round: what a decision names. */
    async hashes(moduleId: string): Promise<{ flashcards: string; quiz: string; round: number }> {
      const { rows } = await db.pool.query<{ flashcards: string; quiz: string; round: number }>(
        `select f.content_hash as flashcards, q.content_hash as quiz, m.round from sections f
         join modules m on m.id = f.module_id
         join sections q on q.module_id = f.module_id and q.kind = 'quiz'
         where f.module_id = $1 and f.kind = 'flashcards'`,
        [moduleId],
      );
      return rows[0]!;
    },

    async enrollment(
      workspace: TestWorkspace,
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

    /** A cycle that somebody has started, with an attempt at its quiz that is open. */
    async attempt(workspace: TestWorkspace, userId: string, moduleId: string) {
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

    /** A recording, and an answer with it that waits for a trainer. */
    async spokenAnswer(workspace: TestWorkspace, userId: string, attemptId: string, transcript: string) {
      const [answer, recording] = [{ id: newId() }, { id: newId() }];
      await db.pool.query(
        `with sent as (
           insert into recordings (workspace_id, id, user_id, created_at, state, size, media_type, hash)
           values ($1, $2, $3, now(), 'stored', 4, 'audio/wav', 'x')
         ), part as (
           insert into recording_parts (workspace_id, recording_id, n, bytes) values ($1, $2, 0, convert_to('RIFF', 'UTF8'))
         ), given as (
           insert into answers (workspace_id, id, attempt_id, question_id, item_hash, kind, response, given_at, state)
           values ($1, $4, $5, $4, 'x', 'spoken', '{"kind": "spoken", "text": null}', now(), 'trainer')
         )
         insert into spoken_answers (workspace_id, answer_id, recording_id, transcript) values ($1, $4, $2, $6)`,
        [workspace.id, recording.id, userId, answer.id, attemptId, transcript],
      );
      return { answer, recording };
    },

    /** A key that nobody can open. */
    async providerKey(workspace: TestWorkspace, createdByName = 'Test') {
      const key = {
        workspaceId: workspace.id,
        id: newId(),
        capability: 'transcription' as const,
        provider: 'deepgram' as const,
        model: 'nova-3',
        resource: null,
        deployment: null,
        keyId: 'none',
        sealed: Buffer.alloc(40, 1),
        version: 1,
        createdAt: new Date(),
        createdByName,
        rotatedAt: null,
        rotatedByName: null,
      };
      const manager = em(workspace);
      manager.create(ProviderKeyEntity, key);
      await manager.flush();
      return key;
    },

    /** A text that somebody has uploaded, and a job that has been made of it. */
    async aiJob(workspace: TestWorkspace, createdBy: string, title = `Job ${++made}`) {
      const file = { id: newId(), kind: 'text' as const };
      await db.pool.query(
        `with file as (
           insert into ai_files (workspace_id, id, created_by, created_at, state, size, kind, media_type)
           values ($1, $2, $3, now(), 'stored', octet_length($5::bytea), $4, 'text/plain')
           returning workspace_id, id
         ) insert into ai_file_parts (workspace_id, file_id, n, bytes) select workspace_id, id, 0, $5 from file`,
        [workspace.id, file.id, createdBy, file.kind, Buffer.from(title)],
      );
      const job = {
        workspaceId: workspace.id,
        id: newId(),
        feature: 'document_extraction' as const,
        capability: 'generation' as const,
        state: 'parked' as const,
        title,
        createdBy,
        input: { file_id: file.id, name: title },
        fileId: file.id,
        work: {},
        result: null,
        createdAt: new Date(),
      };
      const manager = em(workspace);
      manager.create(AiJobEntity, job);
      await manager.flush();
      return { job, file };
    },

    token(workspace: TestWorkspace, scopes: Scope[], name = `Token ${++made}`) {
      return issueToken(contextOf(workspace), { name, scopes });
    },
  };
}
