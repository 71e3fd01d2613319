import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import type { Flashcard, ModuleStatus, Question, SectionKind, SectionState } from '@training/shared/courses';

export const CourseEntity = defineEntity({
  name: 'Course',
  tableName: 'courses',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    title: p.text(),
    emoji: p.text(),
    departmentId: p.uuid().nullable(),
    published: p.boolean(),
    publishedAt: p.datetime(3).nullable(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});
export type CourseRow = InferEntity<typeof CourseEntity>;

export const ModuleEntity = defineEntity({
  name: 'Module',
  tableName: 'modules',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    courseId: p.uuid(),
    title: p.text(),
    status: p.text().$type<ModuleStatus>(),
    /** `order` on the wire; from zero. */
    position: p.integer(),
    /** For how many days a completion certifies; null where it does for ever. */
    validityDays: p.integer().nullable(),
    /** The score, 0 to 1, from which the quiz is passed. */
    passScore: p.decimal('number').precision(5).scale(4),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});
export type ModuleRow = InferEntity<typeof ModuleEntity>;

/** A module's flashcards or its quiz: the unit that review locks (specification 3.5). */
export const SectionEntity = defineEntity({
  name: 'Section',
  tableName: 'sections',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    moduleId: p.uuid(),
    kind: p.text().$type<SectionKind>(),
    state: p.text().$type<SectionState>(),
    version: p.integer().default(1),
    items: p.json<Flashcard[] | Question[]>(),
    updatedAt: p.datetime(3),
  },
});
export type SectionRow = InferEntity<typeof SectionEntity>;
