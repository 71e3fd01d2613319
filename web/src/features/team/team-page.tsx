import { keepPreviousData } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { trpc } from '../../lib/api/trpc.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { EmptyState } from '../../ui/pages/states.tsx';
import { usePermissionReach } from '../../lib/workspace.ts';
import { SharedDevicesSection } from '../settings/shared-devices.tsx';
import { TeamCodeAndPictureButtons } from '../pins/team-codes.tsx';
import { TeamConcerns, type TeamConcernsProps } from './team-concerns.tsx';
import { TeamPathStandings } from './team-paths.tsx';
import { TeamReachControl } from './team-reach.tsx';
import type { TeamSearchParams } from './team-search.ts';

const t = translatorOf('team');

const route = getRouteApi('/$workspace/team');

/** What managers see of their team, and do about it. */
export function TeamPage() {
  const search = route.useSearch();
  // Super admins have all of them under Settings.
  const isManager = usePermissionReach('devices:enrol') === 'team';
  const navigate = useNavigate({ from: '/$workspace/team' });
  const { of: reach = 'all' } = search;
  const team = trpc.team.get.useQuery({ reach }, { placeholderData: keepPreviousData });
  const change = (to: Partial<TeamSearchParams>) =>
    void navigate({ search: (before) => ({ ...before, ...to }), replace: true, resetScroll: false });
  return (
    <>
      <PageHeader title={t('myTeam')} description={t('whoNeedsAttention')} actions={<TeamCodeAndPictureButtons />} />
      <PageState query={team} what={t('theTeam')}>
        {(found) => <Whole team={found} reach={reach} search={search} onChange={change} />}
      </PageState>
      {team.data !== undefined && team.data.people > 0 && isManager && <SharedDevicesSection />}
    </>
  );
}

function Whole({ team, reach, search, onChange }: TeamConcernsProps) {
  if (team.people === 0 && reach === 'all') {
    return <EmptyState title={t('noOneInTeam')}>{t('noOneInTeamMore')}</EmptyState>;
  }
  return (
    <>
      <TeamReachControl value={reach} onChange={(of) => onChange({ of, page: undefined })} />
      <TeamConcerns team={team} reach={reach} search={search} onChange={onChange} />
      <TeamPathStandings key={reach} reach={reach} />
    </>
  );
}
