import { Button, Group, List, Progress, Text } from '@mantine/core';
import { useState } from 'react';
import { type DisplayableProblem, toDisplayableProblem } from '../../../lib/api/problem.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { translatorOf } from '../../../lib/i18n/translator.ts';
import { FailedState } from '../../../ui/pages/states.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import { useWarnBeforeUnload } from '../../imports/file-import.tsx';
import { uploadMissingMedia } from './archive-media.ts';
import { ImportFileRowOutcomes } from './file-rows.tsx';
import type { ParsedImportFile } from './import-preview.ts';

const t = translatorOf('imports');

/** Modules and items imported so far. */
interface Progressed {
  courseId: string;
  done: number;
  /** Titles of modules whose content was changed since the archive was made. */
  changed: string[];
}

interface ImportModulesProps {
  file: ParsedImportFile;
  /** Null for a new one. */
  course: string | null;
  onSending: (isSending: boolean) => void;
}

/** Makes drafts of the modules of a file, after a preview (rules/courses-and-modules 15). */
export function ImportAsDraftsForm({ file, course: courseId, onSending }: ImportModulesProps) {
  const utils = trpc.useUtils();
  const create = trpc.courses.create.useMutation();
  const add = trpc.modules.import.useMutation();
  const [so, setSo] = useState<Progressed | null>(null);
  const [isSending, setSending] = useState(false);
  const [sent, setSent] = useState(0);
  const [problem, setProblem] = useState<DisplayableProblem | null>(null);
  useWarnBeforeUnload(isSending);

  const { course, modules } = file.archive;
  const send = async () => {
    setProblem(null);
    setSending(true);
    onSending(true);
    try {
      await uploadMissingMedia(utils.client, file, setSent);
      let now = so ?? { courseId: courseId ?? (await create.mutateAsync(course)).id, done: 0, changed: [] };
      setSo(now);
      for (const module of modules.slice(now.done)) {
        const { is_same } = await add.mutateAsync({ course_id: now.courseId, module, from: file.from });
        now = { ...now, done: now.done + 1, changed: is_same ? now.changed : [...now.changed, module.title] };
        setSo(now);
      }
    } catch (error) {
      setProblem(toDisplayableProblem(error));
    } finally {
      setSending(false);
      onSending(false);
      void utils.courses.invalidate();
    }
  };
  const isDone = so?.done === modules.length;
  return (
    <>
      <Text fw={500} component="output">
        {courseId === null && `${course.emoji} ${course.title}: `}
        {t(isDone ? 'modulesImported' : 'modulesToImport', { count: modules.length })}
      </Text>
      <List
        type="ordered"
        size="sm"
        mah={300}
        style={{ overflow: 'auto' }}
        tabIndex={0}
        aria-label={t('modulesOfFile')}
      >
        {modules.map(({ title, flashcards, quiz }, n) => (
          <List.Item key={n}>
            {title}: {t('cardsAndQuestions', { flashcards: flashcards.length, questions: quiz.length })}
          </List.Item>
        ))}
      </List>
      {file.rows.length > 0 && <ImportFileRowOutcomes file={file} />}
      {isSending && !isDone && (
        <Progress
          value={(so === null ? sent : so.done / Math.max(modules.length, 1)) * 100}
          aria-label={t(so === null ? 'mediaProgress' : 'progress')}
        />
      )}
      {file.rows.length === 0 && so !== null && so.changed.length > 0 && (
        <Text size="sm">{t('changedSinceArchived', { titles: so.changed.join(', ') })}</Text>
      )}
      {problem !== null && <FailedState what={t('failedToImport')} problem={problem} />}
      <Group justify="flex-end">
        {isDone ? (
          <LinkButton to="/$workspace/courses/$course" params={{ course: so.courseId }}>
            {t('openCourse')}
          </LinkButton>
        ) : (
          modules.length > 0 && (
            <Button loading={isSending} onClick={() => void send()}>
              {problem === null ? t('import') : t('continueImport')}
            </Button>
          )
        )}
      </Group>
    </>
  );
}
