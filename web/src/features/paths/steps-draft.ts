import type { LearningPath, LearningPathStep } from '@training/shared/paths/paths';

/** Requirement before a module opens: nothing, the module before it, all before it, or chosen ones. */
export type StepOpeningRequirement = 'none' | 'previous' | 'all' | 'some';
export const STEP_OPENING_REQUIREMENTS: readonly StepOpeningRequirement[] = ['none', 'previous', 'all', 'some'];

/** A module of a path, as edited in the form. */
export type StepDraft = { id: string; title: string; opens: StepOpeningRequirement; some: string[] };

/** Returns the steps of a path for the form. */
export function stepDraftsOf(steps: LearningPath['steps']): StepDraft[] {
  return steps.map(({ module_id, title, requires }, index) => {
    const before = steps.slice(0, index).map((step) => step.module_id);
    const isAll = before.length > 1 && before.every((id) => requires.includes(id));
    const isPrevious = requires.length === 1 && requires[0] === before.at(-1);
    const opens = requires.length === 0 ? 'none' : isAll ? 'all' : isPrevious ? 'previous' : 'some';
    return { id: module_id, title, opens, some: requires };
  });
}

/** Returns the steps in the contract's format. Chosen modules that no longer come earlier are left out. */
export function stepsInputOf(drafts: readonly StepDraft[]): LearningPathStep[] {
  return drafts.map(({ id, opens, some }, index) => {
    const before = drafts.slice(0, index).map((draft) => draft.id);
    const requires = {
      none: [],
      previous: before.slice(-1),
      all: before,
      some: before.filter((each) => some.includes(each)),
    };
    return { module_id: id, requires: requires[opens] };
  });
}

/** Returns the drafts with one of them moved. */
export function moveStep(drafts: readonly StepDraft[], id: string, to: number): StepDraft[] {
  const moved = drafts.find((draft) => draft.id === id);
  const others = drafts.filter((draft) => draft.id !== id);
  return moved ? others.toSpliced(to, 0, moved) : others;
}
