import { Button, Text } from '@mantine/core';
import type { SectionKind } from '@training/shared/courses/courses';
import type { ModuleDetail } from '@training/shared/courses/modules';
import { useState } from 'react';
import { ariaKeys, keyCaps, useShortcut } from '../../../lib/shortcuts.ts';
import { useBottomBar } from '../../../ui/use-bottom-bar.ts';
import { SECTION_WORDS, publishes } from '../../modules/module-words.ts';
import { useRefusal } from '../../modules/use-refusal.ts';
import classes from './decision-bar.module.css';
import { KeyHint } from './key-hint.tsx';
import { NextInQueue } from './next-in-queue.tsx';

interface DecisionBarProps {
  module: ModuleDetail;
  /** The displayed section, which the decisions apply to. */
  section: SectionKind;
  /** True if the content changed and must be checked first. */
  mustLook: boolean;
  onApprove: (isByKey: boolean) => void;
  /** @param isByKey True for a shortcut, which applies to the focused card or question. */
  onQuery: (isByKey: boolean) => void;
}

/** The reviewer's decisions on the displayed section, always visible, and the link to the next module. */
export function DecisionBar({ module, section, mustLook, onApprove, onQuery }: DecisionBarProps) {
  const ask = useRefusal(module);
  const isApprovable = ask({ kind: 'approve', section }) === null;
  const isQueryable = ask({ kind: 'query', section }) === null;
  const mayApprove = isApprovable && !mustLook;
  const mayQuery = isQueryable && !mustLook;
  const isAsked = module[section].state === 'queried' && !mustLook;
  const bar = useBottomBar();
  const [isTold, setTold] = useState(false);
  const [toldOf, setToldOf] = useState<SectionKind | null>(null);
  if (isTold && !mustLook) setTold(false);
  const decide = (by: (isByKey: boolean) => void) => (mustLook ? setTold(true) : by(true));
  const isLeft = (kind: SectionKind) => ask({ kind: 'approve', section: kind }) === null;
  const isLast = publishes(module, section);
  const { title, the } = SECTION_WORDS[section];
  useShortcut(isApprovable ? { keys: 'a', does: 'Approve the section', group: 'Review' } : null, () =>
    decide(onApprove),
  );
  useShortcut(
    isQueryable ? { keys: 'q', does: 'Request changes to the card, question or section', group: 'Review' } : null,
    () => decide(onQuery),
  );
  // Further remarks after the first query are comments. The shortcut explains this instead of doing nothing.
  useShortcut(
    isAsked ? { keys: 'q', does: 'Request changes to the card, question or section', group: 'Review' } : null,
    () => setToldOf(section),
  );
  return (
    <section ref={bar} className={classes.bar} aria-label="Decision">
      <Text fw={600} className={classes.about}>
        {title}
      </Text>
      <Text component="output" size="sm">
        {isAsked && toldOf === section && 'Changes are already requested. Add a comment instead.'}
        {isTold && `Look at what has changed, press ${keyCaps(REVIEWED_KEY).join(' ')}, then decide.`}
      </Text>
      {mayQuery && (
        <Button
          variant="default"
          aria-label={`Request changes to ${the}`}
          aria-keyshortcuts={ariaKeys('q')}
          onClick={() => onQuery(false)}
        >
          Request changes
          <KeyHint keys="q" />
        </Button>
      )}
      {mayApprove && (
        <Button
          aria-label={isLast ? 'Approve and publish' : `Approve ${the}`}
          aria-keyshortcuts={ariaKeys('a')}
          onClick={() => onApprove(false)}
        >
          {isLast ? 'Approve and publish' : 'Approve'}
          <KeyHint keys="a" />
        </Button>
      )}
      <NextInQueue moduleId={module.id} isDone={!isLeft('flashcards') && !isLeft('quiz')} />
    </section>
  );
}

/** The label and shortcut of the button that confirms having seen a change. */
export const LOOKED = 'I’ve looked at it';
export const REVIEWED_KEY = 'l';
