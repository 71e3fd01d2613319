import { Badge, Button } from '@mantine/core';
import type { ModuleDetail } from '@training/shared/modules';
import type { ReactNode } from 'react';
import { useWorkspace } from '../../lib/workspace.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { Time } from '../../ui/time.tsx';
import { ModuleStatusBadge } from '../courses/states.tsx';
import { ClaimControls } from './claim-controls.tsx';
import { isUnderReview } from './review-words.ts';
import classes from './reviews.module.css';

interface ReviewHeaderProps {
  module: ModuleDetail;
  above: ReactNode;
  mayDecide: boolean;
  onReject: () => void;
}

export function ReviewHeader({ module, above, mayDecide, onReject }: ReviewHeaderProps) {
  const { id, title, status, workflow, round, course, submitted, claimed_by, live } = module;
  const { workspace, user } = useWorkspace();
  const params = { workspace: workspace.slug, course: course.id };
  return (
    <PageHeader
      above={above}
      title={title}
      description={
        <span className={classes.facts}>
          <ModuleStatusBadge status={isUnderReview(module) && workflow !== null ? workflow : status} />
          {live !== null && (
            <Badge variant="dot" color="green">
              Version {live.number} is live
            </Badge>
          )}
          <span>
            <TextLink to="/$workspace/courses/$course" params={params}>
              {course.emoji} {course.title}
            </TextLink>
            {' · '}
            {course.department ?? 'No department'}
            {' · '}
            <TextLink to="/$workspace/courses/$course/$module" params={{ ...params, module: id }}>
              Module page
            </TextLink>
          </span>
          {submitted !== null && (
            <span>
              Round {round}, submitted by {submitted.by}, <Time at={submitted.at} />
            </span>
          )}
          {live !== null && live.title !== title && <span>Live under the title “{live.title}”</span>}
          {claimed_by !== null && (
            <span>
              Claimed by {claimed_by.id === user.id ? 'you' : claimed_by.name}, <Time at={claimed_by.at} />
            </span>
          )}
        </span>
      }
      actions={
        <>
          {workflow === 'in_review' && status !== 'archived' && <ClaimControls module={module} />}
          {mayDecide && (
            <Button variant="default" c="var(--mantine-color-error)" onClick={onReject}>
              Reject
            </Button>
          )}
        </>
      }
    />
  );
}
