import type { AiJobSummary } from '@training/shared/ai/ai-jobs';
import { Fragment } from 'react';
import { useWorkspace } from '../../../lib/workspace.ts';
import { TextLink } from '../../../ui/text-link.tsx';
import { hasEnded } from './use-job.ts';

/** Links to the modules that a job was started for, or that contain its result. */
export function JobModules({ job: { modules, state } }: { job: AiJobSummary }) {
  const { workspace } = useWorkspace();
  if (modules.length === 0) return null;
  return (
    <span>
      {hasEnded(state) ? 'Module: ' : 'For the module '}
      {modules.map(({ id, course_id, title }, index) => (
        <Fragment key={id}>
          {index > 0 && ', '}
          <TextLink
            to="/$workspace/courses/$course/$module"
            params={{ workspace: workspace.slug, course: course_id, module: id }}
            underline="always"
          >
            <bdi>{title}</bdi>
          </TextLink>
        </Fragment>
      ))}
    </span>
  );
}
