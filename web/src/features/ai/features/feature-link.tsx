import { Link } from '@tanstack/react-router';
import type { UserStartedAiFeature } from '@training/shared/ai/ai-features';
import type { ComponentProps, ReactNode } from 'react';

/** The page and search parameters of each feature's form. */
const FORMS = {
  card_generation: { to: '/$workspace/ai/source', search: { make: 'cards' } },
  quiz_generation: { to: '/$workspace/ai/source', search: { make: 'quiz' } },
  document_extraction: { to: '/$workspace/ai/source', search: { from: 'document' } },
  feedback_analysis: { to: '/$workspace/ai/feedback', search: {} },
  oral_grading: { to: '/$workspace/ai/grade', search: {} },
  speech_to_text: { to: '/$workspace/ai/transcribe', search: {} },
} as const satisfies Record<UserStartedAiFeature, { to: ComponentProps<typeof Link>['to']; search: object }>;

interface FeatureLinkProps {
  feature: UserStartedAiFeature;
  className?: string;
  children: ReactNode;
}

export function FeatureLink({ feature, className, children }: FeatureLinkProps) {
  return (
    <Link from="/$workspace" {...FORMS[feature]} className={className}>
      {children}
    </Link>
  );
}
