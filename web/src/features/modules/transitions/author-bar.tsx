import { Group, Paper, Text } from '@mantine/core';
import type { ModuleDetail } from '@training/shared/modules';
import { useState } from 'react';
import classes from '../modules.module.css';
import { ExplainedButton } from '../../../ui/explained-button.tsx';
import { MissingList } from './missing-list.tsx';
import { missingOf } from './missing-items.ts';
import { Outcomes } from './outcomes.tsx';
import { standingOf } from '../standing.ts';
import { TransitionDialog } from './transition-dialog.tsx';
import { type AuthorAction, actionsOf } from './transitions.ts';
import { useLast } from '../../../ui/use-last.ts';
import { type SectionDrafts, useDraftState } from '../drafts/use-section-drafts.ts';

/** Where the module stands, what is missing, and what its authors can do next. */
export function AuthorBar({ module, drafts }: { module: ModuleDetail; drafts: SectionDrafts }) {
  const { items: cards, phase: ofCards } = useDraftState(drafts.flashcards);
  const { items: questions, phase: ofQuestions } = useDraftState(drafts.quiz);
  const [asked, setAsked] = useState<AuthorAction | null>(null);
  const last = useLast(asked);
  const isToBeWritten = module.status !== 'archived' && module.workflow !== null && module.workflow !== 'in_review';
  const missing = isToBeWritten ? missingOf(cards, questions) : [];
  return (
    <Paper withBorder p="md" className={classes.bar} component="section" aria-label="Review">
      <Text component="output" display="block">
        {standingOf(module)}
      </Text>
      <Outcomes outcomes={module.outcomes} />
      <MissingList missing={missing} />
      <Group gap="sm" align="flex-start">
        {actionsOf(module, missing.length, ofCards === 'conflict' || ofQuestions === 'conflict').map(
          (action, index) => (
            <ExplainedButton
              key={action.kind}
              variant={index === 0 ? 'filled' : 'default'}
              why={action.why}
              onClick={() => setAsked(action)}
            >
              {action.label}
            </ExplainedButton>
          ),
        )}
      </Group>
      {last !== null && (
        <TransitionDialog
          module={module}
          drafts={drafts}
          action={last}
          opened={asked !== null}
          onClose={() => setAsked(null)}
        />
      )}
    </Paper>
  );
}
