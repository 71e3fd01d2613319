import { Button, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { SectionKind } from '@training/shared/courses/courses';
import { focusSection } from '../item-focus.ts';
import { sectionTitleOf } from '../module-words.ts';
import { ExplainedButton } from '../../../ui/explained-button.tsx';
import type { AuthorAction, AuthorTransitionKind } from './transitions.ts';
import { saveStatusElementIdOf } from '../drafts/save-status.tsx';
import { lastSaveTimeOf, summarizeSaveStatus, useNowForSaveStatus } from '../drafts/summarize-save-status.ts';
import { type SectionDrafts, useDraftState } from '../drafts/use-section-drafts.ts';
import classes from './module-bar.module.css';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('modules');

interface ModuleBarProps {
  drafts: SectionDrafts;
  actions: AuthorAction[];
  /** True if it waits for review, which is stated above. */
  isLocked: boolean;
  /** True if a section is editable; otherwise the save status is hidden. */
  isEditable: boolean;
  onAct: (kind: AuthorTransitionKind) => void;
}

/** A sticky bar with the module's sections, the save status and the next actions. */
export function ModuleBar({ drafts, actions, isLocked, isEditable, onAct }: ModuleBarProps) {
  const [cards, questions] = [useDraftState(drafts.flashcards), useDraftState(drafts.quiz)];
  const now = useNowForSaveStatus(lastSaveTimeOf(cards, questions));
  const { words, trouble } = summarizeSaveStatus(cards, questions, now);
  const parts: [SectionKind, number][] = [
    ['flashcards', cards.items.length],
    ['quiz', questions.items.length],
  ];
  // The main action stays at the end.
  const [main, ...others] = actions;
  const inPlace = main === undefined ? [] : [...others, main];
  return (
    <section className={classes.bar} aria-label={t('thisModule')}>
      <nav className={classes.parts} aria-label={t('partsModule')}>
        {parts.map(([kind, count]) => (
          <Button key={kind} size="compact-sm" variant="subtle" color="gray" onClick={() => focusSection(kind)}>
            {sectionTitleOf(kind)} <span className={classes.count}>{count}</span>
          </Button>
        ))}
      </nav>
      {trouble === null ? (
        <Text size="sm" c="dimmed" className={classes.state}>
          {isEditable && words}
        </Text>
      ) : (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconAlertTriangle size={14} aria-hidden />}
          onClick={() => goToTrouble(trouble)}
        >
          {words}
        </Button>
      )}
      <div className={classes.actions}>
        {inPlace.map(({ kind, why }) => (
          <ExplainedButton
            key={kind}
            size="sm"
            variant={kind === main?.kind ? 'filled' : 'default'}
            why={why}
            isSaid={isLocked}
            onClick={() => onAct(kind)}
          >
            {t(`transition.${kind}`)}
          </ExplainedButton>
        ))}
      </div>
    </section>
  );
}

function goToTrouble(kind: SectionKind): void {
  const status = document.getElementById(saveStatusElementIdOf(kind));
  status?.scrollIntoView({ block: 'center' });
  status?.querySelector('button')?.focus({ preventScroll: true });
}
