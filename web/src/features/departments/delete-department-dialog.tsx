import { Alert, Button, Group, List, NativeSelect, Stack, Text } from '@mantine/core';
import type { Department, DepartmentContentCounts } from '@training/shared/departments/departments';
import { useState } from 'react';
import { toDisplayableProblem } from '../../lib/api/problem.ts';
import { refusalInWords } from '../../lib/api/refusal-words.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { notify } from '../../ui/notify.ts';
import { PageState } from '../../ui/pages/page-state.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { useMoveDepartmentContents } from './use-move-department-contents.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('departments');

/** The dialog is closed while `department` is null. */
export function DeleteDepartmentDialog({
  department,
  onClose,
}: {
  department: Department | null;
  onClose: () => void;
}) {
  const utils = trpc.useUtils();
  const remove = trpc.departments.delete.useMutation();
  const contents = trpc.departments.contents.useQuery(
    { id: department?.id ?? '' },
    { enabled: department !== null, gcTime: 0, staleTime: 0 },
  );
  const onConfirm = ({ id, name }: Department) =>
    remove.mutate(
      { id },
      {
        onSuccess: () => {
          notify(t('wasDeleted', { name }));
          void utils.departments.invalidate();
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      // Waits for the department's contents, because the buttons would move when these appear.
      opened={department !== null && !contents.isPending}
      onClose={onClose}
      title={t('deleteQuestion', { name: department?.name ?? '' })}
      confirmLabel={t('deleteDepartment')}
      failed={t('failedToDeleteDepartment')}
      danger
      mutation={remove}
      obstacle={department && contents.data ? obstacleOf(department, contents.data) : null}
      onConfirm={() => department && onConfirm(department)}
    >
      <PageState query={contents} what={t('whatBelongsToIt')}>
        {(found) => department && <Contents of={department} contents={found} />}
      </PageState>
    </ConfirmDialog>
  );
}

/** Explains why the department can't be deleted. The server checks again. */
function obstacleOf(
  { name }: Department,
  { people, courses, waiting, lasting }: DepartmentContentCounts,
): string | null {
  if (lasting > 0) {
    return t('hasPast', { name });
  }
  return people + courses + waiting > 0 ? t('moveFirst', { name }) : null;
}

function Contents({ of, contents }: { of: Department; contents: DepartmentContentCounts }) {
  const { people, courses, waiting, lasting } = contents;
  if (people + courses + waiting + lasting === 0) return <Text>{t('itIsEmpty')}</Text>;
  return (
    <Stack gap="sm">
      <List size="sm">
        {people > 0 && (
          <List.Item>
            <TextLink to="/$workspace/people" search={{ department: of.id }}>
              {t('peopleActiveOrNot', { count: people })}
            </TextLink>
          </List.Item>
        )}
        {courses > 0 && (
          <List.Item>
            <TextLink to="/$workspace/courses" search={{ department: of.id }}>
              {t('courseCount', { count: courses })}
            </TextLink>
          </List.Item>
        )}
        {waiting > 0 && (
          <List.Item>
            <TextLink to="/$workspace/recommended">{t('waitingSuggestions', { count: waiting })}</TextLink>
          </List.Item>
        )}
        {lasting > 0 && <List.Item>{t('decided', { count: lasting })}</List.Item>}
      </List>
      {people + courses > 0 && <MoveAll of={of} contents={contents} />}
    </Stack>
  );
}

/** Moves people and courses to another department. */
function MoveAll({ of, contents: { people, courses } }: { of: Department; contents: DepartmentContentCounts }) {
  const departments = trpc.departments.list.useQuery();
  const others = (departments.data ?? []).filter(({ id }) => id !== of.id);
  const [chosen, setChosen] = useState('');
  const to = others.find(({ id }) => id === chosen) ?? others[0];
  const moving = useMoveDepartmentContents(of.id);
  if (to === undefined) return <Text size="sm">{t('createAnotherDepartment')}</Text>;
  return (
    <Stack gap="xs">
      <Group align="flex-end" gap="xs">
        <NativeSelect
          label={t('moveTo')}
          data={others.map(({ id, name }) => ({ value: id, label: name }))}
          value={to.id}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        />
        {people > 0 && (
          <Button variant="default" loading={moving.going === 'people'} onClick={() => moving.people(to.id)}>
            {t('movePeople')}
          </Button>
        )}
        {courses > 0 && (
          <Button variant="default" loading={moving.going === 'courses'} onClick={() => moving.courses(to.id)}>
            {t('moveCourses')}
          </Button>
        )}
      </Group>
      {courses > 0 && (
        <Text size="sm" c="dimmed">
          {t('trainersWillWrite', { department: to.name })}
        </Text>
      )}
      {moving.problem !== null && (
        <Alert color="red" role="alert">
          {toDisplayableProblem(moving.problem).detail}
        </Alert>
      )}
      {moving.refused.length > 0 && (
        <Alert color="yellow" role="alert" title={t('failedToMoveEveryone')}>
          {moving.refused.map(({ user_id, full_name, refused }) => (
            <Text key={user_id} size="sm">
              {full_name}: {refused && refusalInWords(refused)}
            </Text>
          ))}
        </Alert>
      )}
    </Stack>
  );
}
