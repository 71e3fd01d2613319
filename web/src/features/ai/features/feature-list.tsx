import { OfferedAiFeature } from '@training/shared/ai/ai-features';
import { NAMED_AI_FEATURES } from '@training/shared/ai/named-ai-features';
import type { AiAvailability } from '@training/shared/ai/ai-jobs';
import card from '../../../ui/link-card.module.css';
import classes from '../ai.module.css';
import { whyUnavailable } from './availability.tsx';
import { FeatureLink } from './feature-link.tsx';
import { FEATURE_WORDS } from './feature-words.ts';

/** Lists all features. Those without a provider key say so. */
export function FeatureList({ availability }: { availability: AiAvailability }) {
  return (
    <ul className={classes.features} aria-label="What can be made">
      {OfferedAiFeature.options.map((feature) => (
        <li key={feature}>
          {availability[NAMED_AI_FEATURES[feature].capability] ? (
            <FeatureLink feature={feature} className={card.card}>
              <Words feature={feature} description={FEATURE_WORDS[feature].description} />
            </FeatureLink>
          ) : (
            <div className={card.card} data-unavailable>
              <Words feature={feature} description={whyUnavailable(feature)} />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

function Words({ feature, description }: { feature: OfferedAiFeature; description: string }) {
  const { verb, icon: Icon } = FEATURE_WORDS[feature];
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
