import { Group } from '@mantine/core';
import type { ModuleDetail } from '@training/shared/courses/modules';
import { counted } from '../../lib/i18n/numbers.ts';
import { useWorkspace } from '../../lib/workspace.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { Time } from '../../ui/time.tsx';
import { validity } from '../courses/course-words.ts';
import { ModuleStanding } from '../courses/module-standing.tsx';

interface ModuleFactsProps {
  module: ModuleDetail;
  /** False for authors, whose bar says the state and the next step. */
  hasState?: boolean;
}

/** The details below a module's title. */
export function ModuleFacts({ module, hasState = true }: ModuleFactsProps) {
  const { workspace } = useWorkspace();
  const { status, workflow, validity_days, pass_score, max_attempts, live, source } = module;
  return (
    <Group component="span" gap="xs">
      {hasState && <ModuleStanding status={status} workflow={workflow} />}
      <span>{validity(validity_days)}</span>
      <span>Pass mark {Number((pass_score * 100).toFixed(2))} %</span>
      <span>{counted(max_attempts, 'attempt')}</span>
      {live !== null && (
        <span>
          Version {live.number}, published <Time at={live.published_at} />
        </span>
      )}
      {source !== null && (
        <span>
          Based on{' '}
          <TextLink
            to="/$workspace/recommended/$suggestion"
            params={{ workspace: workspace.slug, suggestion: source.suggestion_id }}
            underline="always"
          >
            {source.title}
          </TextLink>{' '}
          from {source.name}
        </span>
      )}
    </Group>
  );
}
