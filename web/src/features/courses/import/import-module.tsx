import { Button, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ModuleDetail } from '@training/shared/courses/modules';
import { useMemo } from 'react';
import { toDisplayableProblem } from '../../../lib/api/problem.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { translatorOf } from '../../../lib/i18n/translator.ts';
import { FailedState } from '../../../ui/pages/states.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import { useWarnBeforeUnload } from '../../imports/file-import.tsx';
import { uploadMissingMedia } from './archive-media.ts';
import { ImportFileRowOutcomes } from './file-rows.tsx';
import { selectItemsToAppend } from './items-to-append.ts';
import type { ParsedImportFile } from './import-preview.ts';

const t = translatorOf('imports');

interface ImportModuleProps {
  file: ParsedImportFile;
  module: ModuleDetail;
  onSending: (isSending: boolean) => void;
}

/** Appends the items of a file to a module, after a preview (rules/courses-and-modules 18). */
export function ImportIntoModuleForm({ file, module, onSending }: ImportModuleProps) {
  const utils = trpc.useUtils();
  const { items, rows } = useMemo(() => selectItemsToAppend(file, module), [file, module]);
  const append = useMutation({
    mutationFn: async () => {
      await uploadMissingMedia(utils.client, file, () => {});
      return utils.client.modules.append.mutate(items);
    },
    onMutate: () => onSending(true),
    onSettled: () => onSending(false),
    onSuccess: () => void utils.courses.invalidate(),
    // After someone else's edit, the preview is that of the module as it is now.
    onError: () => void utils.modules.get.invalidate({ id: module.id }),
  });
  useWarnBeforeUnload(append.isPending);
  if (append.isSuccess) {
    const { cards, questions } = append.data;
    return (
      <>
        <Text component="output">{t('itemsAdded', { cards, questions })}</Text>
        <Group>
          <LinkButton to="/$workspace/courses/$course/$module" params={{ course: module.course.id, module: module.id }}>
            {t('openModule')}
          </LinkButton>
        </Group>
      </>
    );
  }
  const cards = items.flashcards?.items.length ?? 0;
  const questions = items.quiz?.items.length ?? 0;
  const isNothing = cards + questions === 0;
  return (
    <>
      <Text fw={500} component="output">
        {isNothing ? t('nothingToAdd') : t('itemsToAdd', { cards, questions })}
      </Text>
      {rows.length > 0 && <ImportFileRowOutcomes file={{ ...file, rows }} />}
      {append.isError && <FailedState what={t('failedToImport')} problem={toDisplayableProblem(append.error)} />}
      {!isNothing && (
        <Group justify="flex-end">
          <Button loading={append.isPending} onClick={() => append.mutate()}>
            {t('import')}
          </Button>
        </Group>
      )}
    </>
  );
}
