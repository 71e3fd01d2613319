import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { CourseArchive } from '@training/shared/courses/course-archive';
import { fetchJson } from '../../lib/api/http-error.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';
import { saveFile } from '../../lib/save-file.ts';

const t = translatorOf('courses');

/** Downloads a course as CSV, made of its archive (rules/courses-and-modules 16). */
export function DownloadTableButton({ archive, id }: { archive: string; id: string }) {
  const { mutate, isPending, isError } = useMutation({
    mutationFn: async () => {
      // Loaded on demand: few visits of the page download.
      const [json, { tableOfCourse }] = await Promise.all([fetchJson(archive), import('./item-table.ts')]);
      saveFile(`course-${id}.csv`, 'text/csv', tableOfCourse(CourseArchive.parse(json)));
    },
  });
  return (
    <>
      <Button variant="default" loading={isPending} onClick={() => mutate()}>
        {t('downloadTable')}
      </Button>
      {isError && (
        <Text role="alert" c="red" size="sm">
          {t('failedToDownloadTable')}
        </Text>
      )}
    </>
  );
}
