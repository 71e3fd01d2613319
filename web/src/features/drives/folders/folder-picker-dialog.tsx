import { type DriveSummary, MAX_PICKED_FOLDERS_PER_DRIVE } from '@training/shared/drives/drive-summaries';
import type { ScannedDriveFolder, PickedFolder } from '@training/shared/drives/drives';
import { useState } from 'react';
import { NativeSelect, Text, Title } from '@mantine/core';
import { SLOW_QUERY_OPTIONS, trpc } from '../../../lib/api/trpc.ts';
import { useStoredFormState } from '../../../lib/unsaved-input/use-stored-form-input.ts';
import { FormDialog, FormInDialog, formStateOfMutations } from '../../../ui/dialogs/form-dialog.tsx';
import { notify } from '../../../ui/notify.ts';
import { driveNameOf } from '../drive-words.ts';
import { CompactRowButton } from '../../../ui/lists/row-button.tsx';
import { FolderBrowser } from './folder-browser.tsx';
import classes from './folders.module.css';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('drives');

interface PickDialogProps {
  opened: boolean;
  drive: DriveSummary;
  picked: ScannedDriveFolder[];
  onClose: () => void;
}

/** Selects the folders to scan. The selection survives Escape; only Cancel discards it. */
export function FolderPickerDialog({ opened, drive, picked, onClose }: PickDialogProps) {
  return (
    <FormDialog opened={opened} onClose={onClose} title={t('foldersOf', { drive: driveNameOf(drive) })} size="xl">
      <PickForm id={drive.id} picked={picked} onClose={onClose} />
    </FormDialog>
  );
}

const asPicked = ({ provider_id, drive_id, name, department_id }: ScannedDriveFolder): PickedFolder => ({
  provider_id,
  drive_id,
  name,
  department_id,
});

interface PickFormProps {
  id: string;
  picked: ScannedDriveFolder[];
  onClose: () => void;
}

function PickForm({ id, picked, onClose }: PickFormProps) {
  const { values, change, storedInput } = useStoredFormState(['drive folders', id], { chosen: picked.map(asPicked) });
  const { chosen } = values;
  const onChoose = (next: PickedFolder[]) => change({ chosen: next });
  const utils = trpc.useUtils();
  const [seen] = useState(() => picked.map((folder) => folder.id));
  const pick = trpc.drives.pick.useMutation({
    ...SLOW_QUERY_OPTIONS,
    onSuccess: async ({ folders }) => {
      storedInput.sent();
      notify(t('foldersWillBeRead', { count: folders.length }));
      await utils.drives.invalidate();
      onClose();
    },
  });
  const save = () => {
    const folders = chosen.map(({ provider_id, drive_id, department_id }) => ({
      provider_id,
      drive_id,
      department_id,
    }));
    pick.mutate({ id, folders, seen });
  };
  return (
    <FormInDialog
      onSubmit={save}
      onClose={onClose}
      storedInput={storedInput}
      failure={t('failedToSaveFolders')}
      {...formStateOfMutations(pick)}
      submitLabel={t('save')}
    >
      <FolderBrowser id={id} chosen={chosen} onChoose={onChoose} />
      <PickedList chosen={chosen} onChoose={onChoose} />
    </FormInDialog>
  );
}

interface PickedListProps {
  chosen: PickedFolder[];
  onChoose: (chosen: PickedFolder[]) => void;
}

/** The selected folders, each with the department that gets the suggestions from its documents. */
function PickedList({ chosen, onChoose }: PickedListProps) {
  const departments = trpc.departments.list.useQuery();
  const data = [
    { value: '', label: t('everyone') },
    ...(departments.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
  ];
  const assign = (folder: PickedFolder, department_id: string | null) =>
    onChoose(chosen.map((each) => (each === folder ? { ...each, department_id } : each)));
  return (
    <section aria-label={t('pickedFolders')}>
      <Title order={3} size="sm" mb={4}>
        {t('foldersPicked', { count: chosen.length })}
      </Title>
      <Text size="xs" c="dimmed">
        {t('pickedFoldersAreRead')}
        {chosen.length >= MAX_PICKED_FOLDERS_PER_DRIVE &&
          ` ${t('atMostPicked', { most: MAX_PICKED_FOLDERS_PER_DRIVE })}`}
      </Text>
      <ul className={classes.list}>
        {chosen.map((folder) => (
          <li key={folder.provider_id} className={classes.picked}>
            <bdi className={classes.name}>{folder.name}</bdi>
            <NativeSelect
              size="xs"
              aria-label={t('departmentOf', { folder: folder.name })}
              data={data}
              value={folder.department_id ?? ''}
              onChange={({ currentTarget }) => assign(folder, currentTarget.value || null)}
            />
            <CompactRowButton
              mt={0}
              aria-label={t('removeFolder', { folder: folder.name })}
              onClick={() => onChoose(chosen.filter((each) => each !== folder))}
            >
              {' '}
              {t('remove')}{' '}
            </CompactRowButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
