import { IconKeyOff } from '@tabler/icons-react';
import type { AiFeature } from '@training/shared/ai/ai-features';
import { AI_FEATURE_CAPABILITIES } from '@training/shared/ai/ai-feature-capabilities';
import type { ReactNode } from 'react';
import { trpc } from '../../../lib/api/trpc.ts';
import { PageState } from '../../../ui/pages/page-state.tsx';
import { EmptyState } from '../../../ui/pages/states.tsx';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('ai');
const names = translatorOf('ai-names');

/** Explains why a feature is unavailable, and who can change that. */
export function whyFeatureUnavailable(feature: AiFeature): string {
  const label = names(`capability.${AI_FEATURE_CAPABILITIES[feature].capability}`);
  return t('noProviderKey', { capability: label });
}

/** Renders its children if the feature is available, else the reason why not. */
export function IfFeatureAvailable({ feature, children }: { feature: AiFeature; children: ReactNode }) {
  const availability = trpc.ai.availability.useQuery();
  return (
    <PageState query={availability} what={t('whatUsedHere')}>
      {(available) =>
        available[AI_FEATURE_CAPABILITIES[feature].capability] ? (
          children
        ) : (
          <EmptyState title={t('needsProviderKey')} icon={<IconKeyOff size={28} stroke={1.5} />}>
            {t('restWorks', { why: whyFeatureUnavailable(feature) })}
          </EmptyState>
        )
      }
    </PageState>
  );
}
