import { Paper, Text } from '@mantine/core';
import type { ModuleDetail } from '@training/shared/courses/modules';
import { useState } from 'react';
import classes from './transitions.module.css';
import { ModuleBar } from './module-bar.tsx';
import { MissingList } from './missing-list.tsx';
import { missingOf } from './missing-items.ts';
import { Outcomes } from './outcomes.tsx';
import { isLocked, lockOf, standingForAuthors } from '../standing.ts';
import { useRefusal } from '../use-refusal.ts';
import { TransitionDialog } from './transition-dialog.tsx';
import { useLast } from '../../../ui/dialogs/use-last.ts';
import { type AuthorKind, actionsOf, canGoToReview, unansweredWords } from './transitions.ts';
import { type SectionDrafts, useDraftState } from '../drafts/use-section-drafts.ts';

/** The module's state, missing items, and the authors' next actions. */
export function AuthorBar({ module, drafts }: { module: ModuleDetail; drafts: SectionDrafts }) {
  const { items: cards, phase: ofCards } = useDraftState(drafts.flashcards);
  const { items: questions, phase: ofQuestions } = useDraftState(drafts.quiz);
  const [asked, setAsked] = useState<AuthorKind | null>(null);
  const last = useLast(asked);
  const ask = useRefusal(module);
  const missing = canGoToReview(ask) ? missingOf(cards, questions) : [];
  // Unsaved edits count, because they are saved before submitting.
  const isTyped = {
    flashcards: () => JSON.stringify(cards) !== JSON.stringify(module.flashcards.cards),
    quiz: () => JSON.stringify(questions) !== JSON.stringify(module.quiz.questions),
  };
  const unanswered = module.unanswered.filter((kind) => !isTyped[kind]());
  const isInConflict = ofCards === 'conflict' || ofQuestions === 'conflict';
  const obstacle = isInConflict
    ? 'Changed in two places. Compare and choose first.'
    : (incomplete(missing.length) ?? unansweredWords(unanswered));
  return (
    <>
      <Paper withBorder p="md" className={classes.bar} component="section" aria-label="Review">
        <Text component="output" display="block">
          {standingForAuthors(module)}
        </Text>
        <Outcomes outcomes={module.outcomes} />
        <MissingList missing={missing} />
      </Paper>
      <ModuleBar
        isLocked={isLocked(module)}
        isEditable={lockOf(module, 'flashcards') === null || lockOf(module, 'quiz') === null}
        drafts={drafts}
        actions={actionsOf(ask, obstacle)}
        onAct={setAsked}
      />
      {last !== null && (
        <TransitionDialog
          module={module}
          drafts={drafts}
          kind={last}
          opened={asked !== null}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

function incomplete(missing: number): string | null {
  return missing === 0 ? null : `${missing === 1 ? '1 thing is' : `${missing} things are`} missing, see above.`;
}
