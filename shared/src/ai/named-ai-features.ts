import type { Capability } from '../provider-keys/provider-keys.ts';

/**
 * The name of each AI feature and the key it uses. Separate from the inputs and results (`AI_FEATURES`), which are
 * large, so that pages that only need a name don't load them.
 */
export const NAMED_AI_FEATURES = {
  card_generation: { label: 'Card generation', capability: 'generation' },
  quiz_generation: { label: 'Quiz generation', capability: 'generation' },
  document_extraction: { label: 'Document extraction', capability: 'generation' },
  feedback_analysis: { label: 'Feedback analysis', capability: 'generation' },
  oral_grading: { label: 'Oral question grading', capability: 'generation' },
  speech_to_text: { label: 'Speech-to-text', capability: 'transcription' },
  drive_scan: { label: 'Drive scanner', capability: 'generation' },
  translation: { label: 'Translation', capability: 'generation' },
} as const satisfies Record<string, { label: string; capability: Capability }>;
