import { Anchor, Button, Code, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import {
  type DeviceSetUpCode,
  ListedDevicePeople,
  DevicePeopleDisplay,
  EnrolDevice,
} from '@training/shared/devices/devices';
import { QRCodeSVG } from 'qrcode.react';
import { useState } from 'react';
import { trpc } from '../../lib/api/trpc.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { FormDialog, FormInDialog } from '../../ui/dialogs/form-dialog.tsx';
import { useContractForm } from '../../ui/forms/contract-form.ts';
import { TimeUntil } from '../../ui/time.tsx';
import { SearchSelect } from '../../ui/popups/search-select.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';
import classes from '../pins/pins.module.css';

const t = translatorOf('pins');

interface EnrolDeviceDialogProps {
  opened: boolean;
  /** True for a manager, whose devices are for their team. */
  isTeam?: boolean;
  onClose: () => void;
}

/** Enrols a shared device, and shows the code that sets it up once. */
export function EnrolDeviceDialog({ opened, isTeam = false, onClose }: EnrolDeviceDialogProps) {
  const [created, setCreated] = useState<DeviceSetUpCode | null>(null);
  const onCreated = (code: DeviceSetUpCode) => {
    setCreated(code);
    onClose();
  };
  return (
    <>
      <FormDialog opened={opened} onClose={onClose} title={t('enrolDevice')}>
        <EnrolForm isTeam={isTeam} onCreated={onCreated} onClose={onClose} />
      </FormDialog>
      <Dialog
        opened={created !== null}
        onClose={() => setCreated(null)}
        title={t('setUpDevice')}
        closeOnClickOutside={false}
      >
        {created !== null && <CodeOnce created={created} onClose={() => setCreated(null)} />}
      </Dialog>
    </>
  );
}

interface EnrolFormProps {
  isTeam: boolean;
  onCreated: (code: DeviceSetUpCode) => void;
  onClose: () => void;
}

type Whom = 'everyone' | 'department' | 'team';

function EnrolForm({ isTeam, onCreated, onClose }: EnrolFormProps) {
  const utils = trpc.useUtils();
  const departments = trpc.departments.list.useQuery(undefined, { enabled: !isTeam }).data ?? [];
  const enrol = trpc.sharedDevices.enrol.useMutation({ gcTime: 0 });
  const [whom, setWhom] = useState<Whom>('everyone');
  const empty: EnrolDevice = { name: '', shows: 'name', lists: 'everyone', department_id: null, manager_id: null };
  const { form, inDialog } = useContractForm(EnrolDevice, empty, ['shared device']);
  const send = async (input: EnrolDevice) => {
    const created = await enrol.mutateAsync(input);
    enrol.reset();
    void utils.sharedDevices.invalidate();
    onCreated(created);
  };
  const choose = (chosen: Whom) => {
    setWhom(chosen);
    const [first] = departments;
    form.setValues({ department_id: chosen === 'department' ? (first?.id ?? null) : null, manager_id: null });
  };
  return (
    <FormInDialog {...inDialog(send)} onClose={onClose} failure={t('failedToEnrol')} submitLabel={t('enrolDevice')}>
      <TextInput
        label={t('deviceName')}
        description={t('deviceNameExplained')}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
      {!isTeam && (
        <NativeSelect
          label={t('whoSignsIn')}
          value={whom}
          data={(['everyone', 'department', 'team'] as const).map((value) => ({ value, label: t(`whom.${value}`) }))}
          onChange={({ currentTarget: { value } }) =>
            choose(value === 'department' || value === 'team' ? value : 'everyone')
          }
        />
      )}
      {whom === 'department' && (
        <NativeSelect
          label={t('department')}
          data={departments.map(({ id, name }) => ({ value: id, label: name }))}
          {...form.getInputProps('department_id')}
        />
      )}
      {whom === 'team' && (
        <ManagerChoice value={form.values.manager_id} onChange={(id) => form.setFieldValue('manager_id', id)} />
      )}
      <NativeSelect
        label={t('deviceShows')}
        data={DevicePeopleDisplay.options.map((value) => ({ value, label: t(`shows.${value}`) }))}
        {...form.getInputProps('shows')}
      />
      {form.values.shows !== 'number' && (
        <NativeSelect
          label={t('deviceLists')}
          description={t('deviceListsExplained')}
          data={ListedDevicePeople.options.map((value) => ({ value, label: t(`lists.${value}`) }))}
          {...form.getInputProps('lists')}
        />
      )}
    </FormInDialog>
  );
}

function ManagerChoice({ value, onChange }: { value: string | null; onChange: (id: string | null) => void }) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), 250);
  const people = trpc.users.search.useQuery({ search, limit: 20 }, { placeholderData: keepPreviousData }).data?.users;
  const items = (people ?? []).map(({ id, full_name }) => ({ value: id, label: full_name }));
  return (
    <SearchSelect
      label={t('manager')}
      choices={[{ items }]}
      // The server has already filtered them.
      isFiltered
      nothing={t('noOneMatches')}
      value={value}
      onChange={onChange}
      onSearch={setTyped}
    />
  );
}

function CodeOnce({ created: { code, url, expires_at }, onClose }: { created: DeviceSetUpCode; onClose: () => void }) {
  return (
    <Stack>
      <Text>{t('openOnDevice')}</Text>
      <Group>
        <div className={classes.code}>
          <QRCodeSVG value={url} size={128} title={t('setUpDevice')} />
        </div>
        <Stack gap={4}>
          <Text>{`${location.host}/sign-in/device`}</Text>
          <Code>{code}</Code>
          <Text size="sm" c="dimmed">
            {t.nodes('codeIsValid', { time: () => <TimeUntil at={expires_at} /> })}
          </Text>
        </Stack>
      </Group>
      <Text size="sm">
        <Anchor href={url} rel="noreferrer">
          {t('useThisDevice')}
        </Anchor>
      </Text>
      <Group justify="flex-end">
        <Button onClick={onClose}>{t('done')}</Button>
      </Group>
    </Stack>
  );
}
