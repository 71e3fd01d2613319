import { Alert, Button, Group, List, NativeSelect, Stack, Text } from '@mantine/core';
import type { CourseDetail } from '@training/shared/courses/courses';
import type { ScormExportPreview } from '@training/shared/courses/scorm';
import { useState } from 'react';
import { trpc } from '../../lib/api/trpc.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';
import { useWorkspaceSession } from '../../lib/workspace.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { Note } from '../../ui/note.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';

const t = translatorOf('courses');

interface ScormDialogProps {
  course: CourseDetail;
  opened: boolean;
  onClose: () => void;
}

/** Downloads a course, or one of its modules, as a SCORM package (rules/courses-and-modules 21). */
export function ScormDownloadDialog({ course, opened, onClose }: ScormDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={t('downloadScorm')} size="lg">
      {opened && <Choice course={course} onClose={onClose} />}
    </Dialog>
  );
}

function Choice({ course, onClose }: Omit<ScormDialogProps, 'opened'>) {
  const { slug } = useWorkspaceSession().workspace;
  const [module, setModule] = useState('');
  const named = { course_id: course.id, ...(module !== '' && { module_id: module }) };
  const preview = trpc.scorm.preview.useQuery(named);
  const published = course.modules.filter(({ status }) => status === 'published');
  const address = `/api/workspaces/${slug}/courses/${course.id}/scorm${module === '' ? '' : `?module_id=${module}`}`;
  const mayDownload = preview.data !== undefined && preview.data.modules.length > 0 && !preview.data.is_too_large;
  return (
    <Stack>
      <Text>{t('aboutScorm')}</Text>
      <NativeSelect
        data-autofocus
        label={t('modules')}
        value={module}
        onChange={({ currentTarget }) => setModule(currentTarget.value)}
        data={[
          { value: '', label: t('allPublishedModules') },
          ...published.map(({ id, title }) => ({ value: id, label: title })),
        ]}
      />
      <PageState query={preview} what={t('thePackage')}>
        {(found) => <Contents preview={found} />}
      </PageState>
      <Note>{t('scormHasAnswers')}</Note>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
        {mayDownload && (
          <Button component="a" href={address} download onClick={onClose}>
            {t('downloadCourse')}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

/** Lists the package's content, and item by item all that is left out. */
function Contents({ preview: { modules, unpublished, is_too_large } }: { preview: ScormExportPreview }) {
  if (modules.length === 0) return <Alert color="yellow">{t('scormEmpty')}</Alert>;
  const leftOut = modules.flatMap(({ id, left_out }) => left_out.map((prompt, n) => ({ key: `${id}/${n}`, prompt })));
  const topics = [...new Set(modules.flatMap(({ topics_left_out }) => topics_left_out))];
  return (
    <Stack gap="sm">
      {is_too_large && (
        <Alert color="red" role="alert">
          {t('scormTooLarge')}
        </Alert>
      )}
      <List type="ordered" size="sm" mah={200} style={{ overflow: 'auto' }} tabIndex={0} aria-label={t('thePackage')}>
        {modules.map(({ id, title, cards, questions, languages }) => (
          <List.Item key={id}>
            {title}: {t('cardsAndQuestions', { flashcards: cards, questions })}
            {languages.length > 1 && ` · ${languages.join(', ')}`}
          </List.Item>
        ))}
      </List>
      {leftOut.length > 0 && (
        <div>
          <Text fw={500}>{t('scormLeftOut')}</Text>
          <List size="sm" mah={200} style={{ overflow: 'auto' }} tabIndex={0} aria-label={t('scormLeftOut')}>
            {leftOut.map(({ key, prompt }) => (
              <List.Item key={key}>
                <bdi>{prompt}</bdi>
              </List.Item>
            ))}
          </List>
        </div>
      )}
      {topics.length > 0 && <Text>{t('scormTopicsLeftOut', { topics: topics.join(', ') })}</Text>}
      {unpublished.length > 0 && <Text>{t('scormUnpublished', { titles: unpublished.join(', ') })}</Text>}
    </Stack>
  );
}
