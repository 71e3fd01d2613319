import { Button, Group, Stack, Text } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { AI_LIMITS, ExtractDocument } from '@training/shared/ai-features';
import { useState } from 'react';
import { problemOf } from '../../../lib/problem.ts';
import { trpc } from '../../../lib/trpc.ts';
import { FailedState } from '../../../ui/states.tsx';
import { FileDrop } from './file-drop.tsx';
import { useOpenJob } from '../jobs/open-job.ts';
import { useStartJob } from '../jobs/start-job.ts';

/** What can be read, by media type with how the files' names end. */
export const DOCUMENTS = {
  'application/pdf': ['.pdf'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['.docx'],
  'text/html': ['.html', '.htm'],
  'text/markdown': ['.md', '.markdown'],
  'text/plain': ['.txt'],
};

export const DOCUMENT_KINDS = 'PDF, Word (.docx), HTML, Markdown or plain text';

/** Sends a document, has it read, and goes where that can be followed. */
export function DocumentForm() {
  const upload = trpc.ai.upload.useMutation();
  const startJob = useStartJob();
  const openJob = useOpenJob();
  const [file, setFile] = useState<File | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isSending, setSending] = useState(false);
  const choose = (next: File | null) => {
    setFile(next);
    setError(null);
  };
  const send = async (document: File) => {
    setError(null);
    setSending(true);
    try {
      const { id } = await upload.mutateAsync(document);
      const input = { file_id: id, name: documentName(document) };
      await openJob((await startJob.mutateAsync({ feature: 'document_extraction', input })).id);
    } catch (refusal) {
      setError(refusal);
      setSending(false);
    }
  };
  return (
    <Stack maw="46rem">
      <FileDrop
        what="a document"
        icon={IconFileText}
        accept={DOCUMENTS}
        kinds={DOCUMENT_KINDS}
        maxSize={AI_LIMITS.documentBytes}
        file={file}
        onFile={choose}
      />
      <Text c="dimmed">It’s read first. You then see the text and choose whether to make cards or a quiz from it.</Text>
      {error !== null && <FailedState what="couldn’t read the document" problem={problemOf(error)} />}
      <Group>
        <Button disabled={file === null} loading={isSending} onClick={() => file !== null && void send(file)}>
          Read the document
        </Button>
      </Group>
    </Stack>
  );
}

/** The file's own name where it can be shown. */
export function documentName({ name }: File): string {
  return ExtractDocument.shape.name.safeParse(name).data ?? 'Document';
}
