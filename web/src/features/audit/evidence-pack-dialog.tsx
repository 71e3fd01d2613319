import { Button, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { EvidencePackScope } from '@training/shared/evidence/evidence';
import { useState } from 'react';
import { useStoredFormState } from '../../lib/unsaved-input/use-stored-form-input.ts';
import { useWorkspaceSession } from '../../lib/workspace.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { RestoredNotice } from '../../ui/forms/restored-notice.tsx';
import { SearchSelect } from '../../ui/popups/search-select.tsx';
import { PersonChoice } from '../users/person-choice.tsx';
import { SLOW_QUERY_OPTIONS, trpc } from '../../lib/api/trpc.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('audit');

interface ChoiceProps {
  value: string | null;
  onChange: (id: string | null) => void;
}

/** The maximum number of choices shown. Typing more narrows them down. */
const SHOWN = 20;

function ModuleChoice({ value, onChange }: ChoiceProps) {
  const catalog = trpc.catalog.list.useQuery({}, SLOW_QUERY_OPTIONS);
  const choices = (catalog.data ?? []).map(({ title, emoji, modules }) => ({
    group: `${emoji} ${title}`,
    items: modules.map((module) => ({ value: module.id, label: module.title })),
  }));
  return (
    <SearchSelect
      label={t('field.module')}
      choices={choices}
      limit={SHOWN}
      nothing={catalog.isPending ? t('loading') : t('noModulesMatch')}
      error={catalog.isError && t('failedToLoadModules')}
      value={value}
      onChange={onChange}
    />
  );
}

const ABOUT = ['workspace', 'module', 'person'] as const;

/** Downloads the evidence of completions as one ZIP, for auditors. */
export function EvidencePackButton() {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={() => setOpen(true)}>
        {t('evidencePack')}
      </Button>
      <FormDialog opened={isOpen} onClose={close} title={t('evidencePack')}>
        <ChoosePack onClose={close} />
      </FormDialog>
    </>
  );
}

type Pack = { about: string; chosen: string | null; from: string; to: string };

function ChoosePack({ onClose }: { onClose: () => void }) {
  const { workspace } = useWorkspaceSession();
  const given: Pack = { about: 'workspace', chosen: null, from: '', to: '' };
  const { values, change, storedInput } = useStoredFormState(['evidence pack'], given, ['chosen']);
  const { about, chosen, from, to } = values;
  const setChosen = (id: string | null) => change({ chosen: id });
  const cancel = () => {
    storedInput.discard();
    onClose();
  };
  // Keeps the field values: the browser reads the link's address only after this handler.
  const download = () => {
    storedInput.sent();
    onClose();
  };
  const isMissing = about !== 'workspace' && chosen === null;
  const scope = EvidencePackScope.safeParse({
    ...(about === 'module' && chosen !== null && { module_id: chosen }),
    ...(about === 'person' && chosen !== null && { user_id: chosen }),
    ...(from !== '' && { from }),
    ...(to !== '' && { to }),
  });
  const wrong = scope.success ? undefined : scope.error.issues.find(({ path }) => path[0] === 'to')?.message;
  const query = scope.success && !isMissing ? new URLSearchParams(scope.data) : null;
  return (
    <Stack>
      <RestoredNotice storedInput={storedInput} />
      <Text size="sm">{t('packExplained')}</Text>
      <SegmentedControl
        aria-label={t('whatToInclude')}
        data={ABOUT.map((value) => ({ value, label: t(`about.${value}`) }))}
        value={about}
        onChange={(next) => change({ about: next, chosen: null })}
      />
      {about === 'module' && <ModuleChoice value={chosen} onChange={setChosen} />}
      {about === 'person' && <PersonChoice value={chosen} onChange={setChosen} />}
      <Group grow align="flex-start">
        <TextInput
          label={t('completedFrom')}
          type="date"
          value={from}
          onChange={({ currentTarget }) => change({ from: currentTarget.value })}
        />
        <TextInput
          label={t('completedTo')}
          type="date"
          value={to}
          error={wrong}
          onChange={({ currentTarget }) => change({ to: currentTarget.value })}
        />
      </Group>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={cancel}>
          {t('cancel')}
        </Button>
        {query === null ? (
          <Button disabled>{t('download')}</Button>
        ) : (
          <Button component="a" href={`/api/workspaces/${workspace.slug}/evidence-pack?${query}`} onClick={download}>
            {t('download')}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
