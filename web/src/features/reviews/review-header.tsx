import { Button, Stack } from '@mantine/core';
import type { ModuleDetail } from '@training/shared/courses/modules';
import type { ReactNode } from 'react';
import { useWorkspaceSession } from '../../lib/workspace.ts';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { TimeAgo } from '../../ui/time.tsx';
import { ModuleFacts } from '../modules/module-facts.tsx';
import { LearnerPreviewButton } from '../modules/preview-button.tsx';
import { ClaimControls } from './decide/claim-controls.tsx';
import { useFindTransitionRefusal } from '../modules/use-check-transition.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('reviews');

interface ReviewHeaderProps {
  module: ModuleDetail;
  above: ReactNode;
  mayDecide: boolean;
  onReject: () => void;
}

export function ReviewHeader({ module, above, mayDecide, onReject }: ReviewHeaderProps) {
  const { title, claimed_by } = module;
  const { user } = useWorkspaceSession();
  const mayClaim =
    useFindTransitionRefusal(module)({ kind: claimed_by?.id === user.id ? 'release' : 'claim' }) === null;
  return (
    <PageHeader
      above={above}
      title={title}
      description={
        <Stack component="span" gap={4}>
          <Where module={module} />
          <ModuleFacts module={module} />
          <Submission module={module} />
        </Stack>
      }
      actions={
        <>
          <LearnerPreviewButton module={module} />
          {mayClaim && <ClaimControls module={module} />}
          {mayDecide && (
            <Button variant="default" c="var(--mantine-color-error)" onClick={onReject}>
              {t('reject')}
            </Button>
          )}
        </>
      }
    />
  );
}

function Where({ module: { id, course } }: { module: ModuleDetail }) {
  const params = { course: course.id };
  return (
    <span>
      <TextLink to="/$workspace/courses/$course" params={params} underline="always">
        {course.emoji} <bdi>{course.title}</bdi>
      </TextLink>
      {' · '}
      <bdi>{course.department ?? t('noDepartment')}</bdi>
      {' · '}
      <TextLink to="/$workspace/courses/$course/$module" params={{ ...params, module: id }} underline="always">
        {t('modulePage')}
      </TextLink>
    </span>
  );
}

function Submission({ module: { title, round, submitted, claimed_by, live } }: { module: ModuleDetail }) {
  const { user } = useWorkspaceSession();
  return (
    <>
      {submitted !== null && (
        <span>
          {submitted.by === ''
            ? t.nodes('submittedInRound', { round, at: () => <TimeAgo at={submitted.at} /> })
            : t.nodes('submittedInRoundBy', { round, name: submitted.by, at: () => <TimeAgo at={submitted.at} /> })}
          {claimed_by !== null && (
            <>
              {' · '}
              {claimed_by.id === user.id
                ? t.nodes('claimedByYou', { at: () => <TimeAgo at={claimed_by.at} /> })
                : t.nodes('claimedByName', { name: claimed_by.name, at: () => <TimeAgo at={claimed_by.at} /> })}
            </>
          )}
        </span>
      )}
      {live !== null && live.title !== title && <span>{t('liveTitle', { title: live.title })}</span>}
    </>
  );
}
