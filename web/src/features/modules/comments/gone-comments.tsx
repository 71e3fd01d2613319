import { Title } from '@mantine/core';
import type { SectionKind } from '@training/shared/courses/courses';
import type { ModuleDetail } from '@training/shared/courses/modules';
import { isWorkedOn, workflowStateOf } from '@training/shared/reviews/workflow-state';
import { CommentThread } from './comments.tsx';
import { SECTION_WORDS } from '../module-words.ts';
import classes from './comments.module.css';

/** Comments on cards or questions that have been removed. Their queries still need an answer. */
export function GoneComments({ module, kind }: { module: ModuleDetail; kind: SectionKind }) {
  const gone = goneFrom(module, kind);
  if (gone.length === 0) return null;
  const { item, items } = SECTION_WORDS[kind];
  return (
    <div className={classes.gone}>
      <Title order={3}>About {items} that are gone</Title>
      {gone.map((id, index) => (
        <CommentThread
          key={id}
          moduleId={module.id}
          section={kind}
          itemId={id}
          about={`a ${item} that is gone${gone.length > 1 ? ` (${index + 1})` : ''}`}
          comments={module.comments}
          isOpen={isWorkedOn(workflowStateOf(module))}
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
