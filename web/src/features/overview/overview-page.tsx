import { Badge, Group } from '@mantine/core';
import { Navigate } from '@tanstack/react-router';
import type { Overview } from '@training/shared/overview/overview';
import { useLiveQuery } from '../../lib/api/live-query.ts';
import { ROLE_NAMES } from '../../lib/roles.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { useWorkspace } from '../../lib/workspace.ts';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { Loading } from '../../ui/pages/states.tsx';
import { AuditorOverview } from './roles/auditor-overview.tsx';
import { ContentManagerOverview } from './roles/content-manager-overview.tsx';
import { SuperAdminOverview } from './roles/super-admin-overview.tsx';
import { TrainerOverview } from './roles/trainer-overview.tsx';
import { useWhatConcernsMe } from './use-what-concerns-me.ts';

/** Milliseconds for which the overview isn't refetched, regardless of events. */
const PAUSE = 5_000;

/** The first page of a workspace: the items that wait for the user. */
export function OverviewPage() {
  const { user, workspace } = useWorkspace();
  // Learners start at their trainings.
  if (user.role === 'learner')
    return <Navigate to="/$workspace/training" params={{ workspace: workspace.slug }} replace />;
  return (
    <>
      <PageHeader
        title={`Hello, ${user.full_name}`}
        description={
          <Group gap="xs">
            <span>You’re in {workspace.name} as</span>
            <Badge variant="light">{ROLE_NAMES[user.role]}</Badge>
            {user.department !== null && <span>in {user.department}</span>}
          </Group>
        }
      />
      <WhatWaits />
    </>
  );
}

function WhatWaits() {
  const overview = useLiveQuery(trpc.overview.read.useQuery(), { topic: useWhatConcernsMe(), pause: PAUSE });
  return (
    <PageState query={overview} what="your first page" loading={<Loading label="Loading your first page" />}>
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
