import { Button, Group, Text } from '@mantine/core';
import { IconFileDiff } from '@tabler/icons-react';
import { getRouteApi, useLocation } from '@tanstack/react-router';
import type { ModuleDetail } from '@training/shared/courses/modules';
import { liveTopics } from '@training/shared/live';
import { WORKFLOW_TRANSITIONS } from '@training/shared/reviews/workflow';
import { isUnderReview, workflowStateOf } from '@training/shared/reviews/workflow-state';
import { useEffect, useState } from 'react';
import { useLiveQuery } from '../../lib/api/live-query.ts';
import { isQuerySubjectNotFound } from '../../lib/api/problem.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { usePermissionReach } from '../../lib/workspace.ts';
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';
import { useLastSubject } from '../../ui/dialogs/use-last-subject.ts';
import { ExplainedButton } from '../../ui/explained-button.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { RowMenu } from '../../ui/lists/row-menu.tsx';
import { Note } from '../../ui/note.tsx';
import { MenuItem } from '../../ui/popups/menu.tsx';
import { NotFoundPage } from '../../ui/pages/error-pages.tsx';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { CoursesBreadcrumb } from '../courses/courses-breadcrumb.tsx';
import { itemElementIdOf, itemIdOfFragment } from '../items/item-anchor.ts';
import { StaleVariantsNotice } from './variants-notice.tsx';
import { focusItem } from './item-focus.ts';
import { ModuleFacts } from './module-facts.tsx';
import { LearnerPreviewButton } from './preview-button.tsx';
import { isModuleLocked } from './module-state.ts';
import { useModule } from './use-module.ts';
import { useFindTransitionRefusal } from './use-check-transition.ts';
import { locale } from '../../lib/i18n/language.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('modules');

const ReasonDialog = lazyDialog(async () => (await import('./transitions/reason-dialog.tsx')).TransitionReasonDialog, {
  opened: false,
});

const EXPLAINED = ['withdraw', 'unpublish', 'archive', 'restore'] as const;
type ActionKind = (typeof EXPLAINED)[number];

/**
 * Actions of reviewers and super admins that unpublish, archive or restore a module, each with a reason. Several are in
 * a menu, because they are rare. Place it in the page header. It renders only what the role and the module's state
 * allow, so nothing for a trainer, and updates `modules.get` itself.
 */
function ModuleActions({ module }: { module: ModuleDetail }) {
  const [asked, setAsked] = useState<ActionKind | null>(null);
  const last = useLastSubject(asked);
  const send = useSenders();
  const actions = useActions(module);
  return (
    <>
      {actions.length > 1 ? (
        <RowMenu label={t('moreActionsFor', { title: module.title })} isAmongButtons>
          {actions.map((kind) => (
            <MenuItem key={kind} onClick={() => setAsked(kind)}>
              {t(`transition.${kind}`)}…
            </MenuItem>
          ))}
        </RowMenu>
      ) : (
        actions.map((kind) => (
          <Button key={kind} variant="default" onClick={() => setAsked(kind)}>
            {t(`transition.${kind}`)}
          </Button>
        ))
      )}
      {last !== null && (
        <ReasonDialog
          opened={asked !== null}
          onClose={() => setAsked(null)}
          moduleId={module.id}
          title={t(`transitionQuestion.${last}`, { title: module.title })}
          failure={t(`transitionFailed.${last}`)}
          submitLabel={t(`transition.${last}`)}
          danger={last !== 'restore'}
          send={send[last]}
        >
          {t(`transitionEffect.${last}`)}
        </ReasonDialog>
      )}
    </>
  );
}

function useSenders() {
  return {
    unpublish: trpc.reviews.unpublish.useMutation().mutateAsync,
    archive: trpc.reviews.archive.useMutation().mutateAsync,
    restore: trpc.reviews.restore.useMutation().mutateAsync,
    withdraw: trpc.reviews.withdraw.useMutation().mutateAsync,
  };
}

/** Returns the possible actions that require a reason. Authors withdraw without one, in their own bar. */
function useActions(module: ModuleDetail): ActionKind[] {
  const ask = useFindTransitionRefusal(module);
  const withdrawsWithReason = usePermissionReach(WORKFLOW_TRANSITIONS.withdraw.permission) === 'with_reason';
  return EXPLAINED.filter((kind) => ask({ kind }) === null && (kind !== 'withdraw' || withdrawsWithReason));
}

const SettingsDialog = lazyDialog(async () => (await import('./settings-dialog.tsx')).ModuleSettingsDialog, {
  opened: false,
});

function SettingsButton({ module }: { module: ModuleDetail }) {
  const [opened, setOpened] = useState(false);
  const why = useFindTransitionRefusal(module)({ kind: 'edit_settings' })?.why ?? null;
  return (
    <>
      <ExplainedButton variant="default" why={why} isSaid={isModuleLocked(module)} onClick={() => setOpened(true)}>
        {t('settings')}
      </ExplainedButton>
      <SettingsDialog module={module} opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}

// Each page shows one of them, and the other has a third of the code.
const ModuleEditor = lazyComponent(async () => (await import('./editor/module-editor.tsx')).ModuleEditor);
const ModuleReader = lazyComponent(async () => (await import('./read-only-module.tsx')).ReadOnlyModule);

const route = getRouteApi('/$workspace/courses/$course/$module');

/** A module: editable for its authors, read-only for others. Updates live. */
export function ModulePage() {
  const { module: id } = route.useParams();
  const module = useModule(id);
  const isAuthor = usePermissionReach(WORKFLOW_TRANSITIONS.edit_settings.permission) !== undefined;
  // While the module is on its way.
  useEffect(() => void (isAuthor ? ModuleEditor : ModuleReader).preload(), [isAuthor]);
  if (isQuerySubjectNotFound(module)) return <NotFoundPage />;
  return (
    <>
      {module.data === undefined && <PageHeader title={t('module')} above={<CoursesBreadcrumb />} />}
      <PageState query={module} what={t('theModule')}>
        {(found) => <Module key={found.id} module={found} />}
      </PageState>
    </>
  );
}

function Module({ module }: { module: ModuleDetail }) {
  const mayAuthor = useFindTransitionRefusal(module)({ kind: 'edit_settings' })?.code !== 'forbidden';
  const mayReview = usePermissionReach('review_queue:read') !== undefined;
  const mayCompare = usePermissionReach('learners:compare') !== undefined;
  const mayAssign = usePermissionReach('assignments:manage') !== undefined;
  const { course } = module;
  const place = { course: course.id, module: module.id };
  useNamedItem();
  return (
    <>
      <PageHeader
        above={
          <CoursesBreadcrumb>
            <TextLink to="/$workspace/courses/$course" params={place}>
              {course.emoji} <bdi>{course.title}</bdi>
            </TextLink>
          </CoursesBreadcrumb>
        }
        title={module.title}
        description={<ModuleFacts module={module} hasState={!mayAuthor} />}
        actions={
          <Group gap="xs">
            {mayReview && isUnderReview(workflowStateOf(module)) && (
              <TextLink to="/$workspace/reviews/$module" params={place}>
                {t('openTheReview')}
              </TextLink>
            )}
            {mayCompare && module.status === 'published' && (
              <TextLink to="/$workspace/analytics" search={{ course: course.id, module: module.id }}>
                {t('howPeopleAnswer')}
              </TextLink>
            )}
            {mayAssign && module.status === 'published' && (
              <LinkButton to="/$workspace/assignments" search={{ assign: module.id }} variant="default">
                {t('openAssign')}
              </LinkButton>
            )}
            {module.live !== null && (
              <TextLink to="/$workspace/courses/$course/$module/languages" params={place}>
                {t('languages')}
              </TextLink>
            )}
            {(module.live !== null || module.round > 0) && (
              <TextLink to="/$workspace/courses/$course/$module/revisions" params={place}>
                {t('versions')}
              </TextLink>
            )}
            <LearnerPreviewButton module={module} />
            {mayAuthor && (
              <TextLink to="/$workspace/courses/import" search={{ module: module.id }}>
                {t('import')}
              </TextLink>
            )}
            {mayAuthor && <SettingsButton module={module} />}
            <ModuleActions module={module} />
          </Group>
        }
      />
      <SourceNotice module={module} />
      <StaleVariantsNotice moduleId={module.id} courseId={course.id} />
      {mayAuthor ? <ModuleEditor module={module} /> : <ModuleReader module={module} />}
    </>
  );
}

/** Focuses the card or question named by the URL fragment, once it is rendered. */
function useNamedItem(): void {
  const id = itemIdOfFragment(useLocation({ select: ({ hash }) => hash }));
  useEffect(() => {
    if (id === null) return;
    const focus = () => {
      if (document.getElementById(itemElementIdOf(id)) === null) return;
      rendered.disconnect();
      focusItem(id);
    };
    const rendered = new MutationObserver(focus);
    rendered.observe(document.body, { childList: true, subtree: true });
    const frame = requestAnimationFrame(focus);
    return () => {
      rendered.disconnect();
      cancelAnimationFrame(frame);
    };
  }, [id]);
}

/** Warns if documents no longer contain quotes of the published version (rules/drives 8). Updates live. */
function SourceNotice({ module: { id, course } }: { module: ModuleDetail }) {
  const drift = useLiveQuery(trpc.sourceDrift.ofModule.useQuery({ module_id: id }), { topic: liveTopics.module(id) });
  const items = drift.data?.items ?? [];
  if (items.length === 0) return null;
  const cards = items.filter(({ section }) => section === 'flashcards').length;
  const questions = items.length - cards;
  const parts = new Intl.ListFormat(locale).format([
    ...(cards > 0 ? [t('cardsCounted', { count: cards })] : []),
    ...(questions > 0 ? [t('questionsCounted', { count: questions })] : []),
  ]);
  return (
    <Note color="yellow" icon={<IconFileDiff aria-hidden />} title={t('sourceHasChanged')} mb="md">
      <Text component="div">
        {t('quotesGone', { items: parts, total: items.length })}{' '}
        <TextLink
          to="/$workspace/courses/$course/$module/source"
          params={{ course: course.id, module: id }}
          underline="always"
          c="inherit"
        >
          {t('compareOldNew')}
        </TextLink>
      </Text>
    </Note>
  );
}
