import { Alert, Button, FileButton, Group, Progress, Stack, Switch, Text } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import type { PersonOutcome } from '@training/shared/users/people';
import { useEffect, useState } from 'react';
import { withCatalogues } from '../../lib/i18n/catalogues.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { FailedState } from '../../ui/pages/states.tsx';
import { countedInWords, OutcomeList } from './outcome-list.tsx';
import { type Encoding, MOST_BYTES } from '../imports/csv-file.ts';
import { EncodingChoice, listOf, RefusedDownload, useAskedBeforeLeaving } from '../imports/file-import.tsx';
import { reasonsOf } from './refused-people.ts';
import { type Stage, useImport } from './use-import.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('users');

interface ImportDialogProps {
  opened: boolean;
  sendsMail: boolean;
  onClose: () => void;
}

/** Imports people from a file, after a preview. */
export function ImportDialog({ opened, sendsMail, onClose }: ImportDialogProps) {
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
      <Import sendsMail={sendsMail} onClose={onClose} onBusy={setBusy} />
    </Dialog>
  );
}

interface ImportProps {
  sendsMail: boolean;
  onClose: () => void;
  onBusy: (isBusy: boolean) => void;
}

function Import({ sendsMail, onClose, onBusy }: ImportProps) {
  const departments = trpc.departments.list.useQuery();
  const settings = trpc.workspace.get.useQuery();
  const mayLackEmail = settings.data?.people_without_email ?? false;
  const names = new Map((departments.data ?? []).map(({ id, name }) => [id, name]));
  const { stage, setStage, rehearse, apply } = useImport();
  const isBusy = stage.at === 'sending' || stage.at === 'rehearsing';
  useEffect(() => onBusy(isBusy), [isBusy, onBusy]);
  useAskedBeforeLeaving(stage.at === 'sending');
  const [bytes, setBytes] = useState(new Uint8Array());
  const choose = async (file: File | null) => {
    if (file === null) return;
    const chosen = new Uint8Array(await file.slice(0, MOST_BYTES + 1).arrayBuffer());
    setBytes(chosen);
    await readFrom(chosen);
  };
  const readFrom = async (chosen: Uint8Array, encoding?: Encoding) => {
    // The CSV parser is loaded on demand.
    const { readPeople } = await withCatalogues(import('./read-people.ts'));
    const read = readPeople(chosen, departments.data ?? [], { encoding, mayLackEmail });
    if ('problem' in read) setStage({ at: 'choosing', problem: read.problem });
    else await rehearse(read);
  };
  switch (stage.at) {
    case 'choosing':
      return (
        <Choose
          problem={stage.problem}
          isReady={departments.data !== undefined && settings.data !== undefined}
          byNumber={mayLackEmail}
          onChoose={choose}
        />
      );
    case 'rehearsing':
    case 'sending':
      return <Going stage={stage} />;
    case 'rehearsed':
      return (
        <Rehearsed
          stage={stage}
          names={names}
          sendsMail={sendsMail}
          onBack={() => setStage({ at: 'choosing' })}
          onEncoding={(encoding) => void readFrom(bytes, encoding)}
          onApply={(invites) => void apply(stage, stage.outcomes, invites)}
        />
      );
    case 'stopped':
      return (
        <Stack>
          <FailedState what={t('failedToFinishImport')} problem={stage.problem} onRetry={stage.goOn} />
          <Text>{t('doneSoFar', { people: stage.outcomes.length })}</Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('close')}
            </Button>
          </Group>
        </Stack>
      );
    case 'sent':
      return <Sent stage={stage} names={names} onClose={onClose} />;
  }
}

interface ChooseProps {
  problem: string | undefined;
  isReady: boolean;
  /** True if people are found by number, too. */
  byNumber: boolean;
  onChoose: (file: File | null) => Promise<void>;
}

function Choose({ problem, isReady, byNumber, onChoose }: ChooseProps) {
  return (
    <Stack>
      <Text>{t.nodes('chooseFileExplained', { name: (text) => <b>{text}</b> })}</Text>
      <Text size="sm" c="dimmed">
        {t(byNumber ? 'peopleMatchedNumber' : 'peopleMatchedEMail')}
      </Text>
      {problem !== undefined && (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
      <Group>
        <FileButton accept=".csv,text/csv,text/plain" onChange={(file) => void onChoose(file)}>
          {(props) => (
            <Button {...props} data-autofocus loading={!isReady} leftSection={<IconUpload size={16} aria-hidden />}>
              {t('chooseAFile')}
            </Button>
          )}
        </FileButton>
      </Group>
    </Stack>
  );
}

function Going({ stage }: { stage: Extract<Stage, { done: number }> }) {
  const { at, done, of } = stage;
  return (
    <Stack>
      <Text component="output">{t(at === 'rehearsing' ? 'checking' : 'importing', { people: of })}</Text>
      <Progress value={(done / Math.max(of, 1)) * 100} aria-label={t('progress')} />
      {at === 'sending' && (
        <Text size="sm" c="dimmed">
          {t('keepPageOpenIf')}
        </Text>
      )}
    </Stack>
  );
}

const isRefused = ({ refused }: PersonOutcome) => refused !== null;
const isUnchanged = ({ result }: PersonOutcome) => result === 'unchanged';

interface RehearsedProps {
  stage: Extract<Stage, { at: 'rehearsed' }>;
  names: ReadonlyMap<string, string>;
  sendsMail: boolean;
  onBack: () => void;
  onEncoding: (encoding: Encoding) => void;
  onApply: (invites: boolean) => void;
}

function Rehearsed({ stage, names, sendsMail, onBack, onEncoding, onApply }: RehearsedProps) {
  const { outcomes, ignored, rows, file } = stage;
  const [invites, setInvites] = useState(true);
  const changes = outcomes.filter((outcome) => !isRefused(outcome) && !isUnchanged(outcome));
  const created = changes.filter(({ result }) => result === 'created').length;
  const shown = [...outcomes.filter(isRefused), ...changes];
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
      {shown.length > 0 && <OutcomeList label={t('whatWouldChange')} outcomes={shown} departments={names} />}
      {sendsMail && created > 0 && (
        <Switch
          label={t('inviteByMail', { count: created })}
          checked={invites}
          onChange={({ currentTarget }) => setInvites(currentTarget.checked)}
        />
      )}
      <Group justify="flex-end" gap="xs">
        <RefusedDownload file={file} reasons={reasonsOf(rows, outcomes.filter(isRefused))} />
        <Button variant="default" onClick={onBack}>
          {t('chooseAnotherFile')}
        </Button>
        {changes.length > 0 && (
          <Button data-autofocus onClick={() => onApply(invites && sendsMail)}>
            {t('importCount', { people: changes.length })}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

interface SentProps {
  stage: Extract<Stage, { at: 'sent' }>;
  names: ReadonlyMap<string, string>;
  onClose: () => void;
}

function Sent({ stage, names, onClose }: SentProps) {
  const { outcomes, invitations } = stage;
  const refused = [...outcomes, ...invitations].filter(isRefused);
  const invited = invitations.length - invitations.filter(isRefused).length;
  return (
    <Stack>
      <Text fw={500} component="output">
        {invitations.length > 0
          ? t('doneAndInvited', { outcome: countedInWords(outcomes), people: invited })
          : t('doneWith', { outcome: countedInWords(outcomes) })}
      </Text>
      {refused.length > 0 && <OutcomeList label={t('refused')} outcomes={refused} departments={names} />}
      <Group justify="flex-end" gap="xs">
        <RefusedDownload file={stage.file} reasons={reasonsOf(stage.rows, stage.refused)} />
        <Button data-autofocus onClick={onClose}>
          {t('done')}
        </Button>
      </Group>
    </Stack>
  );
}
