import { Badge, Button, Group, Text } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { liveTopics } from '@training/shared/live';
import type { TranslatedItem, VariantDetail } from '@training/shared/translations/translations';
import { useState } from 'react';
import { useLiveQuery } from '../../lib/api/live-query.ts';
import { isQuerySubjectNotFound, toDisplayableProblem } from '../../lib/api/problem.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { languageNameOf } from '../../lib/i18n/language.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';
import { usePermissionReach, useWorkspaceSession } from '../../lib/workspace.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { RowMenu } from '../../ui/lists/row-menu.tsx';
import { Note } from '../../ui/note.tsx';
import { notify } from '../../ui/notify.ts';
import { NotFoundPage } from '../../ui/pages/error-pages.tsx';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { FailedState } from '../../ui/pages/states.tsx';
import { MenuItem } from '../../ui/popups/menu.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { useModule } from '../modules/use-module.ts';
import { RejectTranslationsDialog, type RejectedTranslation } from './reject-dialog.tsx';
import { ModuleLanguagesBreadcrumbs } from './module-breadcrumbs.tsx';
import { TranslatedItemView } from './translated-item.tsx';
import { UnpublishVariantDialog } from './unpublish-dialog.tsx';
import { variantProgressInWords } from './variant-words.ts';

const t = translatorOf('translations');

const route = getRouteApi('/$workspace/courses/$course/$module/languages/$language');

/** A module in another language, each item beside its source: to translate, or to review. Updates live. */
export function VariantPage() {
  const { module, language } = route.useParams();
  const named = { module_id: module, language };
  const variant = useLiveQuery(trpc.translations.get.useQuery(named), { topic: liveTopics.module(module) });
  if (isQuerySubjectNotFound(variant)) return <NotFoundPage />;
  return (
    <PageState query={variant} what={t('theTranslation')}>
      {(found) => <Translation key={`${module} ${language}`} detail={found} />}
    </PageState>
  );
}

const isWaiting = ({ state }: TranslatedItem) => state === 'in_review';

function Translation({ detail }: { detail: VariantDetail }) {
  const { module_id, variant, items, title } = detail;
  const { mayAuthor, mayDecide } = useRights(detail);
  const [rejected, setRejected] = useState<RejectedTranslation[] | null>(null);
  const named = { module_id, language: variant.language };
  const waiting = items.filter(isWaiting);
  const decidable = mayDecide ? waiting.filter(({ working }) => working?.mine === false) : [];
  return (
    <>
      <PageHeader
        above={
          <ModuleLanguagesBreadcrumbs module={detail}>
            <TextLink
              to="/$workspace/courses/$course/$module/languages"
              params={{ course: detail.course.id, module: module_id }}
            >
              {t('languages')}
            </TextLink>
          </ModuleLanguagesBreadcrumbs>
        }
        title={t('titleIn', { title, language: languageNameOf(variant.language) })}
        description={variantProgressInWords(variant)}
        actions={
          <Group gap="xs">
            {mayAuthor && <AuthorActions detail={detail} />}
            {decidable.length > 0 && <ApproveAll named={named} items={decidable} />}
            <More detail={detail} mayAuthor={mayAuthor} />
          </Group>
        }
      />
      <Notices detail={detail} />
      {items.map((item, index) => (
        <TranslatedItemView
          key={`${item.part} ${item.item_id} ${item.source_hash}`}
          named={named}
          item={item}
          place={placeOf(items, index)}
          mayAuthor={mayAuthor}
          mayDecide={decidable.includes(item)}
          onReject={(decided) => setRejected([decided])}
        />
      ))}
      <RejectTranslationsDialog named={named} items={rejected} onClose={() => setRejected(null)} />
    </>
  );
}

/** Returns the place of an item within its part, from 1. */
const placeOf = (items: TranslatedItem[], index: number) =>
  items.slice(0, index + 1).filter(({ part }) => part === items[index]?.part).length;

/** The caller's rights: a trainer of the department translates, a reviewer decides. */
function useRights({ module_id }: VariantDetail) {
  const { user } = useWorkspaceSession();
  const module = useModule(module_id).data;
  const authors = usePermissionReach('content:author') !== undefined;
  const isOwn = module !== undefined && module.course.department_id === user.department_id;
  return { mayAuthor: authors && isOwn, mayDecide: usePermissionReach('reviews:decide') !== undefined };
}

function useVariantInvalidation({ module_id, language }: { module_id: string; language: string }) {
  const { translations } = trpc.useUtils();
  return async () => {
    await translations.get.invalidate({ module_id, language });
    void translations.ofModule.invalidate({ module_id });
  };
}

function AuthorActions({ detail }: { detail: VariantDetail }) {
  const { module_id, variant, items, proposal } = detail;
  const named = { module_id, language: variant.language };
  const invalidate = useVariantInvalidation(named);
  const propose = trpc.translations.propose.useMutation({ onSettled: invalidate });
  const submit = trpc.translations.submit.useMutation({
    onSuccess: ({ in_review: count }) => notify(t('wereSubmitted', { count })),
    onSettled: invalidate,
  });
  const drafts = items.filter(({ state }) => state === 'draft').length;
  const untranslated = items.filter(({ working }) => working === null).length;
  const isProposing = proposal !== null && ['queued', 'running', 'parked'].includes(proposal.state);
  const failure = submit.error ?? propose.error;
  return (
    <>
      {failure !== null && (
        <FailedState
          what={t(submit.error === null ? 'failedToPropose' : 'failedToSubmit')}
          problem={toDisplayableProblem(failure)}
        />
      )}
      {untranslated > 0 && !isProposing && (
        <Button
          variant="default"
          leftSection={<IconSparkles size={16} aria-hidden />}
          loading={propose.isPending}
          onClick={() => propose.mutate(named)}
        >
          {t('proposeByAi', { count: untranslated })}
        </Button>
      )}
      {drafts > 0 && (
        <Button loading={submit.isPending} onClick={() => submit.mutate(named)}>
          {t('submitDrafts', { count: drafts })}
        </Button>
      )}
    </>
  );
}

interface ApproveAllProps {
  named: { module_id: string; language: string };
  items: TranslatedItem[];
}

function ApproveAll({ named, items }: ApproveAllProps) {
  const [opened, setOpened] = useState(false);
  const invalidate = useVariantInvalidation(named);
  const approve = trpc.translations.approve.useMutation({
    onSuccess: () => {
      notify(t('wereApproved', { count: items.length }));
      setOpened(false);
    },
    onSettled: invalidate,
  });
  const seen = items.map(({ part, item_id, source_hash, working }) => {
    return { part, item_id, source_hash, texts_hash: working?.texts_hash ?? '' };
  });
  return (
    <>
      <Button onClick={() => setOpened(true)}>{t('approveAll', { count: items.length })}</Button>
      <ConfirmDialog
        opened={opened}
        onClose={() => setOpened(false)}
        title={t('approveAllQuestion', { count: items.length, language: languageNameOf(named.language) })}
        confirmLabel={t('approve')}
        failed={t('failedToApprove')}
        focus="confirm"
        mutation={approve}
        onConfirm={() => approve.mutate({ ...named, items: seen })}
      >
        <Text>{t('approveExplained')}</Text>
      </ConfirmDialog>
    </>
  );
}

/** Rare actions: withdrawing, and taking the language from learners. */
function More({ detail, mayAuthor }: { detail: VariantDetail; mayAuthor: boolean }) {
  const { module_id, variant } = detail;
  const named = { module_id, language: variant.language };
  const invalidate = useVariantInvalidation(named);
  const mayUnpublish = usePermissionReach('modules:unpublish') !== undefined && variant.live_since !== null;
  const [isUnpublishing, setUnpublishing] = useState(false);
  const withdraw = trpc.translations.withdraw.useMutation({
    onSuccess: () => notify(t('wereWithdrawn')),
    onSettled: invalidate,
  });
  const mayWithdraw = mayAuthor && variant.in_review > 0;
  if (!mayWithdraw && !mayUnpublish) return null;
  return (
    <>
      <RowMenu label={t('moreActions', { language: languageNameOf(variant.language) })} isAmongButtons>
        {mayWithdraw && <MenuItem onClick={() => withdraw.mutate(named)}>{t('withdraw')}</MenuItem>}
        {mayUnpublish && <MenuItem onClick={() => setUnpublishing(true)}>{t('unpublish')}…</MenuItem>}
      </RowMenu>
      {withdraw.error !== null && (
        <FailedState what={t('failedToWithdraw')} problem={toDisplayableProblem(withdraw.error)} />
      )}
      <UnpublishVariantDialog
        named={named}
        title={detail.title}
        opened={isUnpublishing}
        onClose={() => setUnpublishing(false)}
      />
    </>
  );
}

function Notices({ detail: { proposal, variant, items } }: { detail: VariantDetail }) {
  const language = languageNameOf(variant.language);
  const left = items.some(({ working }) => working === null);
  return (
    <>
      {proposal !== null && ['queued', 'running'].includes(proposal.state) && (
        <Note mb="md" icon={<IconSparkles aria-hidden />} title={t('proposing', { language })}>
          {t('proposingExplained')}
        </Note>
      )}
      {proposal !== null && ['failed', 'parked'].includes(proposal.state) && left && (
        <Note mb="md" color="red" title={t('proposalFailed')}>
          {proposal.detail}
        </Note>
      )}
      {proposal?.state === 'succeeded' && proposal.dropped > 0 && left && (
        <Note mb="md" color="yellow">
          {t('leftToPeople', { count: proposal.dropped })}
        </Note>
      )}
      {variant.stale > 0 && variant.live_since !== null && (
        <Note mb="md" color="orange">
          <Group gap="xs">
            <Badge variant="dot" color="orange">
              {t('outOfDate')}
            </Badge>
            {t('staleExplained', { count: variant.stale })}
          </Group>
        </Note>
      )}
    </>
  );
}
