import type { ModuleDetail } from '@training/shared/modules';

/** What authors do with a module as a whole (decisions §6, rows 3, 7, 10 and 11). */
export interface AuthorAction {
  kind: 'submit' | 'resubmit' | 'withdraw' | 'revise';
  label: string;
  /** Why it cannot be done now; null where it can. */
  why: string | null;
  /** What happens then, said before it does. */
  effect: string;
  done: string;
}

/**
 * What belongs to where the module stands, the most obvious first; `missing` counts what is incomplete, and `isInConflict` is
 * true while somebody has to choose between two versions of an item.
 */
export function actionsOf(module: ModuleDetail, missing: number, isInConflict: boolean): AuthorAction[] {
  if (module.status === 'archived') return [submit('The module is archived; a super admin can restore it.')];
  const obstacle = isInConflict ? 'It was changed in two places. Compare and choose first.' : incomplete(missing);
  switch (module.workflow) {
    case null:
      return [REVISE];
    case 'draft':
    case 'rejected':
      return [submit(obstacle)];
    case 'in_review':
      return [submit('It is in review already.'), WITHDRAW];
    case 'changes_requested':
      return [{ ...RESUBMIT, why: obstacle }, WITHDRAW];
  }
}

function incomplete(missing: number): string | null {
  return missing === 0 ? null : `${missing === 1 ? 'One thing is' : `${missing} things are`} missing; see above.`;
}

const submit = (why: string | null): AuthorAction => ({
  kind: 'submit',
  label: 'Submit for review',
  why,
  effect: 'Both parts are locked, as they stand now, until a reviewer decides. Nobody can change them meanwhile.',
  done: 'It is submitted for review.',
});

const RESUBMIT: AuthorAction = {
  kind: 'resubmit',
  label: 'Resubmit',
  why: null,
  effect: 'What was queried is locked again until a reviewer decides. What is approved already stays approved.',
  done: 'It is resubmitted for review.',
};

const WITHDRAW: AuthorAction = {
  kind: 'withdraw',
  label: 'Withdraw',
  why: null,
  effect: 'The review ends: both parts can be changed again, and approvals are void. It becomes a draft.',
  done: 'It is withdrawn, and a draft again.',
};

const REVISE: AuthorAction = {
  kind: 'revise',
  label: 'Revise',
  why: null,
  effect:
    'A working copy opens, which goes through review like a new module. Learners keep the published version until then.',
  done: 'A working copy is open.',
};
