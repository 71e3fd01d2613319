import { Alert, Button, Group, Text } from '@mantine/core';
import { IconInfoCircle, IconLock, IconRefresh } from '@tabler/icons-react';
import type { SectionKind } from '@training/shared/courses/courses';
import type { ModuleDetail } from '@training/shared/courses/modules';
import { isUnderReview, workflowStateOf } from '@training/shared/reviews/workflow-state';
import { useEffect, useEffectEvent } from 'react';
import { formatAriaKeys, isTextInputElement, useShortcut } from '../../lib/shortcuts.ts';
import { moduleStateInWordsForReviewers } from '../modules/module-state.ts';
import { useFindTransitionRefusal } from '../modules/use-check-transition.ts';
import { SettingChangeList } from './compare/compared-settings.tsx';
import { type ChangedSinceShown, hasChangesSinceShown } from './compare/use-shown-content.ts';
import { CONFIRM_CHANGE_SHORTCUT } from './decide/decision-bar.tsx';
import { ShortcutHint } from './decide/shortcut-hint.tsx';
import { findSectionHeadingElement } from './item-key-navigation.ts';
import { locale } from '../../lib/i18n/language.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('reviews');

/** The number of frames to wait for the element. */
const PATIENCE = 300;

/**
 * Focuses the element returned by `find` once it exists and no dialog is open, because a closing dialog restores the
 * focus to its opener.
 */
export function focusAfterDialogs(find: () => HTMLElement | null, frames = PATIENCE): void {
  requestAnimationFrame(() => {
    const target = document.querySelector('[aria-modal="true"]') === null ? find() : null;
    if (target !== null) target.focus();
    else if (frames > 0) focusAfterDialogs(find, frames - 1);
  });
}

interface ReviewNoticesProps {
  module: ModuleDetail;
  /** Changes made while the page was open. */
  changed: ChangedSinceShown;
  /** True if a decision was refused because of them. */
  wasRefused: boolean;
  /** The displayed section. */
  section: SectionKind;
  onTurn: (section: SectionKind) => void;
  onLook: () => void;
}

/** Notices to read before deciding: the user may not decide, or the content has changed. */
export function ReviewNotices({ module, changed, wasRefused, section, onTurn, onLook }: ReviewNoticesProps) {
  const isOpen = isUnderReview(workflowStateOf(module));
  const isOwn = useFindTransitionRefusal(module)({ kind: 'reject' })?.code === 'self_review';
  return (
    <>
      {!isOpen && (
        <Alert color="blue" icon={<IconInfoCircle aria-hidden />} title={t('nothingToDecide')} mb="md">
          <Text component="output">{moduleStateInWordsForReviewers(module)}</Text>
        </Alert>
      )}
      {isOpen && isOwn && (
        <Alert color="orange" icon={<IconLock aria-hidden />} title={t('ownWork')} mb="md">
          <Text>{t('someoneElseDecides')}</Text>
        </Alert>
      )}
      {hasChangesSinceShown(changed) && (
        <Alert
          color="yellow"
          role="alert"
          icon={<IconRefresh aria-hidden />}
          title={t('changedWhileLooking', { parts: namesOf(changed) })}
          mb="md"
        >
          <SettingChangeList changes={changed.settings} label={t('changedSettings')} />
          <Group gap="sm" justify="space-between">
            <Text>
              {wasRefused && `${t('decisionWasntSaved')} `}
              {t('roundIsShown', { round: module.round })}
            </Text>
            <LookButton unseen={newsToShow(changed, section)} onTurn={onTurn} onLook={onLook} />
          </Group>
        </Alert>
      )}
    </>
  );
}

interface LookButtonProps {
  /** A changed section that isn't displayed. */
  unseen: SectionKind | null;
  onTurn: (section: SectionKind) => void;
  onLook: () => void;
}

/** Confirms that the user has seen the changes. If they aren't displayed yet, shows them first. */
function LookButton({ unseen, onTurn, onLook }: LookButtonProps) {
  const label = unseen === null ? t('lookedAtIt') : t('showSection', { section: unseen });
  const press = () => (unseen === null ? onLook() : onTurn(unseen));
  useShortcut({ keys: CONFIRM_CHANGE_SHORTCUT, does: label, group: t('review') }, press);
  return (
    <Button
      variant="default"
      size="compact-sm"
      aria-keyshortcuts={formatAriaKeys(CONFIRM_CHANGE_SHORTCUT)}
      onClick={press}
    >
      {label}
      <ShortcutHint keys={CONFIRM_CHANGE_SHORTCUT} />
    </Button>
  );
}

/** Returns "flashcards, quiz and settings". */
function namesOf({ sections, settings }: ChangedSinceShown): string {
  const parts = settings.length > 0 ? [...sections, 'settings'] : sections;
  return new Intl.ListFormat(locale).format(parts.map((part) => t('changedPart', { part })));
}

interface News {
  changed: ChangedSinceShown;
  /** The round of the changed module. */
  round: number;
  /** The displayed section. */
  section: SectionKind;
  /** True while a dialog is open, which defers switching sections. */
  isDeciding: boolean;
  onTurn: (section: SectionKind) => void;
}

/**
 * Switches to the changed section and focuses its heading. If the user is typing a comment, does nothing; the notice
 * links there.
 */
export function useSwitchToChangedSection({ changed, round, section, isDeciding, onTurn }: News): void {
  const news = changed.sections.join();
  const turn = useEffectEvent(() => {
    const target = newsToShow(changed, section) ?? changed.sections.find((kind) => kind === section);
    if (target === undefined || isTextInputElement(document.activeElement)) return;
    onTurn(target);
    focusAfterDialogs(() => findSectionHeadingElement(target));
  });
  useEffect(() => {
    if (news !== '' && !isDeciding) turn();
  }, [news, round, isDeciding]);
}

/** Returns the first changed section if the displayed one hasn't changed; null if no switch is needed. */
function newsToShow({ sections }: ChangedSinceShown, shown: SectionKind): SectionKind | null {
  return sections.includes(shown) ? null : (sections[0] ?? null);
}
