import { Alert, Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { MAX_ATTESTATION_DOCUMENT_BYTES } from '@training/shared/attested/attested';
import { useState } from 'react';
import { refusalInWords } from '../../lib/api/refusal-words.ts';
import { loadWithCatalogues } from '../../lib/i18n/catalogues.ts';
import { joinWithDots } from '../../lib/i18n/in-words.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';
import { ScrolledOutcomeList } from '../../ui/lists/outcome-list.tsx';
import type { CsvEncoding } from '../imports/csv-file.ts';
import { formatList } from '../imports/file-import.tsx';
import {
  ChooseFileStage,
  ImportDialog,
  ImportProgress,
  ImportPreviewStage,
  ImportResultStage,
  StoppedImportStage,
  useLockWhileImporting,
  useImportFileReader,
} from '../imports/import-stages.tsx';
import {
  type DocumentsByName,
  listNeededDocumentNames,
  isNewCompletion,
  isRefusedRow,
  collectPastTrainingRefusalsByRow,
  type RowOutcome,
  type PastTrainingImportStage,
  usePastTrainingImport,
} from './use-past-training-import.ts';

const t = translatorOf('attested');

/** Imports past training from a file, after a preview. */
export function ImportPastTrainingDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <ImportDialog opened={opened} onClose={onClose} title={t('importTitle')}>
      {(onBusy) => <Import onClose={onClose} onBusy={onBusy} />}
    </ImportDialog>
  );
}

function Import({ onClose, onBusy }: { onClose: () => void; onBusy: (isBusy: boolean) => void }) {
  const { stage, setStage, rehearse, apply } = usePastTrainingImport();
  useLockWhileImporting(stage.at, onBusy);
  const { choose, readAs } = useImportFileReader(async (bytes, encoding) => {
    // The CSV parser is loaded on demand.
    const { parsePastTrainingFile } = await loadWithCatalogues(import('./parse-past-training-file.ts'));
    const read = parsePastTrainingFile(bytes, encoding);
    if ('problem' in read) setStage({ at: 'choosing', problem: read.problem });
    else await rehearse(read);
  });
  switch (stage.at) {
    case 'choosing':
      return (
        <ChooseFileStage problem={stage.problem} onChoose={choose}>
          <Text>{t.nodes('chooseFileExplained', { name: (text) => <b>{text}</b> })}</Text>
          <Text size="sm" c="dimmed">
            {t('rowsExplained')}
          </Text>
        </ChooseFileStage>
      );
    case 'rehearsing':
      return <ImportProgress stage={stage} words={t('checking', { rows: stage.of })} />;
    case 'sending':
      return <ImportProgress stage={stage} words={t('importing', { rows: stage.of })} />;
    case 'rehearsed':
      return (
        <Rehearsed
          stage={stage}
          onBack={() => setStage({ at: 'choosing' })}
          onEncoding={readAs}
          onApply={(documents) => void apply(stage, stage.outcomes, documents)}
        />
      );
    case 'stopped':
      return <StoppedImportStage stage={stage} words={t('doneSoFar', { rows: stage.done })} onClose={onClose} />;
    case 'sent':
      return (
        <ImportResultStage
          file={stage.file}
          words={t('doneWith', { outcome: countedInWords(stage.outcomes) })}
          refused={collectPastTrainingRefusalsByRow(stage.refused)}
          onClose={onClose}
        >
          <ScrolledOutcomeList label={t('refused')} outcomes={stage.outcomes.filter(isRefusedRow).map(inList)} />
        </ImportResultStage>
      );
  }
}

interface RehearsedProps {
  stage: Extract<PastTrainingImportStage, { at: 'rehearsed' }>;
  onBack: () => void;
  onEncoding: (encoding: CsvEncoding) => void;
  onApply: (documents: DocumentsByName) => void;
}

function Rehearsed({ stage, onBack, onEncoding, onApply }: RehearsedProps) {
  const { outcomes } = stage;
  const [documents, setDocuments] = useState<DocumentsByName>(new Map());
  const named = listNeededDocumentNames(stage);
  const missing = named.filter((name) => !documents.has(name));
  const refused = outcomes.filter(isRefusedRow);
  const added = outcomes.filter(isNewCompletion);
  return (
    <ImportPreviewStage
      stage={stage}
      words={countedInWords(outcomes)}
      refused={collectPastTrainingRefusalsByRow(refused)}
      onEncoding={onEncoding}
      onBack={onBack}
      apply={
        added.length > 0 && (
          <Button disabled={missing.length > 0} onClick={() => onApply(documents)}>
            {t('importCount', { rows: added.length })}
          </Button>
        )
      }
    >
      {named.length > 0 && (
        <ChooseDocuments
          missing={missing}
          onChoose={(files) =>
            setDocuments(new Map([...documents, ...files.map((each) => [nameOf(each), each] as const)]))
          }
        />
      )}
      <ScrolledOutcomeList label={t('whatWouldChange')} outcomes={[...refused, ...added].map(inList)} />
    </ImportPreviewStage>
  );
}

const nameOf = ({ name }: File) => name.normalize();

/** Chooses the documents that a file names. */
function ChooseDocuments({ missing, onChoose }: { missing: string[]; onChoose: (files: File[]) => void }) {
  const [tooLarge, setTooLarge] = useState<string[]>([]);
  const choose = (files: File[]) => {
    const [large, fitting] = [true, false].map((is) =>
      files.filter(({ size }) => size > MAX_ATTESTATION_DOCUMENT_BYTES === is),
    );
    setTooLarge(large!.map(nameOf));
    onChoose(fitting!);
  };
  const shown = [...missing.slice(0, 10), ...(missing.length > 10 ? ['…'] : [])];
  return (
    <Stack gap="xs">
      <Text size="sm">
        {missing.length === 0
          ? t('allDocumentsChosen')
          : t('documentsMissing', { count: missing.length, names: formatList(shown) })}
      </Text>
      {tooLarge.length > 0 && (
        <Alert color="red" role="alert">
          {t('documentsTooLarge', { names: formatList(tooLarge) })}
        </Alert>
      )}
      {missing.length > 0 && (
        <Group>
          <FileButton multiple accept=".pdf,.png,.jpg,.jpeg,application/pdf,image/png,image/jpeg" onChange={choose}>
            {(props) => (
              <Button {...props} variant="default" leftSection={<IconUpload size={16} aria-hidden />}>
                {t('chooseDocuments')}
              </Button>
            )}
          </FileButton>
        </Group>
      )}
    </Stack>
  );
}

const inList = ({ row, email, told, result, refused }: RowOutcome) => ({
  key: String(row),
  name: email || t('row', { row }),
  about: joinWithDots(told),
  words:
    refused === null
      ? t(`result.${result ?? 'unchanged'}`)
      : t('rowRefused', { row, refused: refusalInWords(refused) }),
  isRefused: refused !== null,
});

/** Returns "3 new, 1 refused", in the order of the outcomes. */
function countedInWords(outcomes: readonly RowOutcome[]): string {
  const counts = new Map<NonNullable<RowOutcome['result']> | 'refused', number>();
  for (const { result } of outcomes) counts.set(result ?? 'refused', (counts.get(result ?? 'refused') ?? 0) + 1);
  return formatList([...counts].map(([kind, count]) => t(`countedAs.${kind}`, { count })));
}
