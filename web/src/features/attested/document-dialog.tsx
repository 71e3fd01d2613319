import { Alert, Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { type AttestedCompletionEntry, MAX_ATTESTATION_DOCUMENT_BYTES } from '@training/shared/attested/attested';
import { useState } from 'react';
import { toDisplayableProblem } from '../../lib/api/problem.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { notify } from '../../ui/notify.ts';

const t = translatorOf('attested');

interface DocumentDialogProps {
  entry: AttestedCompletionEntry | null;
  onClose: () => void;
}

/** Adds a document, such as a scanned certificate, to past training. */
export function AddDocumentDialog({ entry, onClose }: DocumentDialogProps) {
  return (
    <Dialog opened={entry !== null} onClose={onClose} title={t('addDocument')} size="md">
      {entry && <Choose key={entry.id} entry={entry} onClose={onClose} />}
    </Dialog>
  );
}

function Choose({ entry, onClose }: { entry: AttestedCompletionEntry; onClose: () => void }) {
  const [problem, setProblem] = useState<string | null>(null);
  const utils = trpc.useUtils();
  const uploading = trpc.attested.upload.useMutation();
  const adding = trpc.attested.addDocument.useMutation();
  const choose = async (file: File | null) => {
    if (file === null) return;
    if (file.size > MAX_ATTESTATION_DOCUMENT_BYTES) {
      setProblem(t('documentTooLarge'));
      return;
    }
    setProblem(null);
    try {
      const { id } = await uploading.mutateAsync(file);
      await adding.mutateAsync({ id: entry.id, file_id: id });
      notify(t('documentWasAdded'));
      void utils.attested.invalidate();
      onClose();
    } catch (error) {
      setProblem(toDisplayableProblem(error).detail);
    }
  };
  return (
    <Stack>
      <Text size="sm">{t('aboutDocument', { person: entry.full_name, module: entry.module })}</Text>
      {problem !== null && (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
      <Group>
        <FileButton
          accept=".pdf,.png,.jpg,.jpeg,application/pdf,image/png,image/jpeg"
          onChange={(file) => void choose(file)}
        >
          {(props) => (
            <Button
              {...props}
              data-autofocus
              loading={uploading.isPending || adding.isPending}
              leftSection={<IconUpload size={16} aria-hidden />}
            >
              {t('chooseAFile')}
            </Button>
          )}
        </FileButton>
      </Group>
    </Stack>
  );
}
