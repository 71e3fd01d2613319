import {
  IconCards,
  IconFileText,
  IconListCheck,
  IconMessages,
  IconMicrophone,
  IconSchool,
  type TablerIcon,
} from '@tabler/icons-react';
import type { OfferedAiFeature } from '@training/shared/ai-features';

interface FeatureWords {
  /** What one asks for, as a button says it. */
  verb: string;
  /** What it gives, in one line. */
  description: string;
  /** What a job of it makes, as a kind: "Cards". */
  kind: string;
  /** Completes a failure: "the cards were not made". */
  failed: string;
  icon: TablerIcon;
}

export const FEATURE_WORDS: Record<OfferedAiFeature, FeatureWords> = {
  card_generation: {
    verb: 'Make flashcards',
    description: 'From a text or a document, each card with the passage that it comes from.',
    kind: 'Flashcards',
    failed: 'the cards were not made',
    icon: IconCards,
  },
  quiz_generation: {
    verb: 'Make a quiz',
    description: 'Questions with their right answers, an explanation, and the passage behind each.',
    kind: 'Quiz',
    failed: 'the quiz was not made',
    icon: IconListCheck,
  },
  document_extraction: {
    verb: 'Read a document',
    description: 'PDF, Word, web page or text: what it teaches, by topic, with quotes.',
    kind: 'Document',
    failed: 'the document was not read',
    icon: IconFileText,
  },
  feedback_analysis: {
    verb: 'Analyse feedback',
    description: 'What learners’ comments have in common, and what could be done about it.',
    kind: 'Feedback',
    failed: 'the feedback was not analysed',
    icon: IconMessages,
  },
  oral_grading: {
    verb: 'Grade a spoken answer',
    description: 'Against the points that a full answer mentions, with the words that show each.',
    kind: 'Spoken answer',
    failed: 'the answer was not graded',
    icon: IconSchool,
  },
  speech_to_text: {
    verb: 'Transcribe a recording',
    description: 'Up to 90 seconds of speech as text.',
    kind: 'Transcript',
    failed: 'the recording was not transcribed',
    icon: IconMicrophone,
  },
};
