import type { OverviewOfRole } from '@training/shared/overview/overview';
import { TextLink } from '../../../ui/text-link.tsx';
import { OverviewList, EmptyList, ReviewLine } from '../lines.tsx';
import { OverviewPanel } from '../panel.tsx';
import { TrainingProgressFigure } from '../training-progress-figure.tsx';
import classes from '../overview.module.css';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('overview');

/** The review queue, the longest waiting first. */
export function ContentManagerOverview({
  overview: { reviews, standing },
}: {
  overview: OverviewOfRole<'content_manager'>;
}) {
  return (
    <div className={classes.columns}>
      <OverviewPanel
        title={t('waitingForReview')}
        total={reviews.total}
        more={<TextLink to="/$workspace/reviews">{t('reviewQueue')}</TextLink>}
      >
        {reviews.lines.length === 0 ? (
          <EmptyList>{t('allCaughtUpModules')}</EmptyList>
        ) : (
          <OverviewList label={t('waitingReviewLongest')}>
            {reviews.lines.map((review) => (
              <ReviewLine key={review.module_id} review={review} />
            ))}
          </OverviewList>
        )}
      </OverviewPanel>
      <TrainingProgressFigure standing={standing} title={t('trainingInWorkspace')} />
    </div>
  );
}
