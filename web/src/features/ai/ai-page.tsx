import card from '../../ui/link-card.module.css';
import classes from './ai.module.css';
import { trpc } from '../../lib/api/trpc.ts';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { Loading } from '../../ui/pages/states.tsx';
import { JobList } from './jobs/job-list.tsx';
import { UserStartedAiFeature } from '@training/shared/ai/ai-features';
import { AI_FEATURE_CAPABILITIES } from '@training/shared/ai/ai-feature-capabilities';
import type { AiCapabilityAvailability } from '@training/shared/ai/ai-jobs';
import { whyFeatureUnavailable } from './features/if-feature-available.tsx';
import { FeatureLink } from './features/feature-link.tsx';
import { textsOfAiFeature } from './features/feature-words.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('ai');

/** Lists all features. Those without a provider key say so. */
function FeatureList({ availability }: { availability: AiCapabilityAvailability }) {
  return (
    <ul className={classes.features} aria-label={t('whatMade')}>
      {UserStartedAiFeature.options.map((feature) => (
        <li key={feature}>
          {availability[AI_FEATURE_CAPABILITIES[feature].capability] ? (
            <FeatureLink feature={feature} className={card.card}>
              <Words feature={feature} description={textsOfAiFeature(feature).description} />
            </FeatureLink>
          ) : (
            <div className={card.card} data-unavailable>
              <Words feature={feature} description={whyFeatureUnavailable(feature)} />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

function Words({ feature, description }: { feature: UserStartedAiFeature; description: string }) {
  const { verb, icon: Icon } = textsOfAiFeature(feature);
  return (
    <>
      <Icon size={22} stroke={1.5} aria-hidden />
      <span>
        <strong>{verb}</strong>
        <br />
        <span className={classes.dimmed}>{description}</span>
      </span>
    </>
  );
}

/** The AI features available to a trainer, and the trainer's jobs. */
export function AiPage() {
  const availability = trpc.ai.availability.useQuery();
  return (
    <>
      <PageHeader title={t('aiTools')} description={t('draftsStartFromCheck')} />
      <Section title={t('makeSomething')}>
        <PageState
          query={availability}
          what={t('whatUsedHere')}
          loading={<Loading label={t('loadingWhatUsedHere')} rows={3} />}
        >
          {(available) => <FeatureList availability={available} />}
        </PageState>
      </Section>
      <JobList />
    </>
  );
}
