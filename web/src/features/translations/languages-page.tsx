import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { IconLanguage } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { liveTopics } from '@training/shared/live';
import type { ModuleVariants, LanguageVariant } from '@training/shared/translations/translations';
import { useState } from 'react';
import { useLiveQuery } from '../../lib/api/live-query.ts';
import { isQuerySubjectNotFound, toDisplayableProblem } from '../../lib/api/problem.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { languageNameOf } from '../../lib/i18n/language.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';
import { usePermissionReach } from '../../lib/workspace.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { useLastSubject } from '../../ui/dialogs/use-last-subject.ts';
import { createActionsColumn, type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { CompactRowButton } from '../../ui/lists/row-button.tsx';
import { NotFoundPage } from '../../ui/pages/error-pages.tsx';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { EmptyState, FailedState } from '../../ui/pages/states.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { AddLanguageDialog } from './add-language-dialog.tsx';
import { ModuleLanguagesBreadcrumbs } from './module-breadcrumbs.tsx';
import { listSelectableLanguages } from './known-languages.ts';
import { variantProgressInWords } from './variant-words.ts';

const t = translatorOf('translations');

const route = getRouteApi('/$workspace/courses/$course/$module/languages/');

/** The languages of a module. Updates live. */
export function ModuleLanguagesPage() {
  const { module: id } = route.useParams();
  const variants = useLiveQuery(trpc.translations.ofModule.useQuery({ module_id: id }), {
    topic: liveTopics.module(id),
  });
  if (isQuerySubjectNotFound(variants)) return <NotFoundPage />;
  return (
    <PageState query={variants} what={t('theLanguages')}>
      {(found) => <Languages module={found} />}
    </PageState>
  );
}

function Languages({ module }: { module: ModuleVariants }) {
  const mayAuthor = usePermissionReach('content:author') !== undefined;
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<LanguageVariant | null>(null);
  const isPublished = module.revision !== null;
  return (
    <>
      <PageHeader
        above={<ModuleLanguagesBreadcrumbs module={module} />}
        title={t('languages')}
        description={t('languagesExplained')}
        actions={mayAuthor && isPublished && <Button onClick={() => setAdding(true)}>{t('addLanguage')}</Button>}
      />
      <Section title={t('sourceLanguage')} description={t('sourceLanguageExplained')}>
        {mayAuthor ? <SourceChoice module={module} /> : <Text>{languageNameOf(module.language)}</Text>}
      </Section>
      <Section title={t('translations')}>
        {module.variants.length === 0 ? (
          <EmptyState title={t('noLanguages')} icon={<IconLanguage size={28} stroke={1.5} />} headingLevel={3}>
            {isPublished ? t('noLanguagesExplained') : t('publishFirst')}
          </EmptyState>
        ) : (
          <VariantTable module={module} onRemove={mayAuthor ? setRemoved : undefined} />
        )}
      </Section>
      <AddLanguageDialog module={module} opened={isAdding} onClose={() => setAdding(false)} />
      <RemoveDialog module={module} variant={removed} onClose={() => setRemoved(null)} />
    </>
  );
}

function SourceChoice({ module: { module_id, language } }: { module: ModuleVariants }) {
  const utils = trpc.useUtils();
  const choose = trpc.translations.chooseSource.useMutation({
    onSuccess: (found) => utils.translations.ofModule.setData({ module_id }, found),
  });
  const languages = listSelectableLanguages([language]);
  return (
    <>
      <NativeSelect
        aria-label={t('sourceLanguage')}
        maw="20rem"
        value={language}
        data={languages.map((code) => ({ value: code, label: languageNameOf(code) }))}
        onChange={({ currentTarget }) => choose.mutate({ module_id, language: currentTarget.value })}
      />
      {choose.error !== null && (
        <FailedState what={t('failedToChooseSource')} problem={toDisplayableProblem(choose.error)} />
      )}
    </>
  );
}

interface VariantTableProps {
  module: ModuleVariants;
  onRemove: ((variant: LanguageVariant) => void) | undefined;
}

function VariantTable({ module, onRemove }: VariantTableProps) {
  const params = { course: module.course.id, module: module.module_id };
  const columns: Column<LanguageVariant>[] = [
    {
      key: 'language',
      header: t('language'),
      cell: ({ language }) => (
        <TextLink to="/$workspace/courses/$course/$module/languages/$language" params={{ ...params, language }}>
          {languageNameOf(language)}
        </TextLink>
      ),
    },
    { key: 'standing', header: t('standing'), cell: variantProgressInWords },
    { key: 'in_review', header: t('waitingForReview'), cell: ({ in_review: items }) => t('items', { items }) },
    { key: 'stale', header: t('outOfDate'), cell: ({ stale: items }) => t('items', { items }) },
    { key: 'missing', header: t('missing'), cell: ({ missing: items }) => t('items', { items }) },
  ];
  if (onRemove !== undefined) {
    columns.push(
      createActionsColumn(
        (variant) =>
          variant.live_since === null && (
            <Group justify="flex-end">
              <CompactRowButton
                onClick={() => onRemove(variant)}
                aria-label={t('removeLanguage', { language: languageNameOf(variant.language) })}
              >
                {t('remove')}
              </CompactRowButton>
            </Group>
          ),
      ),
    );
  }
  return (
    <DataTable label={t('translations')} columns={columns} rows={module.variants} rowKey={({ language }) => language} />
  );
}

interface RemoveDialogProps {
  module: ModuleVariants;
  variant: LanguageVariant | null;
  onClose: () => void;
}

function RemoveDialog({ module: { module_id, title }, variant, onClose }: RemoveDialogProps) {
  const utils = trpc.useUtils();
  const shown = useLastSubject(variant);
  const remove = trpc.translations.remove.useMutation({
    onSuccess: (found) => {
      utils.translations.ofModule.setData({ module_id }, found);
      onClose();
    },
  });
  if (shown === null) return null;
  const language = languageNameOf(shown.language);
  return (
    <ConfirmDialog
      opened={variant !== null}
      onClose={onClose}
      title={t('removeQuestion', { language, title })}
      confirmLabel={t('remove')}
      failed={t('failedToRemove')}
      danger
      mutation={remove}
      onConfirm={() => remove.mutate({ module_id, language: shown.language })}
    >
      <Text>{t('removeExplained')}</Text>
    </ConfirmDialog>
  );
}
