import { NativeSelect, Text, Title } from '@mantine/core';
import { MAX_PICKED } from '@training/shared/drives/drive-cards';
import type { PickedFolder } from '@training/shared/drives/drives';
import { trpc } from '../../../lib/api/trpc.ts';
import { counted } from '../../../lib/numbers.ts';
import { RowButton } from '../../../ui/lists/row-button.tsx';
import classes from './folders.module.css';

interface PickedListProps {
  chosen: PickedFolder[];
  onChoose: (chosen: PickedFolder[]) => void;
}

/** The selected folders, each with the department that gets the suggestions from its documents. */
export function PickedList({ chosen, onChoose }: PickedListProps) {
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
