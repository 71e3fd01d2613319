import type { Flashcard, ModuleStatus, Question, SectionKind, SectionState } from '@training/shared/courses/courses';
import type { NewCourse, NewModule, NewSection } from '../../../src/features/courses/course.entity.ts';
import { courses as courseData } from '../courses.ts';
import type { DemoModule, DepartmentKey } from '../content.ts';
import { after, before, idAt } from './moments.ts';
import type { DepartmentIds, Person } from './people.ts';
import { AUDIENCES, COURSES, UNASSIGNED_MODULE } from './timeline.ts';

/** A module that people are assigned to. */
export type Assignable = {
  row: NewModule;
  questions: number;
  publishedAt: Date;
  audience: DepartmentKey[];
};

/** From which score a quiz counts as passed: most quizzes have four questions, and one may be wrong. */
export const PASS_SCORE = 0.75;

/** @param people The trainers among them write the courses of their departments. */
export function courseRows(workspaceId: string, departmentIds: DepartmentIds, people: Person[], now: Date) {
  const courses: NewCourse[] = [];
  const modules: NewModule[] = [];
  const sections: NewSection[] = [];
  const assignable: Assignable[] = [];
  for (const course of courseData) {
    const times = COURSES[course.title];
    if (!times) throw new Error(`The demo's timeline lacks the course ${course.title}`);
    const createdAt = before(now, times.begun);
    const publishedAt = times.published === undefined ? null : before(now, times.published);
    const courseId = idAt(createdAt);
    const departmentId = departmentIds[course.department];
    const author = people.find(({ row }) => row.role === 'trainer' && row.departmentId === departmentId)?.row;
    courses.push({
      workspaceId,
      id: courseId,
      title: course.title,
      emoji: course.emoji,
      departmentId,
      published: course.published,
      publishedAt,
      createdAt,
      updatedAt: publishedAt ?? createdAt,
    });
    course.modules.forEach((module, position) => {
      const begunAt = after(createdAt, 0.1 + position * 0.9);
      const isWaiting = module.status === 'in_review' || module.status === 'changes_requested';
      const finishedAt = module.status === 'published' && publishedAt ? publishedAt : after(begunAt, 2);
      // What waits has been written to since, and is as it was submitted.
      const updatedAt = isWaiting ? before(now, 1.4 + position * 0.6) : finishedAt;
      const submittedAt = module.status === 'draft' ? null : updatedAt;
      const row: NewModule = {
        workspaceId,
        id: idAt(begunAt),
        courseId,
        title: module.title,
        status: module.status,
        position,
        validityDays: module.validityDays ?? null,
        passScore: PASS_SCORE,
        workflow: module.status === 'published' || module.status === 'archived' ? null : module.status,
        liveRevisionId: module.status === 'published' || module.status === 'archived' ? idAt(updatedAt) : null,
        round: module.status === 'draft' ? 0 : 1,
        createdBy: author?.id ?? null,
        submittedAt,
        submittedByName: submittedAt && author ? author.fullName : null,
        createdAt: begunAt,
        updatedAt,
      };
      modules.push(row);
      sections.push(...sectionRows(row, module));
      if (module.status === 'published' && publishedAt && module.title !== UNASSIGNED_MODULE) {
        const audience = AUDIENCES[course.title] ?? [];
        assignable.push({ row, questions: module.questions.length, publishedAt, audience });
      }
    });
  }
  return { courses, modules, sections, assignable };
}

function sectionRows(row: NewModule, module: DemoModule): NewSection[] {
  const cards: Flashcard[] = module.flashcards.map((card) => ({ id: idAt(row.createdAt), ...card }));
  const questions: Question[] = module.questions.map((question) => ({ id: idAt(row.createdAt), ...question }));
  const section = (kind: SectionKind, items: NewSection['items']): NewSection => ({
    workspaceId: row.workspaceId,
    id: idAt(row.createdAt),
    moduleId: row.id,
    kind,
    state: stateOf(row.status, kind),
    version: row.status === 'draft' ? 1 : 2,
    items,
    stateSince: row.updatedAt,
    stateByName: row.workflow === 'in_review' ? row.submittedByName : null,
    updatedAt: row.updatedAt,
  });
  return [section('flashcards', cards), section('quiz', questions)];
}

/** Where review has left a section (rules/review). Where changes were asked for, they were of the quiz. */
function stateOf(status: ModuleStatus, kind: SectionKind): SectionState {
  switch (status) {
    case 'in_review':
      return 'locked';
    case 'changes_requested':
      return kind === 'quiz' ? 'queried' : 'approved';
    case 'published':
    case 'archived':
      return 'approved';
    case 'draft':
    case 'rejected':
      return 'editable';
  }
}
