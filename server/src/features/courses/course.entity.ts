import { defineEntity, p, type InferEntity, type Opt } from '@mikro-orm/core';
import {
  ATTEMPT_DEFAULTS,
  type Flashcard,
  type ModuleStatus,
  type Question,
  type SectionKind,
  type SectionState,
  type ShowSolutions,
  type Workflow,
} from '@training/shared/courses';

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
    /** The version of title and emoji. */
    version: p.integer().default(1),
    /** Who has changed title or emoji last; null where nobody has. */
    editedByName: p.text().nullable(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});
export type CourseRow = InferEntity<typeof CourseEntity>;
export type NewCourse = Omit<CourseRow, 'version' | 'editedByName'>;

/** What is reviewed with a module and is no section; only what differs from what is live. */
export type WorkingSettings = {
  title?: string;
  validity_days?: number | null;
  pass_score?: number;
  max_attempts?: number;
  show_solutions?: ShowSolutions;
};

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
    maxAttempts: p.integer().default(ATTEMPT_DEFAULTS.max_attempts),
    showSolutions: p.text().$type<ShowSolutions>().default(ATTEMPT_DEFAULTS.show_solutions),
    /** Where the working copy stands; null while there is none (rules/review). */
    workflow: p.text().$type<Workflow>().nullable(),
    /** How many working copies there have been, the present one included. */
    cycle: p.integer().default(1),
    /** How often the module has been submitted. */
    round: p.integer().default(0),
    /** What the working copy of a live module will bring besides its sections. */
    working: p.json<WorkingSettings>().nullable(),
    /** The version of title and settings. */
    settingsVersion: p.integer().default(1),
    /** Who has changed them last; null where nobody has. */
    editedByName: p.text().nullable(),
    /** What learners see; it is kept while the module is archived. */
    liveRevisionId: p.uuid().nullable(),
    createdBy: p.uuid().nullable(),
    suggestionId: p.uuid().nullable(),
    submittedAt: p.datetime(3).nullable(),
    submittedByName: p.text().nullable(),
    claimedBy: p.uuid().nullable(),
    claimedByName: p.text().nullable(),
    claimedAt: p.datetime(3).nullable(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});
export type ModuleRow = InferEntity<typeof ModuleEntity>;
/** What a module is stored with; the rest is as nothing has happened yet. */
export type NewModule = Omit<ModuleRow, Later> & Partial<Pick<ModuleRow, Later>>;
type Later =
  | 'cycle'
  | 'working'
  | 'maxAttempts'
  | 'showSolutions'
  | 'settingsVersion'
  | 'editedByName'
  | 'createdBy'
  | 'suggestionId'
  | 'submittedByName'
  | 'claimedBy'
  | 'claimedByName'
  | 'claimedAt';

/** A module's flashcards or its quiz: the unit that review locks (rules/courses-and-modules 3). */
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
    /** SHA-256 of the items, made by PostgreSQL. */
    contentHash: p.text().generated('(content_hash(items)) stored').$type<Opt<string>>(),
    /** Since when it has its state, and who gave it: what a locked editor shows. */
    stateSince: p.datetime(3),
    stateByName: p.text().nullable(),
    /** Who has saved it last, where it was not made by an import. */
    savedBy: p.uuid().nullable(),
    savedByName: p.text().nullable(),
    updatedAt: p.datetime(3),
  },
});
export type SectionRow = InferEntity<typeof SectionEntity>;
export type NewSection = Omit<SectionRow, 'contentHash' | 'stateByName' | 'savedBy' | 'savedByName'> &
  Partial<Pick<SectionRow, 'stateByName'>>;

/** A suggestion, besides its own, that cards or questions of a module were made of (rules/courses-and-modules 8). */
export const ModuleSuggestionEntity = defineEntity({
  name: 'ModuleSuggestion',
  tableName: 'module_suggestions',
  properties: {
    workspaceId: p.uuid().primary(),
    moduleId: p.uuid().primary(),
    suggestionId: p.uuid().primary(),
  },
});
