import type { SectionKind } from '@training/shared/courses';
import type { ModuleDetail } from '@training/shared/modules';
import { useState } from 'react';

/** The content that a reviewer has before them, and is about to decide on. */
interface Shown {
  flashcards: ModuleDetail['flashcards'];
  quiz: ModuleDetail['quiz'];
}

/**
 * Keeps what the reader was shown first, so that a change under their eyes is said and can be compared. `changed` are the submitted
 * sections that are not what was shown any more; `look` makes what is there now what was shown.
 */
export function useShown(module: ModuleDetail) {
  const [shown, setShown] = useState<Shown>(module);
  const changed = (['flashcards', 'quiz'] as const).filter((kind) => isOther(module[kind], shown[kind]));
  return { shown, changed, look: () => setShown(module) };
}

/** A section that its authors may change is not up for a decision, so what they change in it is no news. */
function isOther(now: ModuleDetail[SectionKind], then: ModuleDetail[SectionKind]): boolean {
  return (now.state === 'locked' || now.state === 'approved') && now.content_hash !== then.content_hash;
}
