import { Group } from '@mantine/core';
import type { SectionKind, SectionState, SectionLock } from '@training/shared/courses/courses';
import type { ModuleDetail } from '@training/shared/courses/modules';
import { findTransitionFailureReason } from '@training/shared/reviews/workflow';
import { hasOpenWorkingCopy, workflowStateOf } from '@training/shared/reviews/workflow-state';
import type { ReactNode } from 'react';
import { Section } from '../../ui/pages/section.tsx';
import { SectionStateBadge, meaningOfSectionState } from '../courses/states.tsx';
import { CommentThread } from './comments/comments.tsx';
import { itemNameInTextOf, sectionTitleOf, sectionNameInTextOf } from './module-words.ts';
import classes from './modules.module.css';
import { CommentsOnRemovedItems } from './comments/comments-on-removed-items.tsx';
import { sectionLockOf } from './module-state.ts';
import { TimeAgo } from '../../ui/time.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('modules');

interface SectionFrameProps {
  module: ModuleDetail;
  kind: SectionKind;
  /** The number of items shown. */
  count: number;
  actions?: ReactNode;
  children: ReactNode;
}

/**
 * A section with the comments on it as a whole. It names its state only where that differs from the other section's:
 * the page's top says the state of both.
 */
export function SectionFrame({ module, kind, count, actions, children }: SectionFrameProps) {
  const { state } = module[kind];
  const workflow = workflowStateOf(module);
  const why = findTransitionFailureReason(workflow, { kind: 'edit', section: kind });
  const lock = hasOpenWorkingCopy(workflow) ? sectionLockOf(module, kind) : null;
  const { archived } = workflow;
  const isOwnState = !archived && module.flashcards.state !== module.quiz.state;
  return (
    <Section
      title={t('sectionCount', { section: sectionTitleOf(kind), count })}
      description={
        archived ? (
          why
        ) : lock !== null ? (
          <LockedBy state={state} lock={lock} />
        ) : isOwnState ? (
          meaningOfSectionState(state)
        ) : undefined
      }
      actions={
        <Group gap="xs">
          {actions}
          {isOwnState && <SectionStateBadge state={state} />}
        </Group>
      }
    >
      {module.round > 0 && (
        <div className={classes.aboutAll}>
          <CommentThread
            moduleId={module.id}
            section={kind}
            about={sectionNameInTextOf(kind)}
            comments={module.comments}
            isOpen={hasOpenWorkingCopy(workflow)}
          />
        </div>
      )}
      {children}
      <CommentsOnRemovedItems module={module} kind={kind} />
    </Section>
  );
}

/** The comments on one card or question; nothing before the first submission. */
export function ItemComments({
  module,
  kind,
  id,
  index,
}: {
  module: ModuleDetail;
  kind: SectionKind;
  id: string;
  index: number;
}) {
  if (module.round === 0) return null;
  return (
    <CommentThread
      moduleId={module.id}
      section={kind}
      itemId={id}
      about={itemNameInTextOf(kind, index + 1)}
      comments={module.comments}
      isOpen={hasOpenWorkingCopy(workflowStateOf(module))}
    />
  );
}

/**
 * Says who locked a section, when and in which round (rules/review 15). That it is locked is stated once at the top of
 * the page.
 */
function LockedBy({ state, lock: { by, since, round } }: { state: SectionState; lock: SectionLock }) {
  const at = () => <TimeAgo at={since} />;
  const submitted =
    by === null ? t.nodes('submittedInRound', { round, at }) : t.nodes('submittedInRoundBy', { name: by, round, at });
  const approved = by === null ? t.nodes('approved', { at }) : t.nodes('approvedBy', { name: by, at });
  return (
    <span data-lock tabIndex={-1}>
      {/* An approval may date from an earlier round. */}
      {state === 'approved' ? approved : submitted}
    </span>
  );
}
