import { type DriveCard, MAX_PICKED } from '@training/shared/drives/drive-cards';
import type { DriveFolder, PickedFolder } from '@training/shared/drives/drives';
import { useState } from 'react';
import { NativeSelect, Text, Title } from '@mantine/core';
import { SLOW, trpc } from '../../../lib/api/trpc.ts';
import { counted } from '../../../lib/numbers.ts';
import { problemOf } from '../../../lib/api/problem.ts';
import { useKeptState } from '../../../lib/autosave/use-kept-words.ts';
import { FormDialog, FormInDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { notify } from '../../../ui/notify.ts';
import { nameOf } from '../drive-words.ts';
import { RowButton } from '../../../ui/lists/row-button.tsx';
import { FolderBrowser } from './folder-browser.tsx';
import classes from './folders.module.css';

interface PickDialogProps {
  opened: boolean;
  drive: DriveCard;
  picked: DriveFolder[];
  onClose: () => void;
}

/** Selects the folders to scan. The selection survives Escape; only Cancel discards it. */
export function PickDialog({ opened, drive, picked, onClose }: PickDialogProps) {
  return (
    <FormDialog opened={opened} onClose={onClose} title={`Folders of ${nameOf(drive)}`} size="xl">
      <PickForm id={drive.id} picked={picked} onClose={onClose} />
    </FormDialog>
  );
}

const asPicked = ({ provider_id, drive_id, name, department_id }: DriveFolder): PickedFolder => ({
  provider_id,
  drive_id,
  name,
  department_id,
});

interface PickFormProps {
  id: string;
  picked: DriveFolder[];
  onClose: () => void;
}

function PickForm({ id, picked, onClose }: PickFormProps) {
  const { values, change, words } = useKeptState(['drive folders', id], { chosen: picked.map(asPicked) });
  const { chosen } = values;
  const onChoose = (next: PickedFolder[]) => change({ chosen: next });
  const utils = trpc.useUtils();
  const [seen] = useState(() => picked.map((folder) => folder.id));
  const pick = trpc.drives.pick.useMutation(SLOW);
  const save = async () => {
    const folders = chosen.map(({ provider_id, drive_id, department_id }) => ({
      provider_id,
      drive_id,
      department_id,
    }));
    const { folders: now } = await pick.mutateAsync({ id, folders, seen });
    words.sent();
    notify(now.length === 0 ? 'No folders will be read.' : `${counted(now.length, 'folder')} will be read.`);
    await utils.drives.invalidate();
    onClose();
  };
  return (
    <FormInDialog
      onSubmit={(event) => {
        event.preventDefault();
        // The error is shown above the buttons.
        void save().catch(() => undefined);
      }}
      onClose={onClose}
      words={words}
      failure="Couldn’t save the folders"
      problem={pick.error === null ? null : problemOf(pick.error)}
      submitLabel="Save"
      isSubmitting={pick.isPending}
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
    { value: '', label: 'Everyone' },
    ...(departments.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
  ];
  const assign = (folder: PickedFolder, department_id: string | null) =>
    onChoose(chosen.map((each) => (each === folder ? { ...each, department_id } : each)));
  return (
    <section aria-label="Picked folders">
      <Title order={3} size="sm" mb={4}>
        {chosen.length === 0 ? 'No folders picked' : `${counted(chosen.length, 'folder')} picked`}
      </Title>
      <Text size="xs" c="dimmed">
        Everything in a picked folder is read, at any depth, and suggested to its department.
        {chosen.length >= MAX_PICKED && ` A drive has at most ${MAX_PICKED} picked folders.`}
      </Text>
      <ul className={classes.list}>
        {chosen.map((folder) => (
          <li key={folder.provider_id} className={classes.picked}>
            <bdi className={classes.name}>{folder.name}</bdi>
            <NativeSelect
              size="xs"
              aria-label={`Department of ${folder.name}`}
              data={data}
              value={folder.department_id ?? ''}
              onChange={({ currentTarget }) => assign(folder, currentTarget.value || null)}
            />
            <RowButton
              mt={0}
              aria-label={`Remove ${folder.name}`}
              onClick={() => onChoose(chosen.filter((each) => each !== folder))}
            >
              {' '}
              Remove{' '}
            </RowButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
