import type { ModuleStatus, SectionKind, SectionState, Workflow } from './courses.ts';

/**
 * What the approval workflow depends on (specification 3.5, decisions §6): nothing else decides which transition is allowed.
 * Pure, so that a test can walk through every state that can be reached.
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

export type Transition =
  | { kind: 'submit' | 'resubmit' | 'withdraw' | 'revise' | 'reject' | 'unpublish' | 'archive' | 'restore' }
  | { kind: 'approve' | 'query'; section: SectionKind };

/** Why a transition is not possible now: a sentence about the present state. */
export class NotNow {
  readonly why: string;

  constructor(why: string) {
    this.why = why;
  }
}

export const NEW_MODULE: WorkflowState = {
  archived: false,
  live: false,
  workflow: 'draft',
  flashcards: 'editable',
  quiz: 'editable',
};

const EDITABLE = { flashcards: 'editable', quiz: 'editable' } as const;

/** What everybody is shown: a live module stays `published` while its working copy is revised (row 11). */
export function statusOf({ archived, live, workflow }: WorkflowState): ModuleStatus {
  if (archived) return 'archived';
  return live || workflow === null ? 'published' : workflow;
}

/** Only `editable` and `queried` accept edits, and an archived module accepts none (row 2). */
export function acceptsEdits(state: WorkflowState, section: SectionKind): boolean {
  return !state.archived && (state[section] === 'editable' || state[section] === 'queried');
}

/** Whether title and the like may change: wherever some part of the working copy may. */
export function acceptsSettings(state: WorkflowState): boolean {
  return !state.archived && state.workflow !== null && state.workflow !== 'in_review';
}

/** From the submission until it is published, rejected or withdrawn. */
export const isUnderReview = ({ workflow }: WorkflowState): boolean =>
  workflow === 'in_review' || workflow === 'changes_requested';

/** The state after a transition, or why there is none from here. */
export function after(state: WorkflowState, transition: Transition): WorkflowState | NotNow {
  if (state.archived && transition.kind !== 'restore') return new NotNow('The module is archived; restore it first.');
  switch (transition.kind) {
    case 'submit':
      if (state.workflow !== 'draft' && state.workflow !== 'rejected') return new NotNow(standing(state));
      return { ...state, workflow: 'in_review', flashcards: 'locked', quiz: 'locked' };
    case 'resubmit':
      if (state.workflow !== 'changes_requested') return new NotNow(standing(state));
      return { ...state, workflow: 'in_review', flashcards: locked(state.flashcards), quiz: locked(state.quiz) };
    case 'approve':
      return approved(state, transition.section);
    case 'query':
      if (!isUnderReview(state)) return new NotNow(standing(state));
      if (state[transition.section] === 'queried')
        return new NotNow('The section was queried already; add a comment if more of it has to change.');
      return { ...state, workflow: 'changes_requested', [transition.section]: 'queried' };
    case 'reject':
      if (!isUnderReview(state)) return new NotNow(standing(state));
      return { ...state, workflow: 'rejected', ...EDITABLE };
    case 'withdraw':
      if (!isUnderReview(state)) return new NotNow(standing(state));
      return { ...state, workflow: 'draft', ...EDITABLE };
    case 'revise':
      if (!state.live) return new NotNow('The module is not published; it can be edited as it is.');
      if (state.workflow !== null) return new NotNow('A working copy is open already.');
      return { ...state, workflow: 'draft', ...EDITABLE };
    case 'unpublish':
      if (!state.live) return new NotNow('The module is not published.');
      return state.workflow === null
        ? { ...state, live: false, workflow: 'draft', ...EDITABLE }
        : { ...state, live: false };
    case 'archive':
      if (isUnderReview(state)) return new NotNow('The module is under review; withdraw it or decide first.');
      return { ...state, archived: true };
    case 'restore':
      return state.archived ? { ...state, archived: false } : new NotNow('The module is not archived.');
  }
}

/** The second approval publishes, in the same step (row 8). */
function approved(state: WorkflowState, section: SectionKind): WorkflowState | NotNow {
  if (!isUnderReview(state)) return new NotNow(standing(state));
  if (state[section] === 'approved') {
    return new NotNow('The section is approved already; query it if something in it has to change.');
  }
  if (state[section] !== 'locked') {
    return new NotNow('The section was queried; it can be approved when its trainers have submitted it again.');
  }
  const next: WorkflowState = { ...state, [section]: 'approved' };
  return next.flashcards === 'approved' && next.quiz === 'approved' ? { ...next, live: true, workflow: null } : next;
}

const locked = (section: SectionState): SectionState => (section === 'approved' ? 'approved' : 'locked');

function standing({ workflow }: WorkflowState): string {
  switch (workflow) {
    case null:
      return 'The module is published, and no working copy of it is open; revise it to change it.';
    case 'draft':
      return 'The module is a draft; it is reviewed when its trainers submit it.';
    case 'in_review':
      return 'The module is in review; wait for the decision, or withdraw it to change it.';
    case 'changes_requested':
      return 'The reviewers asked for changes; resubmit it when they are made.';
    case 'rejected':
      return 'The module was rejected; it can be changed and submitted again.';
  }
}
