import { Group } from '@mantine/core';
import type { ModuleDetail } from '@training/shared/courses/modules';
import { translatorOf } from '../../lib/i18n/translator.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { TimeAgo } from '../../ui/time.tsx';
import { validityInWords } from '../courses/course-words.ts';
import { ModuleStateBadges } from '../courses/module-state-badges.tsx';

const t = translatorOf('modules');

interface ModuleFactsProps {
  module: ModuleDetail;
  /** False for authors, whose bar says the state and the next step. */
  hasState?: boolean;
}

/** The details below a module's title. */
export function ModuleFacts({ module, hasState = true }: ModuleFactsProps) {
  const { status, workflow, validity_days, pass_score, max_attempts, questions_per_attempt, live, source } = module;
  return (
    <Group component="span" gap="xs">
      {hasState && <ModuleStateBadges status={status} workflow={workflow} />}
      <span>{validityInWords(validity_days)}</span>
      <span>{t('passMarkOf', { percent: Number((pass_score * 100).toFixed(2)) })}</span>
      <span>{t('attemptsOf', { count: max_attempts })}</span>
      {questions_per_attempt !== null && <span>{t('drawsOf', { count: questions_per_attempt })}</span>}
      {live !== null && (
        <span>
          {t.nodes('versionPublished', { number: live.number, at: () => <TimeAgo at={live.published_at} /> })}
        </span>
      )}
      {source !== null && (
        <span>
          {t.nodes('basedOnSuggestion', {
            title: source.title,
            name: source.name,
            link: (text) => (
              <TextLink
                to="/$workspace/recommended/$suggestion"
                params={{ suggestion: source.suggestion_id }}
                underline="always"
              >
                {text}
              </TextLink>
            ),
          })}
        </span>
      )}
    </Group>
  );
}
