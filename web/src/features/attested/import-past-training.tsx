import { Alert, Button, FileButton, Group, List, Progress, Stack, Text } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { DOCUMENT_BYTES } from '@training/shared/attested/attested';
import { useEffect, useState } from 'react';
import { wordsOf } from '../../lib/api/refusal-words.ts';
import { withCatalogues } from '../../lib/i18n/catalogues.ts';
import { inDots } from '../../lib/i18n/in-words.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { FailedState } from '../../ui/pages/states.tsx';
import { type Encoding, MOST_BYTES } from '../imports/csv-file.ts';
import { EncodingChoice, listOf, RefusedDownload, useAskedBeforeLeaving } from '../imports/file-import.tsx';
import classes from './attested.module.css';
import {
  type Documents,
  documentsOf,
  isNew,
  isRefused,
  reasonsOf,
  type RowOutcome,
  type Stage,
  usePastTrainingImport,
} from './use-past-training-import.ts';

const t = translatorOf('attested');

/** Imports past training from a file, after a preview. */
export function ImportPastTraining({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [isBusy, setBusy] = useState(false);
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('importTitle')}
      size="lg"
      isLocked={isBusy}
      closeOnClickOutside={false}
    >
      <Import onClose={onClose} onBusy={setBusy} />
    </Dialog>
  );
}

function Import({ onClose, onBusy }: { onClose: () => void; onBusy: (isBusy: boolean) => void }) {
  const { stage, setStage, rehearse, apply } = usePastTrainingImport();
  const isBusy = stage.at === 'sending' || stage.at === 'rehearsing';
  useEffect(() => onBusy(isBusy), [isBusy, onBusy]);
  useAskedBeforeLeaving(stage.at === 'sending');
  const [bytes, setBytes] = useState(new Uint8Array());
  const readFrom = async (chosen: Uint8Array, encoding?: Encoding) => {
    // The CSV parser is loaded on demand.
    const { readPastTraining } = await withCatalogues(import('./read-past-training.ts'));
    const read = readPastTraining(chosen, encoding);
    if ('problem' in read) setStage({ at: 'choosing', problem: read.problem });
    else await rehearse(read);
  };
  const choose = async (file: File | null) => {
    if (file === null) return;
    const chosen = new Uint8Array(await file.slice(0, MOST_BYTES + 1).arrayBuffer());
    setBytes(chosen);
    await readFrom(chosen);
  };
  switch (stage.at) {
    case 'choosing':
      return <Choose problem={stage.problem} onChoose={choose} />;
    case 'rehearsing':
    case 'sending':
      return <Going stage={stage} />;
    case 'rehearsed':
      return (
        <Rehearsed
          stage={stage}
          onBack={() => setStage({ at: 'choosing' })}
          onEncoding={(encoding) => void readFrom(bytes, encoding)}
          onApply={(documents) => void apply(stage, stage.outcomes, documents)}
        />
      );
    case 'stopped':
      return (
        <Stack>
          <FailedState what={t('failedToFinishImport')} problem={stage.problem} onRetry={stage.goOn} />
          <Text>{t('doneSoFar', { rows: stage.done })}</Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('close')}
            </Button>
          </Group>
        </Stack>
      );
    case 'sent':
      return <Sent stage={stage} onClose={onClose} />;
  }
}

interface ChooseProps {
  problem: string | undefined;
  onChoose: (file: File | null) => Promise<void>;
}

function Choose({ problem, onChoose }: ChooseProps) {
  return (
    <Stack>
      <Text>{t.nodes('chooseFileExplained', { name: (text) => <b>{text}</b> })}</Text>
      <Text size="sm" c="dimmed">
        {t('rowsExplained')}
      </Text>
      {problem !== undefined && (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
      <Group>
        <FileButton accept=".csv,text/csv,text/plain" onChange={(file) => void onChoose(file)}>
          {(props) => (
            <Button {...props} data-autofocus leftSection={<IconUpload size={16} aria-hidden />}>
              {t('chooseAFile')}
            </Button>
          )}
        </FileButton>
      </Group>
    </Stack>
  );
}

function Going({ stage: { at, done, of } }: { stage: Extract<Stage, { done: number; of: number }> }) {
  return (
    <Stack>
      <Text component="output">{t(at === 'rehearsing' ? 'checking' : 'importing', { rows: of })}</Text>
      <Progress value={(done / Math.max(of, 1)) * 100} aria-label={t('progress')} />
      {at === 'sending' && (
        <Text size="sm" c="dimmed">
          {t('keepPageOpenIf')}
        </Text>
      )}
    </Stack>
  );
}

interface RehearsedProps {
  stage: Extract<Stage, { at: 'rehearsed' }>;
  onBack: () => void;
  onEncoding: (encoding: Encoding) => void;
  onApply: (documents: Documents) => void;
}

function Rehearsed({ stage, onBack, onEncoding, onApply }: RehearsedProps) {
  const { outcomes, ignored, file } = stage;
  const [documents, setDocuments] = useState<Documents>(new Map());
  const named = documentsOf(stage);
  const missing = named.filter((name) => !documents.has(name));
  const refused = outcomes.filter(isRefused);
  const added = outcomes.filter(isNew);
  return (
    <Stack>
      <Text fw={500} component="output">
        {countedInWords(outcomes)}
      </Text>
      <EncodingChoice file={file} onChange={onEncoding} />
      {ignored.length > 0 && (
        <Text size="sm" c="dimmed">
          {t('columnsLeftOut', { columns: listOf(ignored) })}
        </Text>
      )}
      {named.length > 0 && (
        <ChooseDocuments
          missing={missing}
          onChoose={(files) =>
            setDocuments(new Map([...documents, ...files.map((each) => [nameOf(each), each] as const)]))
          }
        />
      )}
      <Outcomes label={t('whatWouldChange')} outcomes={[...refused, ...added]} />
      <Group justify="flex-end" gap="xs">
        <RefusedDownload file={file} reasons={reasonsOf(refused)} />
        <Button variant="default" onClick={onBack}>
          {t('chooseAnotherFile')}
        </Button>
        {added.length > 0 && (
          <Button data-autofocus disabled={missing.length > 0} onClick={() => onApply(documents)}>
            {t('importCount', { rows: added.length })}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

const nameOf = ({ name }: File) => name.normalize();

/** Chooses the documents that a file names. */
function ChooseDocuments({ missing, onChoose }: { missing: string[]; onChoose: (files: File[]) => void }) {
  const [tooLarge, setTooLarge] = useState<string[]>([]);
  const choose = (files: File[]) => {
    const [large, fitting] = [true, false].map((is) => files.filter(({ size }) => size > DOCUMENT_BYTES === is));
    setTooLarge(large!.map(nameOf));
    onChoose(fitting!);
  };
  const shown = [...missing.slice(0, 10), ...(missing.length > 10 ? ['…'] : [])];
  return (
    <Stack gap="xs">
      <Text size="sm">
        {missing.length === 0
          ? t('allDocumentsChosen')
          : t('documentsMissing', { count: missing.length, names: listOf(shown) })}
      </Text>
      {tooLarge.length > 0 && (
        <Alert color="red" role="alert">
          {t('documentsTooLarge', { names: listOf(tooLarge) })}
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

function Sent({ stage, onClose }: { stage: Extract<Stage, { at: 'sent' }>; onClose: () => void }) {
  const { outcomes, refused, file } = stage;
  return (
    <Stack>
      <Text fw={500} component="output">
        {t('doneWith', { outcome: countedInWords(outcomes) })}
      </Text>
      <Outcomes label={t('refused')} outcomes={outcomes.filter(isRefused)} />
      <Group justify="flex-end" gap="xs">
        <RefusedDownload file={file} reasons={reasonsOf(refused)} />
        <Button data-autofocus onClick={onClose}>
          {t('done')}
        </Button>
      </Group>
    </Stack>
  );
}

/** What became of each row, or the reason of its refusal. */
function Outcomes({ label, outcomes }: { label: string; outcomes: readonly RowOutcome[] }) {
  if (outcomes.length === 0) return null;
  return (
    // Focusable, so that keyboard users can scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={classes.outcomes} aria-label={label} tabIndex={0}>
      <List size="sm" listStyleType="none" spacing={6}>
        {outcomes.map(({ row, email, told, result, refused }) => (
          <List.Item key={row}>
            <Text span fw={500}>
              {email || t('row', { row })}
            </Text>{' '}
            <Text span c="dimmed">
              {inDots(told)}
            </Text>
            <Text size="sm" c={refused === null ? 'dimmed' : 'var(--mantine-color-error)'}>
              {refused === null
                ? t(`result.${result ?? 'unchanged'}`)
                : t('rowRefused', { row, refused: wordsOf(refused) })}
            </Text>
          </List.Item>
        ))}
      </List>
    </section>
  );
}

/** Returns "3 new, 1 refused", in the order of the outcomes. */
function countedInWords(outcomes: readonly RowOutcome[]): string {
  const counts = new Map<NonNullable<RowOutcome['result']> | 'refused', number>();
  for (const { result } of outcomes) counts.set(result ?? 'refused', (counts.get(result ?? 'refused') ?? 0) + 1);
  return listOf([...counts].map(([kind, count]) => t(`countedAs.${kind}`, { count })));
}
