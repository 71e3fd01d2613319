import {
  IconCards,
  IconFileText,
  IconListCheck,
  IconMessages,
  IconMicrophone,
  IconSchool,
  type TablerIcon,
} from '@tabler/icons-react';
import type { OfferedAiFeature } from '@training/shared/ai/ai-features';

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

export const FEATURE_WORDS: Record<OfferedAiFeature, FeatureWords> = {
  card_generation: {
    verb: 'Make flashcards',
    description: 'From a text or a document, each card with its source passage.',
    kind: 'Flashcards',
    failed: 'couldn’t make the cards',
    icon: IconCards,
  },
  quiz_generation: {
    verb: 'Make a quiz',
    description: 'Questions with their right answers, an explanation, and the passage behind each.',
    kind: 'Quiz',
    failed: 'couldn’t make the quiz',
    icon: IconListCheck,
  },
  document_extraction: {
    verb: 'Read a document',
    description: 'PDF, Word, web page or text: what it teaches, by topic, with quotes.',
    kind: 'Document',
    failed: 'couldn’t read the document',
    icon: IconFileText,
  },
  feedback_analysis: {
    verb: 'Analyse feedback',
    description: 'What learners’ comments have in common, and what you could do about it.',
    kind: 'Feedback',
    failed: 'couldn’t analyse the feedback',
    icon: IconMessages,
  },
  oral_grading: {
    verb: 'Grade a spoken answer',
    description: 'Against the points that a full answer mentions, with the words that show each.',
    kind: 'Spoken answer',
    failed: 'couldn’t grade the answer',
    icon: IconSchool,
  },
  speech_to_text: {
    verb: 'Transcribe a recording',
    description: 'Up to 90 seconds of speech as text.',
    kind: 'Transcript',
    failed: 'couldn’t transcribe the recording',
    icon: IconMicrophone,
  },
};

/** Returns the job's name: its title, or else the kind of its result. */
export function nameOfJob({ title, feature }: { title: string; feature: OfferedAiFeature }): string {
  return title || FEATURE_WORDS[feature].kind;
}
