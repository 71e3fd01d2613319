import { SectionState, WorkingCopyStatus, type SectionKind } from '@training/shared/courses/courses';
import { Timestamp } from '@training/shared/primitives';
import { findTransitionFailureReason } from '@training/shared/reviews/workflow';
import { NEW_MODULE_WORKFLOW_STATE } from '@training/shared/reviews/workflow-state';
import { z } from 'zod';
import { AppError } from '../../../core/errors.ts';
import type { ModuleRow } from '../course.entity.ts';
import type { LockedModule } from './lock-module.ts';

/** State that decides whether a section can be edited, and the facts for the error if it can't. */
export const SectionEditState = z.strictObject({
  archived: z.boolean(),
  workflow: WorkingCopyStatus.nullable(),
  round: z.number(),
  state: SectionState,
  /** Time of the last state change, and the name of the user who made it. */
  since: Timestamp,
  by: z.string().nullable(),
});
export type SectionEditState = z.infer<typeof SectionEditState>;

/**
 * Implements rules/review 2. @throws AppError `content_locked` with the lock; `module_state` if the module is archived
 */
export function assertSectionEditable(section: SectionKind, standing: SectionEditState): void {
  const { archived, workflow, round, state, since, by } = standing;
  const why = findTransitionFailureReason(
    { ...NEW_MODULE_WORKFLOW_STATE, archived, workflow, [section]: state },
    { kind: 'edit', section },
  );
  if (why === null) return;
  if (state === 'editable' || state === 'queried') throw new AppError('module_state', why);
  throw new AppError('content_locked', `The ${section} section is locked, in round ${round}. ${why}`, {
    lock: { section, round, since, by },
  });
}

/** Returns the error for an edit of a whole module under review (rules/review 15). `then` says when it is possible. */
export function moduleLockedByReviewError(module: ModuleRow, then: string): AppError {
  const { round, submittedByName: by = null, submittedAt, updatedAt } = module;
  const since = (submittedAt ?? updatedAt).toISOString();
  const at = since.slice(0, 16).replace('T', ' ');
  const detail = `The module is under review, round ${round}: ${by ?? 'someone'} submitted it at ${at} UTC. ${then}`;
  return new AppError('content_locked', detail, { lock: { section: null, round, since, by } });
}

export function sectionEditStateOf({ module, sections, state }: LockedModule, section: SectionKind): SectionEditState {
  const { stateSince, stateByName } = sections[section];
  return {
    archived: state.archived,
    workflow: state.workflow,
    round: module.round,
    state: state[section],
    since: stateSince.toISOString(),
    by: stateByName ?? null,
  };
}
