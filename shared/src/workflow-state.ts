import type { ModuleStatus, SectionState, Workflow } from './courses.ts';

/**
 * What the approval workflow depends on (rules/review): nothing else decides what is possible now.
 * Pure, so that a test can walk through every state that can be reached, and the console knows what the server will
 * say.
 */
export type WorkflowState = {
  archived: boolean;
  /** Whether an approved revision is what learners see. */
  live: boolean;
  /** Where the working copy stands; null while there is none, which only a live module may lack. */
  workflow: Workflow | null;
  flashcards: SectionState;
  quiz: SectionState;
};

export const NEW_MODULE: WorkflowState = {
  archived: false,
  live: false,
  workflow: 'draft',
  flashcards: 'editable',
  quiz: 'editable',
};

/** Where a module stands for those who work on it: `published` is one of which no working copy is open. */
export type Place = Workflow | 'published' | 'archived';

export function placeOf({ archived, workflow }: Pick<WorkflowState, 'archived' | 'workflow'>): Place {
  return archived ? 'archived' : (workflow ?? 'published');
}

/** What everybody is shown: a live module stays `published` while its working copy is revised (rules/review 11). */
export function statusOf({ archived, live, workflow }: WorkflowState): ModuleStatus {
  if (archived) return 'archived';
  return live || workflow === null ? 'published' : workflow;
}

/** The state of a module as its authors and reviewers read it. */
export function workflowStateOf(module: {
  status: ModuleStatus;
  workflow: Workflow | null;
  live: object | null;
  flashcards: { state: SectionState };
  quiz: { state: SectionState };
}): WorkflowState {
  const { status, workflow, live, flashcards, quiz } = module;
  return {
    archived: status === 'archived',
    live: live !== null,
    workflow,
    flashcards: flashcards.state,
    quiz: quiz.state,
  };
}

export const UNDER_REVIEW: readonly Place[] = ['in_review', 'changes_requested'];

/** From the submission until it is published, rejected or withdrawn. */
export const isUnderReview = (state: Pick<WorkflowState, 'archived' | 'workflow'>): boolean =>
  UNDER_REVIEW.includes(placeOf(state));

/** Whether a working copy is open that somebody can change or decide on, so that there is something to discuss. */
export const isWorkedOn = (state: Pick<WorkflowState, 'archived' | 'workflow'>): boolean =>
  !state.archived && state.workflow !== null;
