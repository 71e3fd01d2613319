import { Button, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { CourseArchive } from '@training/shared/courses/course-archive';
import type { CourseDetail } from '@training/shared/courses/courses';
import { fetchJson } from '../../lib/api/http-error.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useWorkspace } from '../../lib/workspace.ts';
import { Menu, MenuItem } from '../../ui/popups/menu.tsx';

const t = translatorOf('courses');

interface DownloadMenuProps {
  course: CourseDetail;
  /** Asks for a SCORM package, which leaves some things out. */
  onScorm: () => void;
}

/** Downloads a course as an archive, as CSV made of it, as QTI, which has no cards, or as SCORM, if it is published. */
export function DownloadMenu({ course: { id, modules, published }, onScorm }: DownloadMenuProps) {
  const { workspace } = useWorkspace();
  const course = `/api/workspaces/${workspace.slug}/courses/${id}`;
  const archive = `${course}/archive`;
  const { mutate, isPending, isError } = useMutation({
    mutationFn: async () => {
      // Loaded on demand: few visits of the page download.
      const [json, { tableOfCourse }] = await Promise.all([fetchJson(archive), import('./import/item-table.ts')]);
      saveFile(`course-${id}.csv`, 'text/csv', tableOfCourse(CourseArchive.parse(json)));
    },
  });
  return (
    <>
      <Menu
        opener={(props) => (
          <Button {...props} variant="default" loading={isPending} leftSection={<IconDownload size={16} aria-hidden />}>
            {t('downloadCourse')}
          </Button>
        )}
      >
        <MenuItem download={`${archive}?with_media=true`}>{t('downloadArchive')}</MenuItem>
        <MenuItem onClick={() => mutate()}>{t('downloadTable')}</MenuItem>
        {modules.some(({ questions }) => questions > 0) && (
          <MenuItem download={`${course}/qti`}>{t('downloadQti')}</MenuItem>
        )}
        {published && <MenuItem onClick={onScorm}>{t('downloadAsScorm')}</MenuItem>}
      </Menu>
      {isError && (
        <Text role="alert" c="red" size="sm">
          {t('failedToDownloadTable')}
        </Text>
      )}
    </>
  );
}
