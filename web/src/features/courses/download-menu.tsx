import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { CourseDetail } from '@training/shared/courses/courses';
import { translatorOf } from '../../lib/i18n/translator.ts';
import { useWorkspaceSession } from '../../lib/workspace.ts';
import { Menu, MenuItem } from '../../ui/popups/menu.tsx';

const t = translatorOf('courses');

interface DownloadMenuProps {
  course: CourseDetail;
  /** Asks for a SCORM package, which leaves some things out. */
  onScorm: () => void;
}

/** Downloads a course as an archive, as CSV, as QTI, which has no cards, or as SCORM, if it is published. */
export function DownloadMenu({ course: { id, modules, published }, onScorm }: DownloadMenuProps) {
  const { workspace } = useWorkspaceSession();
  const course = `/api/workspaces/${workspace.slug}/courses/${id}`;
  return (
    <Menu
      opener={(props) => (
        <Button {...props} variant="default" leftSection={<IconDownload size={16} aria-hidden />}>
          {t('downloadCourse')}
        </Button>
      )}
    >
      <MenuItem download={`${course}/archive?with_media=true`}>{t('downloadArchive')}</MenuItem>
      <MenuItem download={`${course}/csv`}>{t('downloadTable')}</MenuItem>
      {modules.some(({ questions }) => questions > 0) && (
        <MenuItem download={`${course}/qti`}>{t('downloadQti')}</MenuItem>
      )}
      {published && <MenuItem onClick={onScorm}>{t('downloadAsScorm')}</MenuItem>}
    </Menu>
  );
}
