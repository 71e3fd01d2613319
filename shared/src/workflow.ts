import type { SectionKind, SectionState } from './courses.ts';
import { reachOf, type Permission, type Role } from './permissions.ts';
import { placeOf, UNDER_REVIEW, type Place, type WorkflowState } from './workflow-state.ts';

type Row = {
  permission: Permission;
  /** Nobody decides on content that they contributed to (rules/review 16). */
  notByContributors?: true;
  from: readonly Place[];
};

type ModuleRow = Row & {
  /** Possible only while an approved revision is live. */
  whileLive?: true;
  /** Said where it is not possible; by default what is said about the place. */
  why?: (state: WorkflowState) => string;
  /** The state after it. */
  to: (state: WorkflowState) => WorkflowState;
};

type SectionRow = Row & {
  /** The states in which the section may be. */
  when: readonly SectionState[];
  /** Said of a section in any other state. */
  why: (section: SectionState, place: Place) => string;
  /** The state after it. */
  to: (state: WorkflowState, section: SectionKind) => WorkflowState;
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
  | 'unpublish'
  | 'archive'
  | 'restore';

export type Transition = { kind: OfModule } | { kind: OfSection; section: SectionKind };

const NOT_ARCHIVED: Place[] = ['draft', 'in_review', 'changes_requested', 'rejected', 'published'];
const EDITABLE = { flashcards: 'editable', quiz: 'editable' } as const;
const asItIs = (state: WorkflowState) => state;

/**
 * The table of rules/review: who may do what to a module, from where, where that leads, and why it is not possible from
 * anywhere else. The server's procedures and the console's buttons ask this table and no other.
 */
export const WORKFLOW: Record<OfModule, ModuleRow> & Record<OfSection, SectionRow> = {
  edit: {
    permission: 'content:author',
    from: NOT_ARCHIVED,
    when: ['editable', 'queried'],
    why: whyClosed,
    to: asItIs,
  },
  // Title, validity and pass score, which are reviewed with the sections.
  edit_settings: { permission: 'content:author', from: ['draft', 'changes_requested', 'rejected'], to: asItIs },
  submit: {
    permission: 'content:submit',
    from: ['draft', 'rejected'],
    to: (state) => ({ ...state, workflow: 'in_review', flashcards: 'locked', quiz: 'locked' }),
  },
  // Soft: it shows who is looking. Others would wait for a verdict that cannot come from whoever may not decide.
  claim: { permission: 'reviews:decide', notByContributors: true, from: ['in_review'], to: asItIs },
  reassign: { permission: 'reviews:decide', notByContributors: true, from: ['in_review'], to: asItIs },
  // A claim outlives a query, and ends with the review.
  release: { permission: 'reviews:decide', from: UNDER_REVIEW, to: asItIs },
  approve: {
    permission: 'reviews:decide',
    notByContributors: true,
    from: UNDER_REVIEW,
    when: ['locked'],
    why: (section) =>
      section === 'approved'
        ? 'The section is already approved. Ask for changes if something has to change.'
        : 'Changes were asked for. The section can be approved once its trainers resubmit it.',
    to: approve,
  },
  query: {
    permission: 'reviews:decide',
    notByContributors: true,
    from: UNDER_REVIEW,
    when: ['locked', 'approved'],
    why: () => 'Changes were already asked for. Add a comment if more has to change.',
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
    from: UNDER_REVIEW,
    to: (state) => ({ ...state, workflow: 'rejected', ...EDITABLE }),
  },
  withdraw: {
    permission: 'submissions:withdraw',
    from: UNDER_REVIEW,
    to: (state) => ({ ...state, workflow: 'draft', ...EDITABLE }),
  },
  revise: {
    permission: 'content:submit',
    from: ['published'],
    whileLive: true,
    why: ({ live }) => (live ? 'A working copy is already open.' : 'The module isn’t published. Edit it directly.'),
    to: (state) => ({ ...state, workflow: 'draft', ...EDITABLE }),
  },
  unpublish: {
    permission: 'modules:unpublish',
    from: NOT_ARCHIVED,
    whileLive: true,
    why: () => 'The module isn’t published.',
    to: (state) => ({ ...state, live: false, ...(state.workflow === null && { workflow: 'draft', ...EDITABLE }) }),
  },
  archive: {
    permission: 'modules:archive',
    from: ['draft', 'rejected', 'published'],
    why: () => 'The module is under review. Withdraw it or decide first.',
    to: (state) => ({ ...state, archived: true }),
  },
  restore: {
    permission: 'modules:archive',
    from: ['archived'],
    why: () => 'The module isn’t archived.',
    to: (state) => ({ ...state, archived: false }),
  },
};

/** Why what is not possible is not possible, of each place. */
const STANDING: Record<Place, string> = {
  draft: 'The module is a draft. It can be reviewed once its trainers submit it.',
  in_review: 'The module is in review. Wait for the decision, or withdraw it to change it.',
  changes_requested: 'The reviewers asked for changes. Resubmit it once they are made.',
  rejected: 'The module was rejected. It can be changed and submitted again.',
  published: 'The module is published. Revise it first, which opens a working copy.',
  archived: 'The module is archived. A super admin can restore it.',
};

/** Why a section takes no edits: it opens with the working copy, with a query, or with the end of the review. */
function whyClosed(section: SectionState, place: Place): string {
  if (place === 'published') return STANDING.published;
  const opens = 'it opens when a reviewer queries it, or when the submission is withdrawn';
  return section === 'approved' ? `The section is approved; ${opens}.` : `The section is under review; ${opens}.`;
}

/** The second approval publishes, in the same step (rules/review 8). */
function approve(state: WorkflowState, section: SectionKind): WorkflowState {
  const next: WorkflowState = { ...state, [section]: 'approved' };
  return next.flashcards === 'approved' && next.quiz === 'approved' ? { ...next, live: true, workflow: null } : next;
}

/** What is approved stays so when the rest is submitted again (rules/review 7). */
const lock = (section: SectionState): SectionState => (section === 'approved' ? 'approved' : 'locked');

/**
 * Why a transition is not possible now, whoever asks: a sentence about the present state. Null where it is possible.
 */
export function whyNot(state: WorkflowState, transition: Transition): string | null {
  const place = placeOf(state);
  const { from } = WORKFLOW[transition.kind];
  if (place === 'archived' && !from.includes(place)) return STANDING.archived;
  if ('section' in transition) {
    const { when, why } = WORKFLOW[transition.kind];
    if (!from.includes(place)) return STANDING[place];
    const section = state[transition.section];
    return when.includes(section) ? null : why(section, place);
  }
  const { whileLive, why } = WORKFLOW[transition.kind];
  const isPossible = from.includes(place) && (state.live || whileLive === undefined);
  return isPossible ? null : (why?.(state) ?? STANDING[place]);
}

/** The state after a transition; null where it is not possible from here, and `whyNot` says why. */
export function after(state: WorkflowState, transition: Transition): WorkflowState | null {
  if (whyNot(state, transition) !== null) return null;
  return 'section' in transition
    ? WORKFLOW[transition.kind].to(state, transition.section)
    : WORKFLOW[transition.kind].to(state);
}

/** Who asks, as far as it matters. */
export type Person = { role: Role; department_id: string | null };

/** A module as far as it matters to whether somebody may do something to it. */
export type Governed = {
  state: WorkflowState;
  department_id: string | null;
  /** Whether whoever asks made it, or has ever written in it. */
  mine: boolean;
};

export type Refusal = { code: 'forbidden' | 'self_review' | 'module_state'; why: string };

/**
 * Why this person cannot do this to this module now; null where they can. What they may never do comes first, then what
 * they may not do to this module, then what nobody can do now.
 */
export function refusalOf(transition: Transition, module: Governed, person: Person): Refusal | null {
  const { permission, notByContributors } = WORKFLOW[transition.kind];
  const reach = reachOf(person.role, permission);
  if (reach === undefined) return { code: 'forbidden', why: 'Your role doesn’t allow this.' };
  if (reach === 'department' && module.department_id !== person.department_id) {
    return {
      code: 'forbidden',
      why: 'The module belongs to another department. Trainers can change only their own department’s.',
    };
  }
  if (notByContributors && module.mine) {
    return { code: 'self_review', why: 'You wrote or edited this. Someone else has to review it.' };
  }
  const why = whyNot(module.state, transition);
  return why === null ? null : { code: 'module_state', why };
}

/** Only `editable` and `queried` accept edits, and an archived module accepts none (rules/review 2). */
export const acceptsEdits = (state: WorkflowState, section: SectionKind): boolean =>
  whyNot(state, { kind: 'edit', section }) === null;

/** Whether somebody may let go of a claim, or hand it on: its owner, or a super admin; anybody where nobody has it. */
export const mayRelease = (claimedBy: string | null, { id, role }: { id: string; role: Role }): boolean =>
  claimedBy === null || claimedBy === id || role === 'super_admin';
