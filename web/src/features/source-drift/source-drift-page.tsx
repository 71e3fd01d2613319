import { Button, Group, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { liveTopics } from '@training/shared/live';
import type { ModuleDetail } from '@training/shared/courses/modules';
import type { ModuleSourceDrift } from '@training/shared/source-drift/source-drift';
import { useState } from 'react';
import { useLiveQuery } from '../../lib/api/live-query.ts';
import { isQuerySubjectNotFound } from '../../lib/api/problem.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { usePermissionReach, useWorkspaceSession } from '../../lib/workspace.ts';
import { NotFoundPage } from '../../ui/pages/error-pages.tsx';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { EmptyState } from '../../ui/pages/states.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { CoursesBreadcrumb } from '../courses/courses-breadcrumb.tsx';
import { useModule } from '../modules/use-module.ts';
import { useFindTransitionRefusal } from '../modules/use-check-transition.ts';
import { ConfirmMarkedItemsDialog } from './confirm-marked-items-dialog.tsx';
import { MarkedItemCard } from './marked-item.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { notify } from '../../ui/notify.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('source-drift');

const route = getRouteApi('/$workspace/courses/$course/$module/source');

/** Quotes of a module that are no longer in its documents, next to the current text. */
export function ModuleSourceDriftPage() {
  const { module: id } = route.useParams();
  const module = useModule(id);
  const drift = useLiveQuery(trpc.sourceDrift.ofModule.useQuery({ module_id: id }), { topic: liveTopics.module(id) });
  if (isQuerySubjectNotFound(module)) return <NotFoundPage />;
  return (
    <PageState query={module} what={t('theModule')}>
      {(found) => (
        <>
          <Header module={found} drift={drift.data} />
          <PageState query={drift} what={t('whatHasChanged')}>
            {(marked) => <Marked module={found} drift={marked} />}
          </PageState>
        </>
      )}
    </PageState>
  );
}

function Header({ module, drift }: { module: ModuleDetail; drift: ModuleSourceDrift | undefined }) {
  const mayRevise = useFindTransitionRefusal(module)({ kind: 'revise' }) === null;
  const [isRevising, setRevising] = useState(false);
  const { course } = module;
  const count = drift?.items.length ?? 0;
  return (
    <>
      <PageHeader
        above={
          <CoursesBreadcrumb>
            <TextLink to="/$workspace/courses/$course" params={{ course: course.id }}>
              {course.emoji} <bdi>{course.title}</bdi>
            </TextLink>
            <TextLink to="/$workspace/courses/$course/$module" params={{ course: course.id, module: module.id }}>
              {module.title}
            </TextLink>
          </CoursesBreadcrumb>
        }
        title={t('title')}
        description={count > 0 && t('passagesHaveChanged', { count, title: module.title })}
        actions={
          count > 0 &&
          mayRevise && (
            <Button variant="default" onClick={() => setRevising(true)}>
              {t('revise')}
            </Button>
          )
        }
      />
      <ReviseDialog module={module} opened={isRevising} onClose={() => setRevising(false)} />
    </>
  );
}

function Marked({ module, drift: { items } }: { module: ModuleDetail; drift: ModuleSourceDrift }) {
  const { user } = useWorkspaceSession();
  const mayConfirm =
    usePermissionReach('content:author') !== undefined && module.course.department_id === user.department_id;
  const [isConfirming, setConfirming] = useState(false);
  if (items.length === 0) {
    return (
      <EmptyState title={t('nothingLeft')} icon={<IconCircleCheck size={28} stroke={1.5} />}>
        {t('everyPassageIsThere')}
      </EmptyState>
    );
  }
  return (
    <>
      {items.map((item) => (
        <MarkedItemCard key={`${item.section}/${item.item_id}`} module={module} item={item} mayConfirm={mayConfirm} />
      ))}
      {mayConfirm && items.length > 1 && (
        <Group mt="xl">
          <Button variant="default" onClick={() => setConfirming(true)}>
            {t('allStillRight')}
          </Button>
          <ConfirmMarkedItemsDialog
            moduleId={module.id}
            items={items}
            title={t('confirmAllQuestion', { count: items.length })}
            opened={isConfirming}
            onClose={() => setConfirming(false)}
          />
        </Group>
      )}
    </>
  );
}

interface ReviseDialogProps {
  module: ModuleDetail;
  opened: boolean;
  onClose: () => void;
}

/** Opens a working copy and navigates to it. */
function ReviseDialog({ module, opened, onClose }: ReviseDialogProps) {
  const navigate = useNavigate({ from: '/$workspace' });
  const { modules, courses } = trpc.useUtils();
  const revise = trpc.reviews.revise.useMutation({
    onSuccess: () => {
      notify(t('wasOpened'));
      onClose();
      return navigate({
        to: '/$workspace/courses/$course/$module',
        params: { course: module.course.id, module: module.id },
      });
    },
    // Also after a refusal, because another user may have been first.
    onSettled: () => {
      void courses.invalidate();
      return modules.get.invalidate({ id: module.id });
    },
  });
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('reviseQuestion', { title: module.title })}
      confirmLabel={t('revise')}
      failed={t('failedToRevise')}
      mutation={revise}
      onConfirm={() => revise.mutate({ module_id: module.id })}
    >
      <Text>{t('reviseExplained')}</Text>
    </ConfirmDialog>
  );
}
