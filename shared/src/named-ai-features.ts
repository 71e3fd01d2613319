import type { Capability } from './provider-keys.ts';

/**
 * What each AI feature is called, and which key it uses. Apart from what it takes and answers (`AI_FEATURES`), since
 * that is long and pages that only name a feature would have it.
 */
export const NAMED_AI_FEATURES = {
  card_generation: { label: 'Card generation', capability: 'generation' },
  quiz_generation: { label: 'Quiz generation', capability: 'generation' },
  document_extraction: { label: 'Document extraction', capability: 'generation' },
  feedback_analysis: { label: 'Feedback analysis', capability: 'generation' },
  oral_grading: { label: 'Oral question grading', capability: 'generation' },
  speech_to_text: { label: 'Speech-to-text', capability: 'transcription' },
  drive_scan: { label: 'Drive scanner', capability: 'generation' },
} as const satisfies Record<string, { label: string; capability: Capability }>;
