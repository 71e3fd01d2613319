import { Tabs } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { SectionKind } from '@training/shared/courses/courses';
import type { ModuleDetail } from '@training/shared/courses/modules';
import { findTransitionFailureReason } from '@training/shared/reviews/workflow';
import { workflowStateOf } from '@training/shared/reviews/workflow-state';
import { type ReactNode, useRef, useState } from 'react';
import { isQuerySubjectNotFound, toDisplayableProblem } from '../../lib/api/problem.ts';
import { usePermissionReach } from '../../lib/workspace.ts';
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';
import { restoreLostFocus } from '../../ui/focus.ts';
import { notifyProblem } from '../../ui/notify.ts';
import { Breadcrumbs } from '../../ui/pages/breadcrumbs.tsx';
import { NotFoundPage } from '../../ui/pages/error-pages.tsx';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { SectionStateBadge } from '../courses/states.tsx';
import type { ModuleItem } from '../items/item-fields.ts';
import { SubmissionHistory, useReviewComparison } from '../modules/history.tsx';
import { otherSectionOf, doesApprovalPublish } from '../modules/module-words.ts';
import { useModule } from '../modules/use-module.ts';
import { useFindTransitionRefusal } from '../modules/use-check-transition.ts';
import { ComparisonBaseChoice, listComparisonBaseOptions, selectComparisonBase } from './compare/base-choice.tsx';
import { ComparedSettings } from './compare/compared-settings.tsx';
import { hasChangesSinceShown, useShownContent } from './compare/use-shown-content.ts';
import { DecisionBar } from './decide/decision-bar.tsx';
import type { PendingDecision } from './decide/decision-dialogs.tsx';
import { NEXT_IN_QUEUE_ID } from './decide/next-in-queue.tsx';
import { useDelayedApproval } from './decide/use-approval.ts';
import {
  findSectionHeadingElement,
  findItemElementById,
  findFocusedItemId,
  sectionPanelAttributesOf,
  useItemKeyNavigation,
} from './item-key-navigation.ts';
import { ReviewHeader } from './review-header.tsx';
import { focusAfterDialogs, ReviewNotices, useSwitchToChangedSection } from './review-notices.tsx';
import type { ReviewSearchParams } from './review-search.ts';
import classes from './reviews.module.css';
import { SectionPanel } from './section-panel.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('reviews');

const route = getRouteApi('/$workspace/reviews/$module');

/** The page to review one module. */
export function ReviewPage() {
  const { module: id } = route.useParams();
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/$workspace/reviews/$module' });
  const module = useModule(id);
  if (isQuerySubjectNotFound(module)) return <NotFoundPage />;
  return (
    <>
      {module.data === undefined && <PageHeader title={t('review')} above={<ToQueue />} />}
      <PageState query={module} what={t('theModule')}>
        {(found) => (
          <Review
            key={found.id}
            module={found}
            above={<ToQueue />}
            search={search}
            onSearch={(change) => void navigate({ search: (before) => ({ ...before, ...change }), replace: true })}
          />
        )}
      </PageState>
    </>
  );
}

function ToQueue() {
  return (
    <Breadcrumbs>
      <TextLink to="/$workspace/reviews">{t('review')}</TextLink>
    </Breadcrumbs>
  );
}

const DecisionDialogs = lazyDialog(async () => (await import('./decide/decision-dialogs.tsx')).DecisionDialogs, {
  decision: null,
});

interface ReviewProps {
  module: ModuleDetail;
  above: ReactNode;
  search: ReviewSearchParams;
  onSearch: (change: ReviewSearchParams) => void;
}

const SECTIONS = ['flashcards', 'quiz'] as const;

function Review({ module: saved, above, search, onSearch }: ReviewProps) {
  const comparison = useReviewComparison(saved);
  const [wasRefused, setRefused] = useState(false);
  const decidedAt = useRef<string>(undefined);
  const closeRefusal = useRef<() => void>(undefined);
  const approval = useDelayedApproval(saved, {
    onUndone: (undone) => {
      turnTo(undone);
      focusAfterDialogs(() => findItemElementById(undone, decidedAt.current) ?? findSectionHeadingElement(undone));
    },
    onRefused: (error) => {
      if (toDisplayableProblem(error).code === 'stale_revision') setRefused(true);
      else closeRefusal.current = notifyProblem(toDisplayableProblem(error));
    },
  });
  const module = approval.shown;
  const { shown, changed, look } = useShownContent(module);
  const [decision, setDecision] = useState<PendingDecision | null>(null);
  /** Opens a dialog. The reason why an earlier approval was refused must not cover its buttons. */
  const decide = (next: PendingDecision) => {
    closeRefusal.current?.();
    setDecision(next);
  };
  const isReviewer = usePermissionReach('reviews:decide') !== undefined;
  const isNews = hasChangesSinceShown(changed);
  const mayDecide = useFindTransitionRefusal(module)({ kind: 'reject' }) === null && !isNews;
  // Computed once: the page must not switch sections when another user decides.
  const [first] = useState(() => firstToDecide(module));
  const section = search.section ?? first;
  const turnTo = (next: SectionKind) => onSearch({ section: next });
  const itemKeys = useItemKeyNavigation(section, turnTo);
  useSwitchToChangedSection({ changed, round: module.round, section, isDeciding: decision !== null, onTurn: turnTo });

  const options = listComparisonBaseOptions({ module, section, comparison: comparison.data, hasChanged: isNews });
  const base = selectComparisonBase(options, search[section]);
  const snapshot = base === 'seen' || base === 'approved' ? (comparison.data?.[base] ?? null) : null;
  const baseItems = base === 'shown' ? itemsOf(shown, section) : (snapshot?.[section] ?? null);

  const seen = { section, hash: module[section].content_hash, round: module.round };
  const query = (itemId: string | undefined) => {
    if (approval.pendingSection === section) approval.undo();
    decide({ kind: 'query', ...seen, itemId });
  };
  /** Only what publishes is confirmed: it can't be undone. */
  const approve = async (isByKey: boolean) => {
    if (!doesApprovalPublish(module, section)) {
      decidedAt.current = findFocusedItemId();
      approval.approve(section);
      goOn(section);
    } else if (await approval.send()) decide({ kind: 'approve', ...seen, isByKey });
  };
  const goOn = (decided: SectionKind | null) => {
    const other = decided === null ? null : otherSectionOf(decided);
    if (other !== null && isToDecide(module, other)) {
      turnTo(other);
      focusAfterDialogs(() => findSectionHeadingElement(other));
    } else focusAfterDialogs(() => document.getElementById(NEXT_IN_QUEUE_ID));
  };
  return (
    <div {...itemKeys}>
      <ReviewHeader
        module={module}
        above={above}
        mayDecide={mayDecide}
        onReject={() => {
          approval.undo();
          decide({ kind: 'reject', round: module.round });
        }}
      />
      <ReviewNotices
        module={module}
        changed={changed}
        wasRefused={wasRefused}
        section={section}
        onTurn={(next) => {
          turnTo(next);
          focusAfterDialogs(() => findSectionHeadingElement(next));
        }}
        onLook={() => {
          setRefused(false);
          look();
          // The button has disappeared; a focused item keeps the focus.
          requestAnimationFrame(() => restoreLostFocus(findSectionHeadingElement(section)));
        }}
      />
      <Tabs
        value={section}
        onChange={(next) => onSearch({ section: SECTIONS.find((kind) => kind === next) })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          {SECTIONS.map((kind) => (
            <Tabs.Tab
              key={kind}
              value={kind}
              className={classes.tab}
              rightSection={<SectionStateBadge state={module[kind].state} isForReviewers />}
            >
              {t(kind)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={section} {...sectionPanelAttributesOf(section)}>
          <SectionPanel
            module={module}
            section={section}
            items={itemsOf(module, section)}
            base={baseItems}
            comparing={
              <>
                <ComparisonBaseChoice
                  options={options}
                  value={base}
                  onChange={(next) => onSearch({ [section]: next })}
                />
                <ComparedSettings before={snapshot} now={module} />
              </>
            }
            mayDecide={mayDecide}
            onQuery={query}
          />
        </Tabs.Panel>
      </Tabs>
      <div className={classes.history}>
        <PageState query={comparison} what={t('theHistory')}>
          {({ rounds }) => <SubmissionHistory rounds={rounds} />}
        </PageState>
      </div>
      {isReviewer && (
        <DecisionBar
          module={module}
          section={section}
          mustLook={isNews}
          onApprove={(isByKey) => void approve(isByKey)}
          onQuery={(isByKey) => query(isByKey ? idIn(itemsOf(module, section), findFocusedItemId()) : undefined)}
        />
      )}
      <DecisionDialogs
        module={module}
        decision={decision}
        onClose={() => setDecision(null)}
        onStale={() => setRefused(true)}
        onDecided={goOn}
      />
    </div>
  );
}

/** Returns true if a section waits for a decision by any reviewer. */
const isToDecide = (module: ModuleDetail, section: SectionKind): boolean =>
  findTransitionFailureReason(workflowStateOf(module), { kind: 'approve', section }) === null;

/** Returns the first section that waits for a decision. */
function firstToDecide(module: ModuleDetail): SectionKind {
  return SECTIONS.find((kind) => isToDecide(module, kind)) ?? 'flashcards';
}

function itemsOf({ flashcards, quiz }: Pick<ModuleDetail, 'flashcards' | 'quiz'>, section: SectionKind): ModuleItem[] {
  return section === 'flashcards' ? flashcards.cards : quiz.questions;
}

/** Returns the id if the item still exists. Removed items are shown, but can't be queried. */
const idIn = (items: ModuleItem[], id: string | undefined) => items.find((item) => item.id === id)?.id;
