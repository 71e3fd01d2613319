import type { SectionKind } from '@training/shared/courses';
import type { ModuleDetail } from '@training/shared/modules';
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
  const changed: Changed = {
    sections: (['flashcards', 'quiz'] as const).filter((kind) => isOther(module[kind], shown[kind])),
    // Title and the like can change until the whole is submitted, as a queried section can.
    settings: module.workflow === 'in_review' ? settingChanges(shown, module) : [],
  };
  return { shown, changed, look: () => setShown(module) };
}

export function hasChanged({ sections, settings }: Changed): boolean {
  return sections.length > 0 || settings.length > 0;
}

/** A section that its authors may change is not up for a decision, so what they change in it is no news. */
function isOther(now: ModuleDetail[SectionKind], then: ModuleDetail[SectionKind]): boolean {
  return (now.state === 'locked' || now.state === 'approved') && now.content_hash !== then.content_hash;
}
