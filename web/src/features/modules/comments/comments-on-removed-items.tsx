import { Title } from '@mantine/core';
import type { SectionKind } from '@training/shared/courses/courses';
import type { ModuleDetail } from '@training/shared/courses/modules';
import { hasOpenWorkingCopy, workflowStateOf } from '@training/shared/reviews/workflow-state';
import { CommentThread } from './comments.tsx';
import { translatorOf } from '../../../lib/i18n/translator.ts';
import classes from './comments.module.css';

const t = translatorOf('modules');

/** Comments on cards or questions that have been removed. Their queries still need an answer. */
export function CommentsOnRemovedItems({ module, kind }: { module: ModuleDetail; kind: SectionKind }) {
  const gone = goneFrom(module, kind);
  if (gone.length === 0) return null;
  return (
    <div className={classes.gone}>
      <Title order={3}>{t(`aboutGone.${kind}`)}</Title>
      {gone.map((id, index) => (
        <CommentThread
          key={id}
          moduleId={module.id}
          section={kind}
          itemId={id}
          about={gone.length > 1 ? t(`goneItemOf.${kind}`, { number: index + 1 }) : t(`goneItem.${kind}`)}
          comments={module.comments}
          isOpen={hasOpenWorkingCopy(workflowStateOf(module))}
        />
      ))}
    </div>
  );
}

/** Returns the ids of commented items that are no longer in the section. */
function goneFrom({ flashcards, quiz, comments }: ModuleDetail, kind: SectionKind): string[] {
  const items = kind === 'flashcards' ? flashcards.cards : quiz.questions;
  const there = new Set(items.map(({ id }) => id));
  const named = comments.flatMap(({ section, item_id }) => (section === kind && item_id !== null ? [item_id] : []));
  return [...new Set(named)].filter((id) => !there.has(id));
}
