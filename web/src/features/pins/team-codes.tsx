import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import type { TeamPinStates } from '@training/shared/pins/pins';
import { useState } from 'react';
import { toDisplayableProblem } from '../../lib/api/problem.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { usePermissionReach } from '../../lib/workspace.ts';
import { isSharedDevice } from '../../lib/shared-device.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { Note } from '../../ui/note.tsx';
import { FailedState } from '../../ui/pages/states.tsx';
import { TimeUntil } from '../../ui/time.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';
import { LazySignInCodesDialog } from './pin-section.tsx';
import { TeamPicturesDialog } from './team-pictures.tsx';
import type { SignInCodeRecipient } from './sign-in-codes-dialog.tsx';

const t = translatorOf('pins');

/** Lets a manager print codes and set pictures for their team; renders nothing if nobody there can have a PIN. */
export function TeamCodeAndPictureButtons() {
  const mayReset = usePermissionReach('team:reset_pins') !== undefined;
  const team = trpc.team.pins.useQuery(undefined, { enabled: mayReset });
  const [isChoosing, setChoosing] = useState(false);
  const [isPicturing, setPicturing] = useState(false);
  const [asked, setAsked] = useState<readonly SignInCodeRecipient[] | null>(null);
  const people = team.data?.people ?? [];
  if (people.length === 0) return null;
  return (
    <>
      <Button variant="default" onClick={() => setChoosing(true)}>
        {t('teamCodes')}
      </Button>
      {!isSharedDevice && (
        <Button variant="default" onClick={() => setPicturing(true)}>
          {t('teamPictures')}
        </Button>
      )}
      <TeamPicturesDialog opened={isPicturing} people={people} onClose={() => setPicturing(false)} />
      <Dialog opened={isChoosing} onClose={() => setChoosing(false)} title={t('teamCodes')}>
        <ChoosePeople
          people={people}
          onCancel={() => setChoosing(false)}
          onChoose={(chosen) => {
            setChoosing(false);
            setAsked(chosen);
          }}
        />
      </Dialog>
      <LazySignInCodesDialog isTeam people={asked} onClose={() => setAsked(null)} />
    </>
  );
}

interface ChoosePeopleProps {
  people: TeamPinStates['people'];
  onCancel: () => void;
  onChoose: (people: readonly SignInCodeRecipient[]) => void;
}

/** Whoever has no PIN yet is chosen first. */
function ChoosePeople({ people, onCancel, onChoose }: ChoosePeopleProps) {
  const utils = trpc.useUtils();
  const unlocking = trpc.team.unlockPin.useMutation({ onSuccess: () => utils.team.pins.invalidate() });
  const [chosen, setChosen] = useState(() => people.filter(({ has_pin }) => !has_pin).map(({ id }) => id));
  return (
    <Stack>
      {people.map(
        ({ id, full_name, paused_until }) =>
          paused_until !== null && (
            <Note key={id} color="red" title={full_name}>
              <Group gap="xs">
                <Text size="sm">{t.nodes('isPaused', { time: () => <TimeUntil at={paused_until} /> })}</Text>
                <Button
                  size="xs"
                  variant="default"
                  loading={unlocking.isPending}
                  aria-label={t('unlockOf', { name: full_name })}
                  onClick={() => unlocking.mutate({ user_id: id })}
                >
                  {t('unlock')}
                </Button>
              </Group>
            </Note>
          ),
      )}
      {unlocking.error !== null && (
        <FailedState what={t('failedToUnlock')} problem={toDisplayableProblem(unlocking.error)} />
      )}
      <Text>{t('whoGetsCodes')}</Text>
      <Checkbox.Group label={t('people')} value={chosen} onChange={setChosen}>
        <Stack gap="xs" mt="xs">
          {people.map(({ id, full_name, has_pin }) => (
            <Checkbox key={id} value={id} label={full_name} description={has_pin ? t('hasPin') : t('hasNoPin')} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onCancel}>
          {t('cancel')}
        </Button>
        <Button disabled={chosen.length === 0} onClick={() => onChoose(people.filter(({ id }) => chosen.includes(id)))}>
          {t('continue')}
        </Button>
      </Group>
    </Stack>
  );
}
