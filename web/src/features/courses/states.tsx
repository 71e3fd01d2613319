import { Badge } from '@mantine/core';
import type { ModuleStatus, SectionState } from '@training/shared/courses/courses';
import type { MessageKey } from '@training/shared/i18n/translator';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('courses');

const STATUS_COLORS: Record<ModuleStatus, string> = {
  draft: 'gray.6',
  in_review: 'blue',
  changes_requested: 'orange',
  published: 'green',
  rejected: 'red',
  archived: 'gray.6',
};

export function ModuleStatusBadge({ status }: { status: ModuleStatus }) {
  return (
    <Badge variant="dot" color={STATUS_COLORS[status]}>
      {t(`status.${status}`)}
    </Badge>
  );
}

const STATE_COLORS: Record<SectionState, string> = {
  editable: 'gray.6',
  locked: 'blue',
  queried: 'orange',
  approved: 'green',
};

/** Section states by the module's status that has the same name. */
const STATE_NAMES = {
  editable: 'status.draft',
  locked: 'status.in_review',
  queried: 'status.changes_requested',
  approved: 'approved',
} as const satisfies Record<SectionState, MessageKey<'courses'>>;

interface SectionStateBadgeProps {
  state: SectionState;
  /** True for reviewers, whose task are the locked sections. */
  isForReviewers?: boolean;
}

export function SectionStateBadge({ state, isForReviewers = false }: SectionStateBadgeProps) {
  return (
    <Badge variant="dot" color={STATE_COLORS[state]}>
      {t(isForReviewers && state === 'locked' ? 'toReview' : STATE_NAMES[state])}
    </Badge>
  );
}

/** Explains a section's state (rules/courses-and-modules 4). */
export const meaningOfSectionState = (state: SectionState): string => t(`meaning.${state}`);
