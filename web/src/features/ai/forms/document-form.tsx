import { Button, Group, Stack, Text } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { AI_LIMITS } from '@training/shared/ai/ai-sources';
import type { ReadingEstimate } from '@training/shared/ai/ai-estimate';
import { useState } from 'react';
import { problemOf } from '../../../lib/api/problem.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { FailedState } from '../../../ui/pages/states.tsx';
import { costInWords } from '../cost-note.tsx';
import { DOCUMENTS, DOCUMENT_KINDS, documentName } from './documents.ts';
import { FileDrop } from './file-drop.tsx';
import { MakeForm, type Thing } from './make-form.tsx';
import { useOpenJob } from '../jobs/use-job.ts';
import { useStartJob } from '../jobs/start-job.ts';

/** Uploads a document, starts a job that reads it or generates items from it, and opens the job's page. */
export function DocumentForm({ make }: { make: Thing }) {
  const utils = trpc.useUtils();
  const upload = trpc.ai.upload.useMutation();
  const startJob = useStartJob();
  const openJob = useOpenJob();
  const [file, setFile] = useState<File | null>(null);
  const [error, setError] = useState<unknown>(null);
  /** The file as uploaded, once the cost of its scanned pages is shown. */
  const [uploaded, setUploaded] = useState<string | null>(null);
  const [estimate, setEstimate] = useState<ReadingEstimate | null>(null);
  const [isSending, setSending] = useState(false);
  const choose = (next: File | null) => {
    setFile(next);
    setError(null);
    setUploaded(null);
    setEstimate(null);
  };
  const send = async (document: File) => {
    setError(null);
    setSending(true);
    try {
      const file_id = uploaded ?? (await upload.mutateAsync(document)).id;
      const found = uploaded === null ? await utils.ai.estimateReading.fetch({ file_id }) : null;
      if (found !== null && found.pages > 0 && found.reads_pictures) {
        setUploaded(file_id);
        setEstimate(found);
        setSending(false);
        return;
      }
      const input = { file_id, name: documentName(document) };
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
      <MakeForm things={[make]} document={file} />
      <Text c="dimmed" mt="md">
        Or see first what it teaches, by topic, with the text that was read.
      </Text>
      {error !== null && <FailedState what="couldn’t read the document" problem={problemOf(error)} />}
      {estimate !== null && (
        <Text aria-live="polite">
          {estimate.pages === 1 ? '1 page is a picture' : `${estimate.pages} pages are pictures`}, which the model
          reads. {estimate.cost !== null && costInWords([estimate.cost])}
        </Text>
      )}
      <Group>
        <Button
          variant="default"
          disabled={file === null}
          loading={isSending}
          onClick={() => file !== null && void send(file)}
        >
          {estimate === null ? 'Read the document' : 'Read it at this cost'}
        </Button>
      </Group>
    </Stack>
  );
}
