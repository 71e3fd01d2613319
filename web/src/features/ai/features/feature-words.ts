import {
  IconCards,
  IconFileText,
  IconListCheck,
  IconMessages,
  IconMicrophone,
  IconSchool,
  type TablerIcon,
} from '@tabler/icons-react';
import type { UserStartedAiFeature } from '@training/shared/ai/ai-features';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('ai');

interface FeatureWords {
  /** The label of the button that starts it. */
  verb: string;
  /** The result, in one line. */
  description: string;
  /** The kind of result: "Cards". */
  kind: string;
  /** Completes a failure: "couldn’t make the cards". */
  failed: string;
  icon: TablerIcon;
}

const ICONS: Record<UserStartedAiFeature, TablerIcon> = {
  card_generation: IconCards,
  quiz_generation: IconListCheck,
  document_extraction: IconFileText,
  feedback_analysis: IconMessages,
  oral_grading: IconSchool,
  speech_to_text: IconMicrophone,
};

export const textsOfAiFeature = (feature: UserStartedAiFeature): FeatureWords => ({
  verb: t(`verb.${feature}`),
  description: t(`about.${feature}`),
  kind: t(`kind.${feature}`),
  failed: t(`failed.${feature}`),
  icon: ICONS[feature],
});

/** Returns the job's name: its title, or else the kind of its result. */
export function jobNameOf({ title, feature }: { title: string; feature: UserStartedAiFeature }): string {
  return title || t(`kind.${feature}`);
}
