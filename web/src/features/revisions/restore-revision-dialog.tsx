import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ModuleDetail } from '@training/shared/courses/modules';
import type { RestoredRevision, Revision } from '@training/shared/reviews/revisions';
import { SLOW_QUERY_OPTIONS, trpc } from '../../lib/api/trpc.ts';
import classes from './revisions.module.css';
import { translatorOf } from '../../lib/i18n/translator.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { notify } from '../../ui/notify.ts';
import { PageState } from '../../ui/pages/page-state.tsx';
import { notifyWithUndo } from '../../ui/undo-notification.tsx';
import { hasSameItemContent, type ModuleItem } from '../items/item-fields.ts';
import { compareItems } from '../reviews/compare/compare-items.ts';
import { SettingChangeList, findSettingChanges } from '../reviews/compare/compared-settings.tsx';
import { itemChangeCountsInWords } from '../reviews/compare/section-items.tsx';
import { type RevisionSnapshot, useRevisionContent, workingCopySnapshotOf } from './compared-revisions.tsx';

const t = translatorOf('revisions');

interface BringBackDialogProps {
  module: ModuleDetail;
  revision: Revision;
  opened: boolean;
  onClose: () => void;
}

/** Says what is replaced, makes the revision a draft, and turns to it. */
export function RestoreRevisionDialog({ module, revision: { number }, opened, onClose }: BringBackDialogProps) {
  const navigate = useNavigate({ from: '/$workspace' });
  const utils = trpc.useUtils();
  const content = useRevisionContent(module.id, opened ? number : null);
  const undo = useUndo();
  const { id: module_id, flashcards, quiz, settings_version } = module;
  const isReplaced = module.workflow !== null;
  const bringBack = useMutation({
    mutationFn: () =>
      utils.client.reviews.restoreRevision.mutate({
        module_id,
        number,
        flashcards_version: flashcards.version,
        quiz_version: quiz.version,
        settings_version,
      }),
    networkMode: 'always',
    onSuccess: (restored) => {
      const done = t('wasBroughtBack', { number, title: module.title });
      if (isReplaced) notifyWithUndo(done, () => undo(module, restored));
      else notify(done);
      onClose();
      return navigate({
        to: '/$workspace/courses/$course/$module',
        params: { course: module.course.id, module: module_id },
      });
    },
    // Also after a refusal: the dialog then shows what is replaced now.
    onSettled: () => {
      void utils.courses.invalidate();
      return utils.modules.get.invalidate({ id: module_id });
    },
  });
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('bringBackQuestion', { number, title: module.title })}
      confirmLabel={t('bringBack')}
      failed={t('failedToBringBack')}
      danger={isReplaced}
      mutation={bringBack}
      onConfirm={() => bringBack.mutate()}
    >
      {isReplaced ? (
        <>
          <Text>{t('draftIsReplaced', { number })}</Text>
          <PageState query={content} what={t('theVersions')}>
            {(found) => <Replaced module={module} content={found} />}
          </PageState>
        </>
      ) : (
        <Text>{t('draftIsOpened', { number })}</Text>
      )}
    </ConfirmDialog>
  );
}

/** The sections and settings of the draft that will be others. */
function Replaced({ module, content }: { module: ModuleDetail; content: RevisionSnapshot }) {
  const draft = workingCopySnapshotOf(module);
  const sections = (['flashcards', 'quiz'] as const)
    .map((section) => ({
      section,
      rows: compareItems<ModuleItem>(draft[section], content[section], hasSameItemContent),
      name: module[section].saved_by?.name,
    }))
    .filter(({ rows }) => rows.some(({ change }) => change !== 'unchanged'));
  const settings = findSettingChanges(draft, content);
  if (sections.length === 0 && settings.length === 0) return <Text mt="xs">{t('nothingDiffers')}</Text>;
  return (
    <>
      <ul className={classes.replaced}>
        {sections.map(({ section, rows, name }) => (
          <li key={section}>
            {t('replacedIn', {
              section,
              changes: itemChangeCountsInWords(section, rows),
              name: name ?? '',
              hasName: name === undefined ? 'no' : 'yes',
            })}
          </li>
        ))}
      </ul>
      <SettingChangeList changes={settings} label={t('settings')} />
    </>
  );
}

/** Returns a function that writes what was replaced into the draft again, unless someone has changed it since. */
function useUndo() {
  const { client, modules, courses } = trpc.useUtils();
  return async (before: ModuleDetail, restored: RestoredRevision): Promise<string> => {
    const { id, flashcards, quiz } = before;
    try {
      if (restored.flashcards_version !== flashcards.version) {
        const version = restored.flashcards_version;
        const save = { module_id: id, section: 'flashcards' as const, version, items: flashcards.cards };
        await client.modules.saveSection.mutate(save, SLOW_QUERY_OPTIONS.trpc);
      }
      if (restored.quiz_version !== quiz.version) {
        const save = { module_id: id, section: 'quiz' as const, version: restored.quiz_version, items: quiz.questions };
        await client.modules.saveSection.mutate(save, SLOW_QUERY_OPTIONS.trpc);
      }
      if (restored.settings_version !== before.settings_version) {
        const { title, validity_days, pass_score, max_attempts, show_solutions } = before;
        const { questions_per_attempt, topic_scores } = before;
        const ofQuiz = { pass_score, max_attempts, show_solutions, questions_per_attempt, topic_scores };
        const settings = { title, validity_days, ...ofQuiz };
        await client.modules.update.mutate({ id, settings_version: restored.settings_version, ...settings });
      }
    } finally {
      void courses.invalidate();
      await modules.get.invalidate({ id });
    }
    return t('wasUndone');
  };
}
