import { Button, List, Stack, Text } from '@mantine/core';
import type { TeamPinStates } from '@training/shared/pins/pins';
import { trpc } from '../../lib/api/trpc.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { PictureChoiceField } from './picture-choice.tsx';

const t = translatorOf('pins');

interface TeamPicturesProps {
  opened: boolean;
  people: TeamPinStates['people'];
  onClose: () => void;
}

/** Lets a manager set the pictures that shared devices show of their team. */
export function TeamPicturesDialog({ opened, people, onClose }: TeamPicturesProps) {
  const utils = trpc.useUtils();
  const choosing = trpc.pictures.choose.useMutation({ onSuccess: () => utils.team.pins.invalidate() });
  return (
    <Dialog opened={opened} onClose={onClose} title={t('teamPictures')}>
      <Stack>
        <Text>{t('aboutTeamPictures')}</Text>
        <List listStyleType="none" spacing="md">
          {people.map((person) => (
            <List.Item key={person.id}>
              <Text fw={600}>{person.full_name}</Text>
              <PictureChoiceField
                of={person}
                choose={(picture) => choosing.mutateAsync({ user_id: person.id, picture })}
              />
            </List.Item>
          ))}
        </List>
        <Button variant="default" onClick={onClose}>
          {t('done')}
        </Button>
      </Stack>
    </Dialog>
  );
}
