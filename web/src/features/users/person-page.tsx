import { Button, Group, List, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { AuthoredOrReviewedModule, Person } from '@training/shared/users/people';
import { useState } from 'react';
import { isQuerySubjectNotFound } from '../../lib/api/problem.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { roleNameOf } from '../../lib/roles.ts';
import { usePermissionReach, useWorkspaceSession } from '../../lib/workspace.ts';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { PagedList } from '../../ui/lists/paged-list.tsx';
import { TwoLineCell } from '../../ui/lists/two-line-cell.tsx';
import { Breadcrumbs } from '../../ui/pages/breadcrumbs.tsx';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { EmptyState } from '../../ui/pages/states.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { TimeAgo } from '../../ui/time.tsx';
import { AssignButton } from '../assignments/assign-button.tsx';
import { toPersonOption } from '../assignments/chosen-option.ts';
import { AdminPersonPictureSection } from '../pins/picture-choice.tsx';
import { PersonPinSection } from '../pins/pin-section.tsx';
import { EventSentence } from '../events/sentence.tsx';
import { ManagerHistory, PersonLink, DirectReports } from './managers.tsx';
import { InvitationOrLastSignIn, RefusedAddressNotice } from './people-columns.tsx';
import { usePersonActionDialogs } from './person-action-dialogs.tsx';
import { listPersonActions } from './person-actions.ts';
import { ModuleLink, PersonTrainingList } from './training.tsx';
import classes from './users.module.css';
import { translatorOf } from '../../lib/i18n/translator.ts';
import { joinWithDots } from '../../lib/i18n/in-words.ts';

const t = translatorOf('users');

const PAGE_SIZE = 10;

const contributionColumns = (): Column<AuthoredOrReviewedModule>[] => [
  {
    key: 'module',
    header: t('module'),
    cell: (contribution) => (
      <TwoLineCell below={contribution.course}>
        <ModuleLink of={contribution} />
      </TwoLineCell>
    ),
  },
  {
    key: 'did',
    header: t('contribution'),
    cell: ({ has_written, decisions }) =>
      joinWithDots([has_written && t('wrote'), decisions > 0 && t('reviewedDecisions', { decisions })]),
  },
];

/** Modules that a person has written or decided on; renders nothing if there are none. */
function Contributions({ of }: { of: string }) {
  const [offset, setOffset] = useState(0);
  const contributions = trpc.users.contributions.useQuery(
    { id: of, limit: PAGE_SIZE, offset },
    { placeholderData: keepPreviousData },
  );
  if (contributions.data?.total === 0) return null;
  return (
    <Section title={t('contributions')}>
      <PageState query={contributions} what={t('theContributions')}>
        {({ contributions: rows, total }) => (
          <PagedList
            what={t('modules', { count: total })}
            total={total}
            limit={PAGE_SIZE}
            offset={offset}
            onPage={setOffset}
            empty={null}
          >
            <DataTable
              label={t('contributions')}
              columns={contributionColumns()}
              rows={rows}
              rowKey={({ module_id }) => module_id}
              isCompact
            />
          </PagedList>
        )}
      </PageState>
    </Section>
  );
}

const route = getRouteApi('/$workspace/people/$person');

/** A person's page. Those who don't administer people see name, department and trainings. */
export function PersonPage() {
  return usePermissionReach('users:read') === undefined ? <LearnerPage /> : <WholePage />;
}

function LearnerPage() {
  const { person: id } = route.useParams();
  const person = trpc.users.learner.useQuery({ id });
  const mayAssign = usePermissionReach('assignments:manage') !== undefined;
  const above = (
    <Breadcrumbs>
      <TextLink to="/$workspace/analytics">{t('analytics')}</TextLink>
    </Breadcrumbs>
  );
  if (isQuerySubjectNotFound(person)) return <EmptyState title={t('personNotFound')} headingLevel={1} action={above} />;
  return (
    <>
      <PageHeader
        title={person.data?.full_name ?? t('person')}
        description={joinWithDots([person.data?.email, person.data?.external_id, person.data?.department])}
        above={above}
        actions={
          mayAssign && person.data?.is_active === true ? (
            <AssignButton audience={toPersonOption(person.data.id, person.data.full_name)} />
          ) : undefined
        }
      />
      <PageState query={person} what={t('thePerson')}>
        {(found) => (
          <>
            <PersonTrainingList of={found.id} />
            <PersonPinSection of={found} />
          </>
        )}
      </PageState>
    </>
  );
}

/** A person's profile, trainings, contributions and activity. */
function WholePage() {
  const { person: id } = route.useParams();
  const maySeeLog = usePermissionReach('audit:read') !== undefined;
  const person = trpc.users.get.useQuery({ id });
  const above = (
    <Breadcrumbs>
      <TextLink to="/$workspace/people">{t('people')}</TextLink>
    </Breadcrumbs>
  );
  if (isQuerySubjectNotFound(person)) return <EmptyState title={t('personNotFound')} headingLevel={1} action={above} />;
  return (
    <>
      <PageHeader
        title={person.data?.full_name ?? t('person')}
        description={joinWithDots([person.data?.email, person.data?.external_id])}
        above={above}
        actions={
          person.data && (
            <>
              {person.data.is_active && person.data.role !== 'auditor' && (
                <AssignButton audience={toPersonOption(person.data.id, person.data.full_name)} />
              )}
              <Actions person={person.data} />
            </>
          )
        }
      />
      <PageState query={person} what={t('thePerson')}>
        {(found) => (
          <>
            <AdminPersonPictureSection of={found} />
            <Facts person={found} />
            <DirectReports of={found.id} />
            <PersonTrainingList of={found.id} />
            <Contributions of={found.id} />
            <PersonPinSection of={found} />
            <ManagerHistory of={found.id} />
            {maySeeLog && <Activity of={found.id} />}
          </>
        )}
      </PageState>
    </>
  );
}

function Actions({ person }: { person: Person }) {
  const mayInvite = usePermissionReach('users:invite') !== undefined;
  const sendsMail = trpc.users.waysIn.useQuery(undefined, { enabled: mayInvite }).data?.sends_mail ?? false;
  const { act, dialogs } = usePersonActionDialogs();
  const { workspace } = useWorkspaceSession();
  const mayExport = usePermissionReach('users:export') !== undefined;
  if (!mayInvite) return null;
  return (
    <Group gap="xs">
      {mayExport && (
        <Button
          component="a"
          variant="default"
          href={`/api/workspaces/${workspace.slug}/people/${person.id}/export`}
          leftSection={<IconDownload size={16} aria-hidden />}
          download
        >
          {t('exportData')}
        </Button>
      )}
      {listPersonActions(person, sendsMail).map(({ action, label }) => (
        <Button
          key={action}
          variant="default"
          c={action === 'deactivate' ? 'var(--mantine-color-error)' : undefined}
          onClick={() => act(action, person)}
        >
          {label}
        </Button>
      ))}
      {dialogs}
    </Group>
  );
}

function Facts({ person }: { person: Person }) {
  const failures = trpc.notifications.mailFailures.useQuery({ user_ids: [person.id] });
  const [failure] = failures.data ?? [];
  return (
    <>
      <dl className={classes.facts}>
        <dt>{t('role')}</dt>
        <dd>{roleNameOf(person.role)}</dd>
        <dt>{t('department')}</dt>
        <dd>{person.department ?? t('none')}</dd>
        <dt>{t('manager')}</dt>
        <dd>
          {person.manager_id === null ? (
            t('none')
          ) : (
            <PersonLink id={person.manager_id} name={person.manager ?? person.manager_id} />
          )}
        </dd>
        <dt>{t('statusOfPerson')}</dt>
        <dd>{person.is_active ? t('active') : t('inactive')}</dd>
        <dt>{t('lastSignIn')}</dt>
        <dd>
          <InvitationOrLastSignIn person={person} />
        </dd>
        {person.invitation?.error != null && (
          <>
            <dt>{t('invitation')}</dt>
            <dd>{person.invitation.error}</dd>
          </>
        )}
        <dt>{t('added')}</dt>
        <dd>
          <TimeAgo at={person.created_at} />
        </dd>
      </dl>
      {failure !== undefined && <RefusedAddressNotice person={person} failure={failure} />}
    </>
  );
}

/** The recent audit log of a person: actions by them and on them. */
function Activity({ of }: { of: string }) {
  const activity = trpc.users.activity.useQuery({ id: of });
  return (
    <Section title={t('activity')} description={t('last30DaysAudit')}>
      <PageState query={activity} what={t('theActivity')}>
        {(events) =>
          events.length === 0 ? (
            <Text c="dimmed">{t('noActivityLast30')}</Text>
          ) : (
            <List listStyleType="none" spacing={6} size="sm">
              {events.map((event) => (
                <List.Item key={event.id}>
                  <EventSentence event={event} />{' '}
                  <Text span c="dimmed" size="sm">
                    <TimeAgo at={event.at} />
                  </Text>
                </List.Item>
              ))}
            </List>
          )
        }
      </PageState>
    </Section>
  );
}
