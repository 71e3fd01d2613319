import { defineEntity, p, type Opt } from '@mikro-orm/core';
import type { Flashcard, Question, SectionKind } from '@training/shared/courses/courses';
import type { ModuleSettings } from './working-copy.ts';

/** A published revision; never changed. */
export const ModuleRevisionEntity = defineEntity({
  name: 'ModuleRevision',
  tableName: 'module_revisions',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    moduleId: p.uuid(),
    number: p.integer(),
    title: p.text(),
    flashcards: p.json<Flashcard[]>(),
    quiz: p.json<Question[]>(),
    flashcardsHash: p.text().generated('(content_hash(flashcards)) stored').$type<Opt<string>>(),
    quizHash: p.text().generated('(content_hash(quiz)) stored').$type<Opt<string>>(),
    /** Number of items. */
    cards: p.integer().generated('(jsonb_array_length(flashcards)) stored').$type<Opt<number>>(),
    questions: p.integer().generated('(jsonb_array_length(quiz)) stored').$type<Opt<number>>(),
    publishedAt: p.datetime(3),
    publishedByName: p.text(),
    settings: p.json<Omit<ModuleSettings, 'title'>>(),
  },
});

/** A contributor to a working copy. */
export const ModuleContributorEntity = defineEntity({
  name: 'ModuleContributor',
  tableName: 'module_contributors',
  properties: {
    workspaceId: p.uuid().primary(),
    moduleId: p.uuid().primary(),
    /** Number of the working copy that they changed. They can't decide on this or any later one. */
    cycle: p.integer().primary(),
    userId: p.uuid().primary(),
  },
});

/** Result of an AI job for a section that couldn't be edited at the time. */
export const SectionProposalEntity = defineEntity({
  name: 'SectionProposal',
  tableName: 'section_proposals',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    moduleId: p.uuid(),
    section: p.text().$type<SectionKind>(),
    items: p.json<(Flashcard | Question)[]>(),
    createdAt: p.datetime(3),
    /** User who generated it; null if that wasn't recorded. */
    createdBy: p.uuid().nullable(),
    /** The job that made it; null if that wasn't recorded. */
    jobId: p.uuid().nullable(),
  },
});
