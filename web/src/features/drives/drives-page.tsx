import { Stack, Alert } from '@mantine/core';
import { IconCloudSearch, IconAlertTriangle } from '@tabler/icons-react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { DriveList } from '@training/shared/drives/drive-summaries';
import { liveTopics } from '@training/shared/live';
import type { DriveConsentFailure } from '@training/shared/drives/connect-drive';
import { useLiveQuery } from '../../lib/api/live-query.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { usePermissionReach } from '../../lib/workspace.ts';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { EmptyState } from '../../ui/pages/states.tsx';
import { DriveCardView } from './card/drive-card.tsx';
import { ConnectDriveMenu } from './connect/connect-menu.tsx';
import type { DrivesSearchParams } from './drives-search.ts';
import { SettingsBreadcrumb } from './settings-breadcrumb.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('drives');

const route = getRouteApi('/$workspace/settings/drives/');

/** The connected drives and their health (rules/drives 9). */
export function DrivesPage() {
  const { connected, failed }: DrivesSearchParams = route.useSearch();
  const reach = usePermissionReach('drives:read');
  const maySettings = usePermissionReach('tokens:read') !== undefined;
  const drives = useLiveQuery(trpc.drives.list.useQuery(), { topic: liveTopics.drives });
  const offers = drives.data?.offers ?? null;
  return (
    <>
      <PageHeader
        title={t('drives')}
        description={reach === 'department' ? t('descriptionOfDepartment') : t('description')}
        above={!maySettings && <SettingsBreadcrumb />}
        actions={offers !== null && <ConnectDriveMenu offers={offers} />}
      />
      {failed !== undefined && <ConsentFailure outcome={isOutcome(failed) ? failed : 'failed'} />}
      <PageState query={drives} what={t('theDrives')}>
        {(found) =>
          found.drives.length === 0 ? <NoDrives list={found} /> : <Cards list={found} connected={connected} />
        }
      </PageState>
    </>
  );
}

function NoDrives({ list: { offers } }: { list: DriveList }) {
  return (
    <EmptyState
      title={t('noDrivesYet')}
      icon={<IconCloudSearch size={28} stroke={1.5} />}
      action={offers !== null && <ConnectDriveMenu offers={offers} isFilled />}
    >
      {offers === null ? t('superAdminCanConnect') : t('connectOneAndPick')}
    </EmptyState>
  );
}

function Cards({ list, connected }: { list: DriveList; connected: string | undefined }) {
  return (
    <Stack gap="md">
      {list.drives.map((drive) => (
        <DriveCardView key={drive.id} drive={drive} offers={list.offers} isNew={drive.id === connected} />
      ))}
    </Stack>
  );
}

const isOutcome = (code: string): code is DriveConsentFailure => t.has(`consent.${code}`);

/** Explains why a consent connected no drive. Closing it also clears the URL. */
function ConsentFailure({ outcome }: { outcome: DriveConsentFailure }) {
  const navigate = useNavigate({ from: '/$workspace/settings/drives/' });
  return (
    <Alert
      color="red"
      role="alert"
      mb="md"
      icon={<IconAlertTriangle aria-hidden />}
      title={t('failedToConnectDrive')}
      withCloseButton
      closeButtonLabel={t('close')}
      onClose={() => void navigate({ search: {}, replace: true })}
    >
      {t(`consent.${outcome}`)}
    </Alert>
  );
}
