import { Group, Paper, Text } from '@mantine/core';
import type { ModuleDetail } from '@training/shared/modules';
import { useState } from 'react';
import classes from './transitions.module.css';
import { ExplainedButton } from '../../../ui/explained-button.tsx';
import { MissingList } from './missing-list.tsx';
import { missingOf } from './missing-items.ts';
import { Outcomes } from './outcomes.tsx';
import { standingForAuthors } from '../standing.ts';
import { useRefusal } from '../use-refusal.ts';
import { TransitionDialog } from './transition-dialog.tsx';
import { useLast } from '../../../ui/use-last.ts';
import { type AuthorKind, TRANSITION_WORDS, actionsOf, canGoToReview } from './transitions.ts';
import { type SectionDrafts, useDraftState } from '../drafts/use-section-drafts.ts';

/** Where the module stands, what is missing, and what its authors can do next. */
export function AuthorBar({ module, drafts }: { module: ModuleDetail; drafts: SectionDrafts }) {
  const { items: cards, phase: ofCards } = useDraftState(drafts.flashcards);
  const { items: questions, phase: ofQuestions } = useDraftState(drafts.quiz);
  const [asked, setAsked] = useState<AuthorKind | null>(null);
  const last = useLast(asked);
  const ask = useRefusal(module);
  const missing = canGoToReview(ask) ? missingOf(cards, questions) : [];
  const isInConflict = ofCards === 'conflict' || ofQuestions === 'conflict';
  const obstacle = isInConflict
    ? 'It was changed in two places. Compare and choose first.'
    : incomplete(missing.length);
  return (
    <Paper withBorder p="md" className={classes.bar} component="section" aria-label="Review">
      <Text component="output" display="block">
        {standingForAuthors(module)}
      </Text>
      <Outcomes outcomes={module.outcomes} />
      <MissingList missing={missing} />
      <Group gap="sm" align="flex-start">
        {actionsOf(ask, obstacle).map(({ kind, why }, index) => (
          <ExplainedButton
            key={kind}
            variant={index === 0 ? 'filled' : 'default'}
            why={why}
            onClick={() => setAsked(kind)}
          >
            {TRANSITION_WORDS[kind].label}
          </ExplainedButton>
        ))}
      </Group>
      {last !== null && (
        <TransitionDialog
          module={module}
          drafts={drafts}
          kind={last}
          opened={asked !== null}
          onClose={() => setAsked(null)}
        />
      )}
    </Paper>
  );
}

function incomplete(missing: number): string | null {
  return missing === 0 ? null : `${missing === 1 ? 'One thing is' : `${missing} things are`} missing; see above.`;
}
