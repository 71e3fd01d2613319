import type { SectionKind } from '@training/shared/courses';
import type { ModuleDetail } from '@training/shared/modules';
import { acceptsEdits, whyNot } from '@training/shared/workflow';
import { isUnderReview, workflowStateOf } from '@training/shared/workflow-state';
import { useState } from 'react';
import { type ModuleSettings, type SettingChange, settingChanges } from './setting-changes.ts';

/** What a reviewer has before them, and is about to decide on. */
interface Shown extends ModuleSettings {
  flashcards: ModuleDetail['flashcards'];
  quiz: ModuleDetail['quiz'];
}

/** What is not what was shown any more, of what is submitted. */
export interface Changed {
  sections: SectionKind[];
  settings: SettingChange[];
}

/**
 * Keeps what the reader was shown first, so that a change under their eyes is said and can be compared; `look` makes
 * what is there now what was shown.
 */
export function useShown(module: ModuleDetail) {
  const [shown, setShown] = useState<Shown>(module);
  return { shown, changed: changedSince(shown, module), look: () => setShown(module) };
}

type Content = Record<SectionKind, { content_hash: string }>;

/** What is up for a decision and is not as it was: what its authors may change now is no news. */
export function changedSince(
  then: ModuleSettings & Content,
  now: ModuleSettings & Content & Parameters<typeof workflowStateOf>[0],
): Changed {
  const state = workflowStateOf(now);
  const isFixed = (kind: SectionKind) => !state.archived && !acceptsEdits(state, kind);
  const areSettingsFixed = isUnderReview(state) && whyNot(state, { kind: 'edit_settings' }) !== null;
  return {
    sections: (['flashcards', 'quiz'] as const).filter(
      (kind) => isFixed(kind) && now[kind].content_hash !== then[kind].content_hash,
    ),
    settings: areSettingsFixed ? settingChanges(then, now) : [],
  };
}

export function hasChanged({ sections, settings }: Changed): boolean {
  return sections.length > 0 || settings.length > 0;
}
