import type {
  Flashcard,
  ModuleStatus,
  Question,
  SolutionVisibility,
  TopicPassScores,
} from '@training/shared/courses/courses';
import { storeApprovals } from '../../seeds/approvals.ts';
import type { Workspace } from '../../src/core/context.ts';
import type { Database } from '../../src/database/database.ts';
import { createWorkspaceEntityManager } from '../../src/core/transaction.ts';
import { CourseEntity, ModuleEntity, SectionEntity } from '../../src/features/courses/course.entity.ts';
import { newId } from '../../src/platform/ids.ts';

let made = 0;

/** Makes courses and what is in them. */
export function moduleMaker(db: Database) {
  const em = (workspace: Workspace) => createWorkspaceEntityManager({ db, workspace });

  return {
    async course(
      workspace: Workspace,
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
      workspace: Workspace,
      courseId: string,
      changes: Partial<{
        title: string;
        status: ModuleStatus;
        position: number;
        validityDays: number;
        passScore: number;
        maxAttempts: number;
        showSolutions: SolutionVisibility;
        questionsPerAttempt: number;
        topicScores: TopicPassScores;
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
      await manager.transactional(async (manager) => {
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
            {
              id: newId(),
              kind: 'single_choice',
              prompt: 'Which?',
              options: ['A', 'B'],
              correct: 0,
              explanation: 'A.',
            },
          ],
        });
        await manager.flush();
        await storeApprovals(manager, workspaceId, { submittedBy: 'Trainer', publishedBy: 'Reviewer' });
      });
      return module;
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
  };
}
