import { Button, Text } from '@mantine/core';
import type { SectionKind } from '@training/shared/courses/courses';
import type { ModuleDetail } from '@training/shared/courses/modules';
import { useState } from 'react';
import { formatAriaKeys, keyLabelsOf, useShortcut } from '../../../lib/shortcuts.ts';
import { useBottomBarRef } from '../../../ui/use-bottom-bar.ts';
import { doesApprovalPublish } from '../../modules/module-words.ts';
import { useFindTransitionRefusal } from '../../modules/use-check-transition.ts';
import classes from './decision-bar.module.css';
import { ShortcutHint } from './shortcut-hint.tsx';
import { NextInQueue } from './next-in-queue.tsx';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('reviews');

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
  const ask = useFindTransitionRefusal(module);
  const isApprovable = ask({ kind: 'approve', section }) === null;
  const isQueryable = ask({ kind: 'query', section }) === null;
  const mayApprove = isApprovable && !mustLook;
  const mayQuery = isQueryable && !mustLook;
  const isAsked = module[section].state === 'queried' && !mustLook;
  const bar = useBottomBarRef();
  const [isTold, setTold] = useState(false);
  const [toldOf, setToldOf] = useState<SectionKind | null>(null);
  if (isTold && !mustLook) setTold(false);
  const decide = (by: (isByKey: boolean) => void) => (mustLook ? setTold(true) : by(true));
  const isLeft = (kind: SectionKind) => ask({ kind: 'approve', section: kind }) === null;
  const isLast = doesApprovalPublish(module, section);
  useShortcut(isApprovable ? { keys: 'a', does: t('approveTheSection'), group: t('review') } : null, () =>
    decide(onApprove),
  );
  useShortcut(isQueryable ? { keys: 'q', does: t('requestChangesToFocused'), group: t('review') } : null, () =>
    decide(onQuery),
  );
  // Further remarks after the first query are comments. The shortcut explains this instead of doing nothing.
  useShortcut(isAsked ? { keys: 'q', does: t('requestChangesToFocused'), group: t('review') } : null, () =>
    setToldOf(section),
  );
  return (
    <section ref={bar} className={classes.bar} aria-label={t('decision')}>
      <Text fw={600} className={classes.about}>
        {t(section)}
      </Text>
      <Text component="output" size="sm">
        {isAsked && toldOf === section && t('changesAlreadyRequested')}
        {isTold && t('lookThenDecide', { keys: keyLabelsOf(CONFIRM_CHANGE_SHORTCUT).join(' ') })}
      </Text>
      {mayQuery && (
        <Button
          variant="default"
          aria-label={t('requestChangesToSection', { section })}
          aria-keyshortcuts={formatAriaKeys('q')}
          onClick={() => onQuery(false)}
        >
          {t('requestChanges')}
          <ShortcutHint keys="q" />
        </Button>
      )}
      {mayApprove && (
        <Button
          aria-label={isLast ? t('approveAndPublish') : t('approveSection', { section })}
          aria-keyshortcuts={formatAriaKeys('a')}
          onClick={() => onApprove(false)}
        >
          {isLast ? t('approveAndPublish') : t('approve')}
          <ShortcutHint keys="a" />
        </Button>
      )}
      <NextInQueue moduleId={module.id} isDone={!isLeft('flashcards') && !isLeft('quiz')} />
    </section>
  );
}

/** The shortcut of the button that confirms having seen a change. */
export const CONFIRM_CHANGE_SHORTCUT = 'l';
