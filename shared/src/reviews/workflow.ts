import { contractMessage } from '#contract';
import type { SectionKind, SectionState } from '../courses/courses.ts';
import { permissionReachOf, type Permission, type Role } from '../permissions.ts';
import {
  authoringStatusOf,
  UNDER_REVIEW_STATUSES,
  type AuthoringStatus,
  type ModuleWorkflowState,
} from './workflow-state.ts';

type Row = {
  permission: Permission;
  /** True if contributors to the content may not do it (rules/review 16). */
  notByContributors?: true;
  from: readonly AuthoringStatus[];
};

type ModuleRow = Row & {
  /** True if it requires a live approved revision. */
  whileLive?: true;
  /** The explanation if the transition isn't possible; defaults to that of the place. */
  why?: (state: ModuleWorkflowState) => string;
  /** Returns the resulting state. */
  to: (state: ModuleWorkflowState) => ModuleWorkflowState;
};

type SectionRow = Row & {
  /** The section states that allow it. */
  when: readonly SectionState[];
  /** The explanation for a section in any other state. */
  why: (section: SectionState, place: AuthoringStatus) => string;
  /** Returns the resulting state. */
  to: (state: ModuleWorkflowState, section: SectionKind) => ModuleWorkflowState;
};

type OfSection = 'edit' | 'approve' | 'query';
type OfModule =
  | 'edit_settings'
  | 'submit'
  | 'claim'
  | 'reassign'
  | 'release'
  | 'resubmit'
  | 'reject'
  | 'withdraw'
  | 'revise'
  | 'restore_revision'
  | 'unpublish'
  | 'archive'
  | 'restore';

export type WorkflowTransition = { kind: OfModule } | { kind: OfSection; section: SectionKind };

const NOT_ARCHIVED: AuthoringStatus[] = ['draft', 'in_review', 'changes_requested', 'rejected', 'published'];
const EDITABLE = { flashcards: 'editable', quiz: 'editable' } as const;
const asItIs = (state: ModuleWorkflowState) => state;

/**
 * The table of rules/review: for each transition the permission, the source states, the resulting state, and the
 * explanation if it isn't possible. The server's procedures and the console's buttons use only this table.
 */
export const WORKFLOW_TRANSITIONS: Record<OfModule, ModuleRow> & Record<OfSection, SectionRow> = {
  edit: {
    permission: 'content:author',
    from: NOT_ARCHIVED,
    when: ['editable', 'queried'],
    why: whyClosed,
    to: asItIs,
  },
  // Title, validity and pass score, which are reviewed together with the sections.
  edit_settings: { permission: 'content:author', from: ['draft', 'changes_requested', 'rejected'], to: asItIs },
  submit: {
    permission: 'content:submit',
    from: ['draft', 'rejected'],
    to: (state) => ({ ...state, workflow: 'in_review', flashcards: 'locked', quiz: 'locked' }),
  },
  // Advisory: it shows who is reviewing. Contributors can't claim, because others would wait for a decision that they
  // may not make.
  claim: { permission: 'reviews:decide', notByContributors: true, from: ['in_review'], to: asItIs },
  reassign: { permission: 'reviews:decide', notByContributors: true, from: ['in_review'], to: asItIs },
  // A claim stays after a query, and ends with the review.
  release: { permission: 'reviews:decide', from: UNDER_REVIEW_STATUSES, to: asItIs },
  approve: {
    permission: 'reviews:decide',
    notByContributors: true,
    from: UNDER_REVIEW_STATUSES,
    when: ['locked'],
    why: (section) => (section === 'approved' ? contractMessage('why.approved') : contractMessage('why.queried')),
    to: approve,
  },
  query: {
    permission: 'reviews:decide',
    notByContributors: true,
    from: UNDER_REVIEW_STATUSES,
    when: ['locked', 'approved'],
    why: () => contractMessage('why.queriedAlready'),
    to: (state, section) => ({ ...state, workflow: 'changes_requested', [section]: 'queried' }),
  },
  resubmit: {
    permission: 'content:submit',
    from: ['changes_requested'],
    to: (state) => ({ ...state, workflow: 'in_review', flashcards: lock(state.flashcards), quiz: lock(state.quiz) }),
  },
  reject: {
    permission: 'reviews:decide',
    notByContributors: true,
    from: UNDER_REVIEW_STATUSES,
    to: (state) => ({ ...state, workflow: 'rejected', ...EDITABLE }),
  },
  withdraw: {
    permission: 'submissions:withdraw',
    from: UNDER_REVIEW_STATUSES,
    to: (state) => ({ ...state, workflow: 'draft', ...EDITABLE }),
  },
  revise: {
    permission: 'content:submit',
    from: ['published'],
    whileLive: true,
    why: ({ live }) => (live ? contractMessage('why.isOpen') : contractMessage('why.editDirectly')),
    to: (state) => ({ ...state, workflow: 'draft', ...EDITABLE }),
  },
  // Replaces the content of the open working copy, or opens one.
  restore_revision: {
    permission: 'content:author',
    from: ['draft', 'rejected', 'published'],
    why: () => contractMessage('why.underReview'),
    to: (state) => (state.workflow === null ? { ...state, workflow: 'draft', ...EDITABLE } : state),
  },
  unpublish: {
    permission: 'modules:unpublish',
    from: NOT_ARCHIVED,
    whileLive: true,
    why: () => contractMessage('why.notPublished'),
    to: (state) => ({ ...state, live: false, ...(state.workflow === null && { workflow: 'draft', ...EDITABLE }) }),
  },
  archive: {
    permission: 'modules:archive',
    from: ['draft', 'rejected', 'published'],
    why: () => contractMessage('why.underReview'),
    to: (state) => ({ ...state, archived: true }),
  },
  restore: {
    permission: 'modules:archive',
    from: ['archived'],
    why: () => contractMessage('why.notArchived'),
    to: (state) => ({ ...state, archived: false }),
  },
};

/** Explains why a transition isn't possible, by place. */
const standing = (place: AuthoringStatus): string => contractMessage(`standing.${place}`);

/** Explains why a section can't be edited: it opens with the working copy, a query, or the end of the review. */
function whyClosed(section: SectionState, place: AuthoringStatus): string {
  if (place === 'published') return standing('published');
  return section === 'approved' ? contractMessage('why.sectionApproved') : contractMessage('why.sectionUnderReview');
}

/** Approves a section. The second approval also publishes (rules/review 8). */
function approve(state: ModuleWorkflowState, section: SectionKind): ModuleWorkflowState {
  const next: ModuleWorkflowState = { ...state, [section]: 'approved' };
  return next.flashcards === 'approved' && next.quiz === 'approved' ? { ...next, live: true, workflow: null } : next;
}

/** Locks a section unless it is approved: approvals survive a resubmission (rules/review 7). */
const lock = (section: SectionState): SectionState => (section === 'approved' ? 'approved' : 'locked');

/** Explains, for any user, why a transition isn't possible in this state; null if it is possible. */
export function findTransitionFailureReason(state: ModuleWorkflowState, transition: WorkflowTransition): string | null {
  const place = authoringStatusOf(state);
  const { from } = WORKFLOW_TRANSITIONS[transition.kind];
  if (place === 'archived' && !from.includes(place)) return standing('archived');
  if ('section' in transition) {
    const { when, why } = WORKFLOW_TRANSITIONS[transition.kind];
    if (!from.includes(place)) return standing(place);
    const section = state[transition.section];
    return when.includes(section) ? null : why(section, place);
  }
  const { whileLive, why } = WORKFLOW_TRANSITIONS[transition.kind];
  const isPossible = from.includes(place) && (state.live || whileLive === undefined);
  return isPossible ? null : (why?.(state) ?? standing(place));
}

/** Returns the state after a transition; null if it isn't possible (see `findTransitionFailureReason`). */
export function findWorkflowStateAfter(
  state: ModuleWorkflowState,
  transition: WorkflowTransition,
): ModuleWorkflowState | null {
  if (findTransitionFailureReason(state, transition) !== null) return null;
  return 'section' in transition
    ? WORKFLOW_TRANSITIONS[transition.kind].to(state, transition.section)
    : WORKFLOW_TRANSITIONS[transition.kind].to(state);
}

/** The relevant facts about the caller. */
export type WorkflowCaller = { role: Role; department_id: string | null };

/** The relevant facts about a module. */
export type WorkflowModule = {
  state: ModuleWorkflowState;
  department_id: string | null;
  /** True if the caller created the module or ever edited it. */
  mine: boolean;
};

export type TransitionRefusal = { code: 'forbidden' | 'self_review' | 'module_state'; why: string };

/**
 * Explains why this person can't do this to this module now; null if they can. Checks what the role may never do first,
 * then this module, then its current state.
 */
export function findTransitionRefusal(
  transition: WorkflowTransition,
  module: WorkflowModule,
  person: WorkflowCaller,
): TransitionRefusal | null {
  const { permission, notByContributors } = WORKFLOW_TRANSITIONS[transition.kind];
  const reach = permissionReachOf(person.role, permission);
  if (reach === undefined) return { code: 'forbidden', why: contractMessage('why.role') };
  if (reach === 'department' && module.department_id !== person.department_id) {
    return {
      code: 'forbidden',
      why: contractMessage('why.department'),
    };
  }
  if (notByContributors && module.mine) {
    return { code: 'self_review', why: contractMessage('why.contributor') };
  }
  const why = findTransitionFailureReason(module.state, transition);
  return why === null ? null : { code: 'module_state', why };
}

/**
 * Returns true if the section can be edited: only `editable` and `queried` ones, and never in an archived module
 * (rules/review 2).
 */
export const isSectionEditable = (state: ModuleWorkflowState, section: SectionKind): boolean =>
  findTransitionFailureReason(state, { kind: 'edit', section }) === null;

/** Returns true if the user may release a claim or pass it on: its owner, a super admin, or any user if unclaimed. */
export const mayReleaseReviewClaim = (claimedBy: string | null, { id, role }: { id: string; role: Role }): boolean =>
  claimedBy === null || claimedBy === id || role === 'super_admin';
