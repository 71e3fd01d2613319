import { defineEntity, p, type Opt } from '@mikro-orm/core';
import type { Flashcard, Question, SectionKind } from '@training/shared/courses';
import type { ModuleSettings } from './working-copy.ts';

/** What was published once; never changed. */
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
    /** How many there are. */
    cards: p.integer().generated('(jsonb_array_length(flashcards)) stored').$type<Opt<number>>(),
    questions: p.integer().generated('(jsonb_array_length(quiz)) stored').$type<Opt<number>>(),
    publishedAt: p.datetime(3),
    publishedByName: p.text(),
    settings: p.json<Omit<ModuleSettings, 'title'>>(),
  },
});

/** Who has changed a working copy. */
export const ModuleContributorEntity = defineEntity({
  name: 'ModuleContributor',
  tableName: 'module_contributors',
  properties: {
    workspaceId: p.uuid().primary(),
    moduleId: p.uuid().primary(),
    /** The working copy that they have changed. They decide on none of the module's, later ones included. */
    cycle: p.integer().primary(),
    userId: p.uuid().primary(),
  },
});

/** What an AI job made for a section that took no edits by then. */
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
    /** Who had it generated; null where that was not kept yet. */
    createdBy: p.uuid().nullable(),
    /** The job that made it; null where that was not recorded yet. */
    jobId: p.uuid().nullable(),
  },
});
