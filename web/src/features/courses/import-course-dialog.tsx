import { Alert, Button, FileButton, Group, List, Progress, Stack, Text } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { CourseArchive } from '@training/shared/courses/course-archive';
import { useState } from 'react';
import { type Problem, problemOf } from '../../lib/api/problem.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useWorkspace } from '../../lib/workspace.ts';
import { uploadMedia } from '../../lib/upload-media.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { FailedState } from '../../ui/pages/states.tsx';
import { useAskedBeforeLeaving } from '../imports/file-import.tsx';
import { type ReadTable, readItemTable, templateTable } from './item-table.ts';
import { mediaOf, type NamedMedia, readArchive, type ReadArchive } from './read-archive.ts';
import { TableRows } from './table-rows.tsx';

const t = translatorOf('courses');

/** Digests that are looked up in one request. */
const AT_ONCE = 20;

interface ImportCourseDialogProps {
  opened: boolean;
  onClose: () => void;
}

/** Imports a course from an archive (rules/courses-and-modules 15). */
export function ImportCourseDialog({ opened, onClose }: ImportCourseDialogProps) {
  const [isBusy, setBusy] = useState(false);
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('importCourse')}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={!isBusy}
      withCloseButton={!isBusy}
    >
      <ImportCourse onClose={onClose} onBusy={setBusy} />
    </Dialog>
  );
}

/** What was imported so far, into the new course. */
interface Progressed {
  courseId: string;
  done: number;
  /** Titles of modules whose content was changed since the archive was made. */
  changed: string[];
}

interface ImportCourseProps {
  onClose: () => void;
  onBusy: (isBusy: boolean) => void;
}

function ImportCourse({ onClose, onBusy }: ImportCourseProps) {
  const { workspace } = useWorkspace();
  const navigate = useNavigate();
  const utils = trpc.useUtils();
  const create = trpc.courses.create.useMutation();
  const add = trpc.modules.import.useMutation();
  const [archive, setArchive] = useState<CourseArchive | string | null>(null);
  const [media, setMedia] = useState<ReadArchive['media']>(new Map());
  const [lost, setLost] = useState<NamedMedia[]>([]);
  const [sent, setSent] = useState(0);
  const [table, setTable] = useState<ReadTable | null>(null);
  const [so, setSo] = useState<Progressed | null>(null);
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  useAskedBeforeLeaving(isSending);

  /** Returns the digests that the workspace lacks. */
  const missingOf = async (chosen: CourseArchive) => {
    const digests = [...new Set(mediaOf(chosen).map(({ digest }) => digest))];
    const parts = Array.from({ length: Math.ceil(digests.length / AT_ONCE) }, (_, n) =>
      utils.client.media.missing.query({ digests: digests.slice(n * AT_ONCE, (n + 1) * AT_ONCE) }),
    );
    return (await Promise.all(parts)).flatMap((part) => part.digests);
  };
  const chooseArchive = async (file: File) => {
    setProblem(null);
    const read = await readArchive(file);
    if (typeof read === 'string') return setArchive(read);
    try {
      const missing = new Set(await missingOf(read.archive));
      setLost(mediaOf(read.archive).filter(({ digest }) => missing.has(digest) && !read.media.has(digest)));
      setMedia(read.media);
      setArchive(read.archive);
    } catch (error) {
      setProblem(problemOf(error));
    }
  };
  const sendMedia = async (chosen: CourseArchive) => {
    const missing = await missingOf(chosen);
    for (const [n, digest] of missing.entries()) {
      const file = new File([(await media.get(digest)?.()) ?? ''], digest, { lastModified: 0 });
      await uploadMedia(utils.client, file, (share) => setSent((n + share) / missing.length), digest);
    }
  };
  const choose = async (file: File) => {
    if (!/\.csv$/i.test(file.name)) return chooseArchive(file);
    const name = file.name.replace(/\.csv$/i, '').slice(0, 200);
    const read = readItemTable(new Uint8Array(await file.arrayBuffer()), name, workspace.language);
    setTable(typeof read === 'string' ? null : read);
    setArchive(typeof read === 'string' ? read : read.archive);
  };
  const send = async (chosen: CourseArchive) => {
    const { course, modules } = chosen;
    const busy = (is: boolean) => {
      setSending(is);
      onBusy(is);
    };
    setProblem(null);
    busy(true);
    try {
      await sendMedia(chosen);
      let now = so ?? { courseId: (await create.mutateAsync(course)).id, done: 0, changed: [] };
      setSo(now);
      for (const module of modules.slice(now.done)) {
        const { is_same } = await add.mutateAsync({ course_id: now.courseId, module });
        now = { ...now, done: now.done + 1, changed: is_same ? now.changed : [...now.changed, module.title] };
        setSo(now);
      }
    } catch (error) {
      setProblem(problemOf(error));
    } finally {
      busy(false);
      void utils.courses.invalidate();
    }
  };
  if (archive === null || typeof archive === 'string') {
    return (
      <Stack>
        <Text>{t('importCourseExplained')}</Text>
        {archive !== null && (
          <Alert color="red" role="alert">
            {archive}
          </Alert>
        )}
        {problem !== null && <FailedState what={t('failedToImportCourse')} problem={problem} />}
        <Group>
          <FileButton
            accept=".zip,.json,.csv,application/zip,application/json,text/csv"
            onChange={(file) => void (file && choose(file))}
          >
            {(props) => (
              <Button {...props} data-autofocus leftSection={<IconUpload size={16} aria-hidden />}>
                {t('chooseAFile')}
              </Button>
            )}
          </FileButton>
          <Button variant="default" onClick={() => saveFile('template.csv', 'text/csv', templateTable())}>
            {t('downloadTemplate')}
          </Button>
        </Group>
      </Stack>
    );
  }
  const { course, modules } = archive;
  const isDone = so?.done === modules.length;
  const open = (id: string) =>
    void navigate({ to: '/$workspace/courses/$course', params: { workspace: workspace.slug, course: id } });
  return (
    <Stack>
      <Text fw={500} component="output">
        {course.emoji} {course.title}: {t(isDone ? 'modulesImported' : 'modulesToImport', { count: modules.length })}
      </Text>
      <List type="ordered" size="sm" mah={300} style={{ overflow: 'auto' }} tabIndex={0} aria-label={t('modules')}>
        {modules.map(({ title, flashcards, quiz }, n) => (
          <List.Item key={n}>
            {title}: {t('cardsAndQuestions', { flashcards: flashcards.length, questions: quiz.length })}
          </List.Item>
        ))}
      </List>
      {table !== null && <TableRows table={table} />}
      {lost.length > 0 && <LostMedia lost={lost} />}
      {isSending && !isDone && (
        <Progress
          value={(so === null ? sent : so.done / Math.max(modules.length, 1)) * 100}
          aria-label={t(so === null ? 'mediaProgress' : 'progress')}
        />
      )}
      {table === null && so !== null && so.changed.length > 0 && (
        <Text size="sm">{t('changedSinceArchived', { titles: so.changed.join(', ') })}</Text>
      )}
      {problem !== null && <FailedState what={t('failedToImportCourse')} problem={problem} />}
      <Group justify="flex-end">
        {!isDone && !isSending && (
          <Button variant="default" onClick={onClose}>
            {so === null ? t('cancel') : t('close')}
          </Button>
        )}
        {isDone ? (
          <Button onClick={() => open(so.courseId)}>{t('openCourse')}</Button>
        ) : lost.length > 0 ? (
          <Button onClick={() => setArchive(null)}>{t('chooseAnotherFile')}</Button>
        ) : (
          <Button loading={isSending} onClick={() => void send(archive)}>
            {problem === null ? t('import') : t('continueImport')}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

/** Cards and questions whose pictures, sound or film neither the file nor the workspace has. */
function LostMedia({ lost }: { lost: NamedMedia[] }) {
  const places = new Map(lost.map((each) => [`${each.module} ${each.kind} ${each.number}`, each]));
  return (
    <Alert color="red" role="alert">
      {t('mediaMissing')}
      <List size="sm" mah={200} style={{ overflow: 'auto' }} tabIndex={0} aria-label={t('mediaMissing')}>
        {[...places].map(([key, { module, kind, number }]) => (
          <List.Item key={key}>{t(kind === 'card' ? 'placeOfCard' : 'placeOfQuestion', { module, number })}</List.Item>
        ))}
      </List>
    </Alert>
  );
}
