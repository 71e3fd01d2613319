import { ActionIcon, Group, List, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconX } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { AddShifts } from '@training/shared/shifts/shifts';
import { useState } from 'react';
import { trpc } from '../../lib/api/trpc.ts';
import { useStoredFormState } from '../../lib/unsaved-input/use-stored-form-input.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';
import { FormDialog, FormInDialog, formStateOfMutations } from '../../ui/dialogs/form-dialog.tsx';
import { notify } from '../../ui/notify.ts';
import { SearchSelect } from '../../ui/popups/search-select.tsx';

const t = translatorOf('pins');

interface AddShiftDialogProps {
  opened: boolean;
  onClose: () => void;
}

/** Gives people a shift. */
export function AddShiftDialog({ opened, onClose }: AddShiftDialogProps) {
  return (
    <FormDialog opened={opened} onClose={onClose} title={t('addShift')}>
      <AddShiftForm onClose={onClose} />
    </FormDialog>
  );
}

type Someone = { id: string; full_name: string };

/** Converts the reader's local time to a timestamp; empty if there is none. */
const momentOf = (local: string) => (local === '' ? '' : new Date(local).toISOString());

function AddShiftForm({ onClose }: { onClose: () => void }) {
  const utils = trpc.useUtils();
  const { values, change, storedInput } = useStoredFormState(['shift'], { begins: '', ends: '' });
  const [people, setPeople] = useState<readonly Someone[]>([]);
  const [isTried, setTried] = useState(false);
  const adding = trpc.shifts.add.useMutation({
    onSuccess: () => {
      storedInput.sent();
      notify(t('shiftsWereAdded', { count: people.length }));
      void utils.shifts.invalidate();
      onClose();
    },
  });
  const { begins, ends } = values;
  const [starts_at, ends_at] = [momentOf(begins), momentOf(ends)];
  const input = AddShifts.safeParse({ user_ids: people.map(({ id }) => id), starts_at, ends_at });
  const wrongTime = begins === '' || ends === '' ? t('enterTimes') : people.length > 0 && !input.success;
  const submit = () => {
    setTried(true);
    if (input.success) adding.mutate(input.data);
  };
  return (
    <FormInDialog
      onSubmit={submit}
      onClose={onClose}
      storedInput={storedInput}
      failure={t('failedToAddShift')}
      {...formStateOfMutations(adding)}
      submitLabel={t('addShift')}
    >
      <PeopleChoice value={people} onChange={setPeople} error={isTried && people.length === 0 && t('choosePeople')} />
      <TextInput
        label={t('shiftBegins')}
        type="datetime-local"
        required
        value={begins}
        onChange={({ currentTarget }) => change({ begins: currentTarget.value })}
      />
      <TextInput
        label={t('shiftEnds')}
        type="datetime-local"
        required
        value={ends}
        error={isTried && (wrongTime === true ? t('shiftTooLong') : wrongTime)}
        onChange={({ currentTarget }) => change({ ends: currentTarget.value })}
      />
    </FormInDialog>
  );
}

interface PeopleChoiceProps {
  value: readonly Someone[];
  onChange: (people: readonly Someone[]) => void;
  error: string | false;
}

function PeopleChoice({ value, onChange, error }: PeopleChoiceProps) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), 250);
  // Besides those who are chosen.
  const limit = 20 + value.length;
  const people = trpc.shifts.people.useQuery({ search, limit }, { placeholderData: keepPreviousData });
  const found = (people.data ?? []).filter(({ id }) => !value.some((each) => each.id === id));
  const choose = (id: string | null) => {
    const person = found.find((each) => each.id === id);
    if (person) onChange([...value, person]);
  };
  return (
    <div>
      <SearchSelect
        label={t('people')}
        choices={[
          {
            items: found.map(({ id, full_name, external_id }) => ({
              value: id,
              label: `${full_name}, ${external_id}`,
            })),
          },
        ]}
        // The server has already filtered them.
        isFiltered
        nothing={t('noOneMatches')}
        error={error}
        value={null}
        onChange={choose}
        onSearch={setTyped}
      />
      {value.length > 0 && (
        <List listStyleType="none" mt="xs">
          {value.map(({ id, full_name: name }) => (
            <List.Item key={id}>
              <Group gap="xs" wrap="nowrap">
                <bdi>{name}</bdi>
                <ActionIcon
                  variant="subtle"
                  size="sm"
                  aria-label={t('leaveOut', { name })}
                  onClick={() => onChange(value.filter((each) => each.id !== id))}
                >
                  <IconX size={16} aria-hidden />
                </ActionIcon>
              </Group>
            </List.Item>
          ))}
        </List>
      )}
    </div>
  );
}
