import { ModuleStatus, SectionKind, SectionState, WorkingCopyStatus } from '@training/shared/courses/courses';
import { REACH_BY_PERMISSION_AND_ROLE, Role } from '@training/shared/permissions';
import {
  isSectionEditable,
  findWorkflowStateAfter,
  mayReleaseReviewClaim,
  findTransitionRefusal,
  findTransitionFailureReason,
  WORKFLOW_TRANSITIONS,
  type WorkflowTransition,
} from '@training/shared/reviews/workflow';
import {
  NEW_MODULE_WORKFLOW_STATE,
  isUnderReview,
  hasOpenWorkingCopy,
  authoringStatusOf,
  publicStatusOf,
  workflowStateOf,
  type ModuleWorkflowState,
} from '@training/shared/reviews/workflow-state';
import { describe, expect, test } from 'vitest';

const SECTIONS = SectionKind.options;
const MODULE_WIDE = ['submit', 'resubmit', 'withdraw', 'revise', 'reject', 'unpublish', 'archive', 'restore'] as const;
const TRANSITIONS: WorkflowTransition[] = [
  ...MODULE_WIDE.map((kind) => ({ kind })),
  ...SECTIONS.flatMap((section) => (['approve', 'query'] as const).map((kind) => ({ kind, section }))),
];

/** `approvals`: of the open working copy, told by what was done alone and never by the states' names. */
type Walked = { state: ModuleWorkflowState; approvals: ReadonlySet<SectionKind> };
type Step = { from: Walked; transition: WorkflowTransition; to: Walked };

const keyOf = ({ state, approvals }: Walked) => JSON.stringify([state, [...approvals].sort()]);

/**
 * Approvals that stand after a transition: any other verdict, and a new submission, voids them; publishing uses them
 * up.
 */
function approvalsAfter(approvals: ReadonlySet<SectionKind>, transition: WorkflowTransition): ReadonlySet<SectionKind> {
  switch (transition.kind) {
    case 'approve':
      return approvals.size === 0 || approvals.has(transition.section) ? new Set([transition.section]) : new Set();
    case 'query':
      return without(approvals, transition.section);
    case 'submit':
    case 'withdraw':
    case 'reject':
    case 'revise':
      return new Set();
    default:
      return approvals;
  }
}

const without = (approvals: ReadonlySet<SectionKind>, section: SectionKind) =>
  new Set([...approvals].filter((other) => other !== section));

/** Everything that can be reached from a new module by any transitions and edits in any order. */
function crawl(): { reached: Walked[]; steps: Step[] } {
  const first: Walked = { state: NEW_MODULE_WORKFLOW_STATE, approvals: new Set() };
  const reached = new Map([[keyOf(first), first]]);
  const steps: Step[] = [];
  const visit = (crawled: Walked) => void (reached.has(keyOf(crawled)) || reached.set(keyOf(crawled), crawled));
  // A Map hands out what is added while it is gone through.
  for (const from of reached.values()) {
    for (const transition of TRANSITIONS) {
      const state = findWorkflowStateAfter(from.state, transition);
      if (state === null) continue;
      const to = { state, approvals: approvalsAfter(from.approvals, transition) };
      steps.push({ from, transition, to });
      visit(to);
    }
    for (const section of SECTIONS) {
      if (isSectionEditable(from.state, section)) {
        visit({ ...from, approvals: without(from.approvals, section) });
      }
    }
  }
  return { reached: [...reached.values()], steps };
}

const { reached, steps } = crawl();
const states = [...new Map(reached.map(({ state }) => [JSON.stringify(state), state])).values()];
console.info(`The workflow has ${states.length} states that can be reached, and ${steps.length} steps between them.`);

const isOpen = (section: SectionState) => section === 'editable' || section === 'queried';
const publishes = ({ from, to }: Step) => from.state.workflow !== null && to.state.workflow === null;

describe('in every state that can be reached', () => {
  test('the sections stand as the working copy does', () => {
    for (const state of states) {
      const sections = SECTIONS.map((section) => state[section]);
      const name = JSON.stringify(state);
      if (state.workflow === 'in_review') expect(sections.some(isOpen), name).toBe(false);
      expect(sections.includes('queried'), name).toBe(state.workflow === 'changes_requested');
      expect(sections.includes('editable'), name).toBe(state.workflow === 'draft' || state.workflow === 'rejected');
      if (sections.includes('editable')) expect(sections, name).toEqual(['editable', 'editable']);
      if (state.workflow === null) expect([state.live, ...sections], name).toEqual([true, 'approved', 'approved']);
      for (const section of SECTIONS) {
        expect(isSectionEditable(state, section), name).toBe(!state.archived && isOpen(state[section]));
      }
      // Title and the like are part of what is approved.
      if (state.workflow === 'in_review' || state.workflow === null)
        expect(findTransitionFailureReason(state, { kind: 'edit_settings' }), name).not.toBeNull();
      if (state.archived) expect([isUnderReview(state), hasOpenWorkingCopy(state)], name).toEqual([false, false]);
      const { live, flashcards, quiz } = state;
      const read = { status: publicStatusOf(state), workflow: state.workflow, live: live ? { number: 1 } : null };
      expect(workflowStateOf({ ...read, flashcards: { state: flashcards }, quiz: { state: quiz } })).toEqual(state);
    }
  });

  test('a section that takes edits is not approved, and one that counts as approved takes none', () => {
    for (const { state, approvals } of reached) {
      for (const section of SECTIONS) {
        if (isSectionEditable(state, section)) expect(approvals.has(section)).toBe(false);
        if (isUnderReview(state)) expect(state[section] === 'approved').toBe(approvals.has(section));
      }
    }
  });

  test('some transition leads out', () => {
    const left = new Set(steps.map(({ from }) => JSON.stringify(from.state)));
    expect(states.filter((state) => !left.has(JSON.stringify(state)))).toEqual([]);
  });

  test('there is a way to be published, and a way to where everything can be edited', () => {
    const from = (isGoal: (state: ModuleWorkflowState) => boolean) => {
      const found = new Set(reached.filter(({ state }) => isGoal(state)).map(keyOf));
      for (let size = -1; size !== found.size;) {
        size = found.size;
        for (const step of steps) if (found.has(keyOf(step.to))) found.add(keyOf(step.from));
      }
      return reached.filter((crawled) => !found.has(keyOf(crawled)));
    };
    expect(from((state) => publicStatusOf(state) === 'published' && state.workflow === null)).toEqual([]);
    expect(from((state) => SECTIONS.every((section) => isSectionEditable(state, section)))).toEqual([]);
  });
});

test('what is live changes by the approval of both sections as they are, and by nothing else', () => {
  const publishing = steps.filter(publishes);
  expect(publishing.length).toBeGreaterThan(0);
  for (const { from, transition, to } of publishing) {
    const approved = transition.kind === 'approve' ? [...from.approvals, transition.section] : [];
    expect(approved.sort()).toEqual(['flashcards', 'quiz']);
    expect(to.state.live).toBe(true);
  }
  for (const step of steps) {
    if (!step.from.state.live && step.to.state.live) expect(publishes(step)).toBe(true);
    if (step.from.state.live && !step.to.state.live) expect(step.transition.kind).toBe('unpublish');
    // The public status of a live module says nothing of its working copy (rules/review 11).
    if (step.to.state.live && !step.to.state.archived) expect(publicStatusOf(step.to.state)).toBe('published');
  }
});

test('each combination of values has a status, and each transition an answer, also where none can be reached', () => {
  for (const archived of [true, false])
    for (const live of [true, false])
      for (const workflow of [...WorkingCopyStatus.options, null])
        for (const flashcards of SectionState.options)
          for (const quiz of SectionState.options) {
            const state = { archived, live, workflow, flashcards, quiz };
            expect(ModuleStatus.options).toContain(publicStatusOf(state));
            for (const transition of TRANSITIONS) {
              const next = findWorkflowStateAfter(state, transition);
              if (next === null)
                expect(findTransitionFailureReason(state, transition)).toMatch(/^The |^A |^Changes were /);
              else expect(next).not.toEqual(state);
            }
          }
});

/**
 * The table of rules/review, written from its rows and not from the code: what may happen to a module that stands so.
 * Approve and query depend on the section too, below. Row 10's "not yet published" is of the working copy; a module is
 * archived only while no review of it is under way, which the row leaves open.
 */
const ALLOWED: Record<string, string> = {
  draft: 'submit archive',
  in_review: 'approve query reject withdraw',
  changes_requested: 'approve query resubmit reject withdraw',
  rejected: 'submit archive',
  published: 'revise unpublish archive',
  'published with draft': 'submit unpublish archive',
  'published with in_review': 'approve query reject withdraw unpublish',
  'published with changes_requested': 'approve query resubmit reject withdraw unpublish',
  'published with rejected': 'submit unpublish archive',
  archived: 'restore',
};
/** Rows 5 and 6. */
const ALLOWED_OF_SECTION: Record<SectionState, string> = {
  editable: '',
  locked: 'approve query',
  queried: '',
  approved: 'query',
};

function rowOf({ archived, live, workflow }: ModuleWorkflowState): string {
  if (archived) return 'archived';
  if (!live) return workflow ?? 'published';
  return workflow === null ? 'published' : `published with ${workflow}`;
}

describe('the table of rules/review allows exactly what it says for a module that is', () => {
  // rules/review 3, 5, 6, 7, 9, 10, 11, 12
  test.each(Object.entries(ALLOWED))('%s: %s', (row, allowed) => {
    const here = states.filter((state) => rowOf(state) === row);
    expect(here.length).toBeGreaterThan(0);
    for (const state of here) {
      for (const transition of TRANSITIONS) {
        const may =
          allowed.split(' ').includes(transition.kind) &&
          (!('section' in transition) ||
            ALLOWED_OF_SECTION[state[transition.section]].split(' ').includes(transition.kind));
        const next = findWorkflowStateAfter(state, transition);
        expect(next !== null, `${JSON.stringify(state)} ${JSON.stringify(transition)}`).toBe(may);
      }
    }
  });

  test('and no module stands otherwise', () => {
    expect([...new Set(states.map(rowOf))].sort()).toEqual(Object.keys(ALLOWED).sort());
  });
});

/** Rows 2 to 12 of rules/review, with rules/roles 1: each role that may, and whether whoever contributed may too. */
const WHO: Record<WorkflowTransition['kind'], [roles: string, contributors: boolean]> = {
  edit: ['trainer', true],
  edit_settings: ['trainer', true],
  submit: ['trainer', true],
  claim: ['content_manager super_admin', false],
  reassign: ['content_manager super_admin', false],
  release: ['content_manager super_admin', true],
  approve: ['content_manager super_admin', false],
  query: ['content_manager super_admin', false],
  resubmit: ['trainer', true],
  reject: ['content_manager super_admin', false],
  withdraw: ['trainer super_admin', true],
  revise: ['trainer', true],
  restore_revision: ['trainer', true],
  unpublish: ['content_manager super_admin', true],
  archive: ['super_admin', true],
  restore: ['super_admin', true],
};

describe('whoever asks is told what they may never do first, then what is their own, then what nobody can do now', () => {
  const all: WorkflowTransition[] = [
    ...TRANSITIONS,
    ...SECTIONS.map((section) => ({ kind: 'edit' as const, section })),
    ...(['edit_settings', 'restore_revision', 'claim', 'reassign', 'release'] as const).map((kind) => ({ kind })),
  ];
  // rules/review 17
  test.each(all)('$kind $section', (transition) => {
    const [roles, byContributors] = WHO[transition.kind];
    for (const role of Role.options) {
      const may = roles.split(' ').includes(role);
      const inDepartment = role === 'trainer' ? ['own'] : ['own', 'other', null];
      for (const department_id of ['own', 'other', null])
        for (const mine of [true, false])
          for (const state of states) {
            const refusal = findTransitionRefusal(
              transition,
              { state, department_id: 'own', mine },
              { role, department_id },
            );
            const expected =
              !may || !inDepartment.includes(department_id)
                ? 'forbidden'
                : mine && !byContributors
                  ? 'self_review'
                  : findTransitionFailureReason(state, transition) && 'module_state';
            expect(refusal?.code ?? null, `${role} ${department_id} ${mine} ${JSON.stringify(state)}`).toBe(expected);
            if (expected === 'module_state') expect(refusal?.why).toBe(findTransitionFailureReason(state, transition));
          }
    }
  });

  test('each row names a permission that somebody has', () => {
    for (const { permission } of Object.values(WORKFLOW_TRANSITIONS))
      expect(REACH_BY_PERMISSION_AND_ROLE[permission]).not.toEqual({});
  });
});

test('claims and edits leave the state, and are possible in review and where something is open', () => {
  for (const state of states) {
    expect([state, null]).toContainEqual(findWorkflowStateAfter(state, { kind: 'claim' }));
    expect(findWorkflowStateAfter(state, { kind: 'claim' }) !== null).toBe(
      !state.archived && state.workflow === 'in_review',
    );
    expect(findWorkflowStateAfter(state, { kind: 'reassign' })).toBe(findWorkflowStateAfter(state, { kind: 'claim' }));
    expect(findWorkflowStateAfter(state, { kind: 'release' }) !== null).toBe(isUnderReview(state));
    for (const section of SECTIONS) {
      expect(findWorkflowStateAfter(state, { kind: 'edit', section })).toEqual(
        isSectionEditable(state, section) ? state : null,
      );
    }
  }
});

// rules/courses-and-modules 13
test('a revision comes back where both sections can be edited, or where revising makes them so', () => {
  for (const state of states) {
    const isEditable = !state.archived && SECTIONS.every((section) => state[section] === 'editable');
    const restored = findWorkflowStateAfter(state, { kind: 'restore_revision' });
    expect(restored).toEqual(isEditable ? state : findWorkflowStateAfter(state, { kind: 'revise' }));
  }
});

test('a claim is let go of by whoever has it and by super admins, and where there is none by anybody', () => {
  for (const role of Role.options) {
    const person = { id: 'me', role };
    expect(mayReleaseReviewClaim('me', person)).toBe(true);
    expect(mayReleaseReviewClaim('other', person), role).toBe(role === 'super_admin');
    expect(mayReleaseReviewClaim(null, person)).toBe(true);
  }
});

// rules/courses-and-modules 6
test('title, validity and pass score change in a draft, while changes are requested and after a rejection', () => {
  const places = reached.filter(({ state }) => findTransitionFailureReason(state, { kind: 'edit_settings' }) === null);
  const open = ['draft', 'changes_requested', 'rejected'];
  expect(new Set(places.map(({ state }) => authoringStatusOf(state)))).toEqual(new Set(open));
  expect(places).toEqual(reached.filter(({ state }) => open.includes(authoringStatusOf(state))));
});
