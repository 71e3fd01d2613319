import { Badge } from '@mantine/core';
import { Navigate } from '@tanstack/react-router';
import type { Overview } from '@training/shared/overview/overview';
import { useLiveQuery } from '../../lib/api/live-query.ts';
import { roleNameOf } from '../../lib/roles.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { useWorkspaceSession } from '../../lib/workspace.ts';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { Loading } from '../../ui/pages/states.tsx';
import { AuditorOverview } from './roles/auditor-overview.tsx';
import { ContentManagerOverview } from './roles/content-manager-overview.tsx';
import { SuperAdminOverview } from './roles/super-admin-overview.tsx';
import { TrainerOverview } from './roles/trainer-overview.tsx';
import { useOverviewTopics } from './use-overview-topics.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('overview');

/** Milliseconds for which the overview isn't refetched, regardless of events. */
const PAUSE = 5_000;

/** The first page of a workspace: the items that wait for the user. */
export function OverviewPage() {
  const { user, workspace } = useWorkspaceSession();
  // Learners start at their trainings.
  if (user.role === 'learner') return <Navigate from="/$workspace" to="/$workspace/training" replace />;
  const you = {
    workspace: workspace.name,
    role: () => (
      <Badge component="span" variant="light" mx={4}>
        {roleNameOf(user.role)}
      </Badge>
    ),
  };
  return (
    <>
      <PageHeader
        title={t('hello', { name: user.full_name })}
        description={
          user.department === null
            ? t.nodes('youAre', you)
            : t.nodes('youAreInDepartment', { ...you, department: user.department })
        }
      />
      <WhatWaits />
    </>
  );
}

function WhatWaits() {
  const overview = useLiveQuery(trpc.overview.read.useQuery(), { topic: useOverviewTopics(), pause: PAUSE });
  return (
    <PageState query={overview} what={t('yourFirstPage')} loading={<Loading label={t('loadingFirstPage')} />}>
      {(found) => <ByRole overview={found} />}
    </PageState>
  );
}

function ByRole({ overview }: { overview: Overview }) {
  switch (overview.role) {
    case 'super_admin':
      return <SuperAdminOverview overview={overview} />;
    case 'trainer':
      return <TrainerOverview overview={overview} />;
    case 'content_manager':
      return <ContentManagerOverview overview={overview} />;
    case 'auditor':
      return <AuditorOverview overview={overview} />;
    case 'learner':
      return null;
  }
}
