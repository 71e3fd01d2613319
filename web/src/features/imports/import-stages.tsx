import { Alert, Button, FileButton, Group, Progress, Stack, Text } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { DisplayableProblem } from '../../lib/api/problem.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { restoreLostFocus } from '../../ui/focus.ts';
import { FailedState } from '../../ui/pages/states.tsx';
import { type CsvFile, type CsvEncoding, MAX_BYTES_PER_CSV_FILE } from './csv-file.ts';
import { EncodingChoice, formatList, DownloadRefusedRowsButton, useWarnBeforeUnload } from './file-import.tsx';

const t = translatorOf('users');

interface ImportDialogProps {
  opened: boolean;
  title: string;
  onClose: () => void;
  /** The import. It calls `onBusy` while closing would interrupt it. */
  children: (onBusy: (isBusy: boolean) => void) => ReactNode;
}

/** The dialog of an import from a file. */
export function ImportDialog({ opened, title, onClose, children }: ImportDialogProps) {
  const [isBusy, setBusy] = useState(false);
  return (
    <Dialog opened={opened} onClose={onClose} title={title} size="lg" isLocked={isBusy} closeOnClickOutside={false}>
      {children(setBusy)}
    </Dialog>
  );
}

/** Locks the dialog while an import is busy, and warns before the tab is closed while it changes something. */
export function useLockWhileImporting(at: string, onBusy: (isBusy: boolean) => void) {
  const isBusy = at === 'sending' || at === 'rehearsing';
  useEffect(() => onBusy(isBusy), [isBusy, onBusy]);
  useWarnBeforeUnload(at === 'sending');
}

/** Reads a chosen file with `read`, and reads it again in another encoding. */
export function useImportFileReader(read: (bytes: Uint8Array, encoding?: CsvEncoding) => Promise<void>) {
  const [bytes, setBytes] = useState(new Uint8Array());
  return {
    choose: async (file: File | null) => {
      if (file === null) return;
      const chosen = new Uint8Array(await file.slice(0, MAX_BYTES_PER_CSV_FILE + 1).arrayBuffer());
      setBytes(chosen);
      await read(chosen);
    },
    readAs: (encoding: CsvEncoding) => void read(bytes, encoding),
  };
}

interface ChooseFileProps {
  /** Why the chosen file can't be imported. */
  problem: string | undefined;
  isLoading?: boolean;
  onChoose: (file: File | null) => Promise<void>;
  /** The columns of the file. */
  children: ReactNode;
}

export function ChooseFileStage({ problem, isLoading = false, onChoose, children }: ChooseFileProps) {
  return (
    <Stack>
      {children}
      {problem !== undefined && (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
      <Group>
        <FileButton accept=".csv,text/csv,text/plain" onChange={(file) => void onChoose(file)}>
          {(props) => (
            <Button {...props} data-autofocus loading={isLoading} leftSection={<IconUpload size={16} aria-hidden />}>
              {t('chooseAFile')}
            </Button>
          )}
        </FileButton>
      </Group>
    </Stack>
  );
}

interface ImportProgressProps {
  stage: { at: 'rehearsing' | 'sending'; done: number; of: number };
  words: string;
}

/** The progress of a preview or an import. */
export function ImportProgress({ stage: { at, done, of }, words }: ImportProgressProps) {
  return (
    <Stack>
      <Text component="output">{words}</Text>
      <Progress value={(done / Math.max(of, 1)) * 100} aria-label={t('progress')} />
      {at === 'sending' && (
        <Text size="sm" c="dimmed">
          {t('keepPageOpenIf')}
        </Text>
      )}
    </Stack>
  );
}

interface StoppedImportProps {
  stage: { problem: DisplayableProblem; goOn: () => void };
  /** Text that says how much is done. */
  words: string;
  onClose: () => void;
}

export function StoppedImportStage({ stage: { problem, goOn }, words, onClose }: StoppedImportProps) {
  return (
    <Stack>
      <FailedState what={t('failedToFinishImport')} problem={problem} onRetry={goOn} />
      <Text ref={restoreLostFocus} tabIndex={-1}>
        {words}
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('close')}
        </Button>
      </Group>
    </Stack>
  );
}

interface RehearsedImportProps {
  stage: { file: CsvFile; ignored: readonly string[] };
  /** Text that counts the changes. */
  words: string;
  /** Reasons of refused rows, by row number. */
  refused: ReadonlyMap<number, string>;
  onEncoding: (encoding: CsvEncoding) => void;
  onBack: () => void;
  /** The button that imports; null if nothing would change. */
  apply: ReactNode;
  children: ReactNode;
}

/** The preview of an import. */
export function ImportPreviewStage(props: RehearsedImportProps) {
  const { file, ignored } = props.stage;
  return (
    <Stack>
      <Text ref={restoreLostFocus} tabIndex={-1} fw={500} component="output">
        {props.words}
      </Text>
      <EncodingChoice file={file} onChange={props.onEncoding} />
      {ignored.length > 0 && (
        <Text size="sm" c="dimmed">
          {t('columnsLeftOut', { columns: formatList(ignored) })}
        </Text>
      )}
      {props.children}
      <Group justify="flex-end" gap="xs">
        <DownloadRefusedRowsButton file={file} reasons={props.refused} />
        <Button variant="default" onClick={props.onBack}>
          {t('chooseAnotherFile')}
        </Button>
        {props.apply}
      </Group>
    </Stack>
  );
}

interface SentImportProps {
  file: CsvFile;
  words: string;
  /** Reasons of refused rows, by row number. */
  refused: ReadonlyMap<number, string>;
  onClose: () => void;
  /** The outcomes that were refused. */
  children: ReactNode;
}

/** The result of an import. */
export function ImportResultStage({ file, words, refused, onClose, children }: SentImportProps) {
  return (
    <Stack>
      <Text ref={restoreLostFocus} tabIndex={-1} fw={500} component="output">
        {words}
      </Text>
      {children}
      <Group justify="flex-end" gap="xs">
        <DownloadRefusedRowsButton file={file} reasons={refused} />
        <Button onClick={onClose}>{t('done')}</Button>
      </Group>
    </Stack>
  );
}
