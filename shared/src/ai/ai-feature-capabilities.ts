import type { AiCapability } from '../provider-keys/provider-keys.ts';

/**
 * Each AI feature and the key it uses; its name is in the catalogue `ai-names`. Separate from the inputs and results
 * (`AI_FEATURE_INPUTS_AND_RESULTS`), which are large, so that pages that only need the key don't load them.
 */
export const AI_FEATURE_CAPABILITIES = {
  card_generation: { capability: 'generation' },
  quiz_generation: { capability: 'generation' },
  document_extraction: { capability: 'generation' },
  feedback_analysis: { capability: 'generation' },
  oral_grading: { capability: 'generation' },
  speech_to_text: { capability: 'transcription' },
  drive_scan: { capability: 'generation' },
  translation: { capability: 'generation' },
} as const satisfies Record<string, { capability: AiCapability }>;
