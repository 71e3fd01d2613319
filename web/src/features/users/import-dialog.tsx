import { Button, Switch, Text } from '@mantine/core';
import type { PersonChangeOutcome } from '@training/shared/users/people';
import { useState } from 'react';
import { loadWithCatalogues } from '../../lib/i18n/catalogues.ts';
import { trpc } from '../../lib/api/trpc.ts';
import type { CsvEncoding } from '../imports/csv-file.ts';
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
import { outcomeCountsInWords, PersonOutcomeList } from './outcome-list.tsx';
import { collectPersonRefusalsByRow } from './refused-people.ts';
import { type PeopleImportStage, usePeopleImport } from './use-import.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('users');

interface ImportProps {
  sendsMail: boolean;
  onClose: () => void;
}

/** Imports people from a file, after a preview. */
export function ImportPeopleDialog({ opened, ...props }: ImportProps & { opened: boolean }) {
  return (
    <ImportDialog opened={opened} onClose={props.onClose} title={t('importTitle')}>
      {(onBusy) => <Import {...props} onBusy={onBusy} />}
    </ImportDialog>
  );
}

function Import({ sendsMail, onClose, onBusy }: ImportProps & { onBusy: (isBusy: boolean) => void }) {
  const departments = trpc.departments.list.useQuery();
  const settings = trpc.workspace.get.useQuery();
  const mayLackEmail = settings.data?.people_without_email ?? false;
  const names = new Map((departments.data ?? []).map(({ id, name }) => [id, name]));
  const { stage, setStage, rehearse, apply } = usePeopleImport();
  useLockWhileImporting(stage.at, onBusy);
  const { choose, readAs } = useImportFileReader(async (bytes, encoding) => {
    // The CSV parser is loaded on demand.
    const { parsePeopleFile } = await loadWithCatalogues(import('./parse-people-file.ts'));
    const read = parsePeopleFile(bytes, departments.data ?? [], { encoding, mayLackEmail });
    if ('problem' in read) setStage({ at: 'choosing', problem: read.problem });
    else await rehearse(read);
  });
  switch (stage.at) {
    case 'choosing':
      return (
        <ChooseFileStage
          problem={stage.problem}
          isLoading={departments.data === undefined || settings.data === undefined}
          onChoose={choose}
        >
          <Text>{t.nodes('chooseFileExplained', { name: (text) => <b>{text}</b> })}</Text>
          <Text size="sm" c="dimmed">
            {t(mayLackEmail ? 'peopleMatchedNumber' : 'peopleMatchedEMail')}
          </Text>
        </ChooseFileStage>
      );
    case 'rehearsing':
      return <ImportProgress stage={stage} words={t('checking', { people: stage.of })} />;
    case 'sending':
      return <ImportProgress stage={stage} words={t('importing', { people: stage.of })} />;
    case 'rehearsed':
      return (
        <Rehearsed
          stage={stage}
          names={names}
          sendsMail={sendsMail}
          onBack={() => setStage({ at: 'choosing' })}
          onEncoding={readAs}
          onApply={(invites) => void apply(stage, stage.outcomes, invites)}
        />
      );
    case 'stopped':
      return <StoppedImportStage stage={stage} words={t('doneSoFar', { people: stage.done })} onClose={onClose} />;
    case 'sent':
      return <Sent stage={stage} names={names} onClose={onClose} />;
  }
}

const isRefused = ({ refused }: PersonChangeOutcome) => refused !== null;
const isUnchanged = ({ result }: PersonChangeOutcome) => result === 'unchanged';

interface RehearsedProps {
  stage: Extract<PeopleImportStage, { at: 'rehearsed' }>;
  names: ReadonlyMap<string, string>;
  sendsMail: boolean;
  onBack: () => void;
  onEncoding: (encoding: CsvEncoding) => void;
  onApply: (invites: boolean) => void;
}

function Rehearsed({ stage, names, sendsMail, onBack, onEncoding, onApply }: RehearsedProps) {
  const { outcomes, rows } = stage;
  const [invites, setInvites] = useState(true);
  const refused = outcomes.filter(isRefused);
  const changes = outcomes.filter((outcome) => !isRefused(outcome) && !isUnchanged(outcome));
  const created = changes.filter(({ result }) => result === 'created').length;
  return (
    <ImportPreviewStage
      stage={stage}
      words={outcomeCountsInWords(outcomes)}
      refused={collectPersonRefusalsByRow(rows, refused)}
      onEncoding={onEncoding}
      onBack={onBack}
      apply={
        changes.length > 0 && (
          <Button onClick={() => onApply(invites && sendsMail)}>{t('importCount', { people: changes.length })}</Button>
        )
      }
    >
      <PersonOutcomeList label={t('whatWouldChange')} outcomes={[...refused, ...changes]} departments={names} />
      {sendsMail && created > 0 && (
        <Switch
          label={t('inviteByMail', { count: created })}
          checked={invites}
          onChange={({ currentTarget }) => setInvites(currentTarget.checked)}
        />
      )}
    </ImportPreviewStage>
  );
}

interface SentProps {
  stage: Extract<PeopleImportStage, { at: 'sent' }>;
  names: ReadonlyMap<string, string>;
  onClose: () => void;
}

function Sent({ stage, names, onClose }: SentProps) {
  const { outcomes, invitations } = stage;
  const refused = [...outcomes, ...invitations].filter(isRefused);
  const invited = invitations.length - invitations.filter(isRefused).length;
  const words = { outcome: outcomeCountsInWords(outcomes) };
  return (
    <ImportResultStage
      file={stage.file}
      words={invitations.length > 0 ? t('doneAndInvited', { ...words, people: invited }) : t('doneWith', words)}
      refused={collectPersonRefusalsByRow(stage.rows, stage.refused)}
      onClose={onClose}
    >
      <PersonOutcomeList label={t('refused')} outcomes={refused} departments={names} />
    </ImportResultStage>
  );
}
