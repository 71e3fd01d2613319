import { IconClipboardCheck } from '@tabler/icons-react';
import type { WaitingReview } from '@training/shared/overview/overview';
import { useWorkspace } from '../../lib/workspace.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { Line } from './lines.tsx';

/** A module that waits for a decision, with its waiting time. */
export function ReviewLine({ review, prefix = '' }: { review: WaitingReview; prefix?: string }) {
  const { workspace } = useWorkspace();
  const { module_id, title, round, department, submitted_by, submitted_at, claimed_by } = review;
  const facts = [
    submitted_by !== '' && `by ${submitted_by}`,
    department,
    round > 1 && `round ${round}`,
    claimed_by !== null && `claimed by ${claimed_by}`,
  ];
  return (
    <Line
      icon={IconClipboardCheck}
      link={
        <TextLink to="/$workspace/reviews/$module" params={{ workspace: workspace.slug, module: module_id }}>
          {prefix}
          {title}
        </TextLink>
      }
      more={facts.filter(Boolean).join(' · ')}
      at={submitted_at}
    />
  );
}
