import type { SectionKind } from '@training/shared/courses';
import { useEffect, useEffectEvent } from 'react';
import { isTyping } from '../../lib/shortcuts.ts';
import type { Changed } from './compare/use-shown.ts';
import { focusAfterDialogs } from './decide/after-dialogs.ts';
import { headingOf } from './items-by-key.ts';

interface News {
  changed: Changed;
  /** Of the module that changed. */
  round: number;
  /** The section that is shown. */
  section: SectionKind;
  /** A dialog is open: it is turned once that is closed. */
  isDeciding: boolean;
  onTurn: (section: SectionKind) => void;
}

/**
 * Turns the page to what was changed under the reader's eyes, with the focus where it begins. Whoever types a comment
 * is left where they are: the notice leads there.
 */
export function useTurnToNews({ changed, round, section, isDeciding, onTurn }: News): void {
  const news = changed.sections.join();
  const turn = useEffectEvent(() => {
    const target = newsToShow(changed, section) ?? changed.sections.find((kind) => kind === section);
    if (target === undefined || isTyping(document.activeElement)) return;
    onTurn(target);
    focusAfterDialogs(() => headingOf(target));
  });
  useEffect(() => {
    if (news !== '' && !isDeciding) turn();
  }, [news, round, isDeciding]);
}

/** The first section that was changed, where the one that is shown was not; null where nothing has to be turned to. */
export function newsToShow({ sections }: Changed, shown: SectionKind): SectionKind | null {
  return sections.includes(shown) ? null : (sections[0] ?? null);
}
