import { Button, Group, Stack, Text } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { AI_INPUT_LIMITS } from '@training/shared/ai/ai-limits';
import { useState } from 'react';
import { toDisplayableProblem } from '../../../lib/api/problem.ts';
import { FailedState } from '../../../ui/pages/states.tsx';
import { estimatedCostInWords } from '../cost-note.tsx';
import { DOCUMENT_TYPES, documentKindsInWords, documentNameOf, useDocumentUpload } from './documents.ts';
import { FileDropField } from './file-drop.tsx';
import { GenerateItemsForm, type GeneratedItemKind } from './generate-items-form.tsx';
import { useNavigateToJob } from '../jobs/use-job.ts';
import { useStartJob } from '../jobs/start-job.ts';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('ai');

/** Uploads a document, starts a job that reads it or generates items from it, and opens the job's page. */
export function DocumentForm({ make }: { make: GeneratedItemKind }) {
  const startJob = useStartJob();
  const openJob = useNavigateToJob();
  const [file, setFile] = useState<File | null>(null);
  const upload = useDocumentUpload(file);
  const estimate = upload.uploaded?.estimate ?? null;
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
      const { id: file_id, mustAsk } = await upload.upload(document);
      if (mustAsk) {
        setSending(false);
        return;
      }
      const input = { file_id, name: documentNameOf(document) };
      await openJob((await startJob.mutateAsync({ feature: 'document_extraction', input })).id);
    } catch (refusal) {
      setError(refusal);
      setSending(false);
    }
  };
  return (
    <Stack maw="46rem">
      <FileDropField
        takes="document"
        icon={IconFileText}
        accept={DOCUMENT_TYPES}
        kinds={documentKindsInWords()}
        maxSize={AI_INPUT_LIMITS.documentBytes}
        file={file}
        onFile={choose}
      />
      <GenerateItemsForm things={[make]} document={{ file, upload }} />
      <Text c="dimmed" mt="md">
        {t('seeFirstWhatTeaches')}
      </Text>
      {error !== null && <FailedState what={t('failed.document_extraction')} problem={toDisplayableProblem(error)} />}
      {estimate !== null && (
        <Text aria-live="polite">
          {t('readsPictures', { count: estimate.pages })}{' '}
          {estimate.cost !== null && estimatedCostInWords([estimate.cost])}
        </Text>
      )}
      <Group>
        <Button
          variant="default"
          disabled={file === null}
          loading={isSending}
          onClick={() => file !== null && void send(file)}
        >
          {estimate === null ? t('readTheDocument') : t('readAtCost')}
        </Button>
      </Group>
    </Stack>
  );
}
