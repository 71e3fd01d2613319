import type { ModuleStatus, SectionState, WorkingCopyStatus } from '../courses/courses.ts';

/**
 * The complete state that the approval workflow depends on (rules/review). The functions are pure, so that a test can
 * check every reachable state, and the console can predict the server's response.
 */
export type ModuleWorkflowState = {
  archived: boolean;
  /** True if learners see an approved revision. */
  live: boolean;
  /** The working copy's state; null if there is none, which is possible only for a live module. */
  workflow: WorkingCopyStatus | null;
  flashcards: SectionState;
  quiz: SectionState;
};

export const NEW_MODULE_WORKFLOW_STATE: ModuleWorkflowState = {
  archived: false,
  live: false,
  workflow: 'draft',
  flashcards: 'editable',
  quiz: 'editable',
};

/** The state of a module for its authors and reviewers; `published` means that no working copy is open. */
export type AuthoringStatus = WorkingCopyStatus | 'published' | 'archived';

export function authoringStatusOf({
  archived,
  workflow,
}: Pick<ModuleWorkflowState, 'archived' | 'workflow'>): AuthoringStatus {
  return archived ? 'archived' : (workflow ?? 'published');
}

/** Returns the public status. A live module stays `published` while its working copy is revised (rules/review 11). */
export function publicStatusOf({ archived, live, workflow }: ModuleWorkflowState): ModuleStatus {
  if (archived) return 'archived';
  return live || workflow === null ? 'published' : workflow;
}

/** Returns the workflow state of a module as its authors and reviewers read it. */
export function workflowStateOf(module: {
  status: ModuleStatus;
  workflow: WorkingCopyStatus | null;
  live: object | null;
  flashcards: { state: SectionState };
  quiz: { state: SectionState };
}): ModuleWorkflowState {
  const { status, workflow, live, flashcards, quiz } = module;
  return {
    archived: status === 'archived',
    live: live !== null,
    workflow,
    flashcards: flashcards.state,
    quiz: quiz.state,
  };
}

export const UNDER_REVIEW_STATUSES: readonly AuthoringStatus[] = ['in_review', 'changes_requested'];

/** Returns true from the submission until the module is published, rejected or withdrawn. */
export const isUnderReview = (state: Pick<ModuleWorkflowState, 'archived' | 'workflow'>): boolean =>
  UNDER_REVIEW_STATUSES.includes(authoringStatusOf(state));

/** Returns true if a working copy is open to edit or decide on, so that comments are possible. */
export const hasOpenWorkingCopy = (state: Pick<ModuleWorkflowState, 'archived' | 'workflow'>): boolean =>
  !state.archived && state.workflow !== null;
