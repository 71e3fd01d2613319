import type { OverviewOf } from '@training/shared/overview/overview';
import { useWorkspace } from '../../../lib/workspace.ts';
import { TextLink } from '../../../ui/text-link.tsx';
import { Lines, Nothing, ReviewLine } from '../lines.tsx';
import { Panel } from '../panel.tsx';
import { StandingFigure } from '../standing-figure.tsx';
import classes from '../overview.module.css';

/** The review queue, the longest waiting first. */
export function ContentManagerOverview({
  overview: { reviews, standing },
}: {
  overview: OverviewOf<'content_manager'>;
}) {
  const { workspace } = useWorkspace();
  return (
    <div className={classes.columns}>
      <Panel
        title="Waiting for review"
        total={reviews.total}
        more={
          <TextLink to="/$workspace/reviews" params={{ workspace: workspace.slug }}>
            Review queue
          </TextLink>
        }
      >
        {reviews.lines.length === 0 ? (
          <Nothing>All caught up. Modules that trainers submit will appear here.</Nothing>
        ) : (
          <Lines label="Waiting for review, longest first">
            {reviews.lines.map((review) => (
              <ReviewLine key={review.module_id} review={review} />
            ))}
          </Lines>
        )}
      </Panel>
      <StandingFigure standing={standing} of="in this workspace" />
    </div>
  );
}
