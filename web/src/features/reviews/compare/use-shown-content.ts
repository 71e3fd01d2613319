import type { SectionKind } from '@training/shared/courses/courses';
import type { ModuleDetail } from '@training/shared/courses/modules';
import { isSectionEditable, findTransitionFailureReason } from '@training/shared/reviews/workflow';
import { isUnderReview, workflowStateOf } from '@training/shared/reviews/workflow-state';
import { useState } from 'react';
import { type ReviewedModuleSettings, type SettingChange, findSettingChanges } from './compared-settings.tsx';

/** The content that the reviewer sees and decides on. */
interface Shown extends ReviewedModuleSettings {
  flashcards: ModuleDetail['flashcards'];
  quiz: ModuleDetail['quiz'];
}

/** The submitted content that has changed since it was shown. */
export interface ChangedSinceShown {
  sections: SectionKind[];
  settings: SettingChange[];
}

/**
 * Remembers the content first shown, so that later changes are reported and can be compared. `look` accepts the current
 * content as shown.
 */
export function useShownContent(module: ModuleDetail) {
  const [shown, setShown] = useState<Shown>(module);
  return { shown, changed: findChangesSinceShown(shown, module), look: () => setShown(module) };
}

type Content = Record<SectionKind, { content_hash: string }>;

/** Returns changes of content that is up for decision. Changes of editable sections are ignored. */
export function findChangesSinceShown(
  then: ReviewedModuleSettings & Content,
  now: ReviewedModuleSettings & Content & Parameters<typeof workflowStateOf>[0],
): ChangedSinceShown {
  const state = workflowStateOf(now);
  const isFixed = (kind: SectionKind) => !state.archived && !isSectionEditable(state, kind);
  const areSettingsFixed =
    isUnderReview(state) && findTransitionFailureReason(state, { kind: 'edit_settings' }) !== null;
  return {
    sections: (['flashcards', 'quiz'] as const).filter(
      (kind) => isFixed(kind) && now[kind].content_hash !== then[kind].content_hash,
    ),
    settings: areSettingsFixed ? findSettingChanges(then, now) : [],
  };
}

export function hasChangesSinceShown({ sections, settings }: ChangedSinceShown): boolean {
  return sections.length > 0 || settings.length > 0;
}
