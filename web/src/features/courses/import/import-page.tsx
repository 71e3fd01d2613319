import { Alert, Button, Checkbox, FileButton, Group, List, Progress, Stack, Text } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { isQuerySubjectNotFound } from '../../../lib/api/problem.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { translatorOf } from '../../../lib/i18n/translator.ts';
import { downloadFile } from '../../../lib/save-file.ts';
import { useWorkspaceSession } from '../../../lib/workspace.ts';
import { NotFoundPage } from '../../../ui/pages/error-pages.tsx';
import { PageHeader } from '../../../ui/pages/page-header.tsx';
import { PageState } from '../../../ui/pages/page-state.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { useWarnBeforeUnload } from '../../imports/file-import.tsx';
import { CoursesBreadcrumb } from '../courses-breadcrumb.tsx';
import { ImportIntoModuleForm } from './import-module.tsx';
import { ImportAsDraftsForm } from './import-modules.tsx';
import { createItemTableTemplateCsv, createItemTableTemplateWorkbook } from './item-table.ts';
import type { ParsedImportFile } from './import-preview.ts';
import type { ArchiveMediaUsage } from './parse-archive.ts';
import { parseImportFile } from './parse-import-file.ts';

const t = translatorOf('imports');
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const route = getRouteApi('/$workspace/courses/import');

/** Imports cards and questions: as drafts of a new course, of one that exists, or into a module. */
export function ImportPage() {
  const { course, module } = route.useSearch();
  if (module !== undefined) return <IntoModule key={module} id={module} />;
  if (course !== undefined) return <IntoCourse key={course} id={course} />;
  return (
    <Import key="new" description={t('toNewCourse')}>
      {(file, onSending) => <ImportAsDraftsForm file={file} course={null} onSending={onSending} />}
    </Import>
  );
}

function IntoCourse({ id }: { id: string }) {
  const course = trpc.courses.get.useQuery({ id });
  if (isQuerySubjectNotFound(course)) return <NotFoundPage />;
  return (
    <PageState query={course} what={t('theCourse')}>
      {({ title, emoji }) => (
        <Import
          description={t('toCourse', { title })}
          above={
            <TextLink to="/$workspace/courses/$course" params={{ course: id }}>
              {emoji} <bdi>{title}</bdi>
            </TextLink>
          }
        >
          {(file, onSending) => <ImportAsDraftsForm file={file} course={id} onSending={onSending} />}
        </Import>
      )}
    </PageState>
  );
}

function IntoModule({ id }: { id: string }) {
  const module = trpc.modules.get.useQuery({ id });
  if (isQuerySubjectNotFound(module)) return <NotFoundPage />;
  return (
    <PageState query={module} what={t('theModule')}>
      {(found) => (
        <Import
          description={t('toModule', { title: found.title })}
          above={
            <TextLink to="/$workspace/courses/$course/$module" params={{ course: found.course.id, module: id }}>
              <bdi>{found.title}</bdi>
            </TextLink>
          }
        >
          {(file, onSending) => <ImportIntoModuleForm file={file} module={found} onSending={onSending} />}
        </Import>
      )}
    </PageState>
  );
}

interface ImportProps {
  description: string;
  above?: ReactNode;
  /** Shows what the file becomes, and imports it. */
  children: (file: ParsedImportFile, onSending: (isSending: boolean) => void) => ReactNode;
}

function Import({ description, above, children }: ImportProps) {
  const { workspace } = useWorkspaceSession();
  const { client } = trpc.useUtils();
  const [read, setRead] = useState<ParsedImportFile | string | null>(null);
  const [chosen, setChosen] = useState(0);
  const [share, setShare] = useState<number | null>(null);
  const [hasNotes, setHasNotes] = useState(true);
  /** Null until the import has begun: then it goes on with what it began with. */
  const [isSending, setSending] = useState<boolean | null>(null);
  useWarnBeforeUnload(share !== null);
  const choose = async (file: File) => {
    setShare(0);
    setRead(await parseImportFile(file, { client, language: workspace.language, onProgress: setShare }));
    setShare(null);
    setSending(null);
    setChosen((before) => before + 1);
  };
  const isRead = read !== null && typeof read !== 'string';
  return (
    <>
      <PageHeader
        title={t('importTitle')}
        description={description}
        above={<CoursesBreadcrumb>{above}</CoursesBreadcrumb>}
      />
      <Stack maw={900}>
        {!isRead && <Text>{t('importFileExplained')}</Text>}
        {typeof read === 'string' && (
          <Alert color="red" role="alert">
            {read}
          </Alert>
        )}
        <Group>
          <FileButton accept=".zip,.json,.csv,.xlsx,.pptx,.odp,.xml" onChange={(file) => void (file && choose(file))}>
            {(props) => (
              <Button
                {...props}
                loading={share !== null}
                disabled={isSending === true}
                variant={isRead ? 'default' : 'filled'}
                leftSection={<IconUpload size={16} aria-hidden />}
              >
                {t(isRead ? 'chooseAnotherFile' : 'chooseAFile')}
              </Button>
            )}
          </FileButton>
          {!isRead && (
            <>
              <Button
                variant="default"
                onClick={() => downloadFile('template.csv', 'text/csv', createItemTableTemplateCsv())}
              >
                {t('downloadTemplate', { format: 'CSV' })}
              </Button>
              <Button
                variant="default"
                onClick={() =>
                  void createItemTableTemplateWorkbook().then((bytes) => downloadFile('template.xlsx', XLSX, bytes))
                }
              >
                {t('downloadTemplate', { format: 'XLSX' })}
              </Button>
            </>
          )}
        </Group>
        {share !== null && <Progress value={share * 100} aria-label={t('progress')} />}
        {isRead && read.withoutNotes !== undefined && isSending === null && (
          <Checkbox
            label={t('withNotes')}
            checked={hasNotes}
            onChange={({ currentTarget }) => setHasNotes(currentTarget.checked)}
          />
        )}
        {isRead && read.lost !== undefined && read.lost.length > 0 && <LostMedia lost={read.lost} />}
        {isRead && share === null && !read.lost?.length && (
          <Stack key={`${chosen} ${hasNotes}`}>
            {children(hasNotes ? read : (read.withoutNotes ?? read), setSending)}
          </Stack>
        )}
      </Stack>
    </>
  );
}

/** Cards and questions whose pictures, sound or film neither the file nor the workspace has. */
function LostMedia({ lost }: { lost: ArchiveMediaUsage[] }) {
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
