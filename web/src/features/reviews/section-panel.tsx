import { Text } from '@mantine/core';
import type { SectionKind } from '@training/shared/courses/courses';
import type { ModuleDetail } from '@training/shared/courses/modules';
import { isUnderReview, hasOpenWorkingCopy, workflowStateOf } from '@training/shared/reviews/workflow-state';
import type { ReactNode } from 'react';
import { Section } from '../../ui/pages/section.tsx';
import { TimeAgo } from '../../ui/time.tsx';
import { CommentThread } from '../modules/comments/comments.tsx';
import type { ModuleItem } from '../items/item-fields.ts';
import { useFindTransitionRefusal } from '../modules/use-check-transition.ts';
import classes from './reviews.module.css';
import { ComparedSectionItems } from './compare/section-items.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('reviews');

interface SectionPanelProps {
  module: ModuleDetail;
  section: SectionKind;
  items: ModuleItem[];
  base: ModuleItem[] | null;
  /** The choice of the version to compare with, and the changes of settings. */
  comparing: ReactNode;
  mayDecide: boolean;
  onQuery: (itemId: string) => void;
}

/** One section under review: its comments and items. Its tab shows its state. */
export function SectionPanel({ module, section, items, base, comparing, mayDecide, onQuery }: SectionPanelProps) {
  const ask = useFindTransitionRefusal(module);
  const mayQuery = mayDecide && ask({ kind: 'query', section }) === null;
  const areCommentsOpen = hasOpenWorkingCopy(workflowStateOf(module));
  return (
    <Section
      title={t('sectionTitle', { section, count: items.length })}
      description={<Needs module={module} section={section} />}
    >
      {comparing}
      <div className={classes.aboutAll}>
        <CommentThread
          moduleId={module.id}
          section={section}
          about={t('theSection', { section })}
          comments={module.comments}
          isOpen={areCommentsOpen}
        />
      </div>
      {items.length === 0 && <Text c="dimmed">{t('noItems', { section })}</Text>}
      <ComparedSectionItems
        moduleId={module.id}
        section={section}
        items={items}
        base={base}
        comments={module.comments}
        areCommentsOpen={areCommentsOpen}
        onQuery={mayQuery ? onQuery : undefined}
      />
    </Section>
  );
}

function Needs({ module, section }: { module: ModuleDetail; section: SectionKind }) {
  const { state, state_by, state_since } = module[section];
  if (state === 'editable') return t('notSubmitted');
  const values = {
    state: state === 'approved' && isUnderReview(workflowStateOf(module)) ? 'underReview' : state,
    at: () => <TimeAgo at={state_since} />,
  };
  return state_by === null
    ? t.nodes('sectionStands', values)
    : t.nodes('sectionStandsBy', { ...values, name: state_by });
}
