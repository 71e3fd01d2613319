import type { SectionKind } from '@training/shared/courses/courses';
import { useEffect, useEffectEvent } from 'react';
import { isTyping } from '../../lib/shortcuts.ts';
import type { Changed } from './compare/use-shown.ts';
import { focusAfterDialogs } from './decide/after-dialogs.ts';
import { headingOf } from './items-by-key.ts';

interface News {
  changed: Changed;
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

/** Returns the first changed section if the displayed one hasn't changed; null if no switch is needed. */
export function newsToShow({ sections }: Changed, shown: SectionKind): SectionKind | null {
  return sections.includes(shown) ? null : (sections[0] ?? null);
}
