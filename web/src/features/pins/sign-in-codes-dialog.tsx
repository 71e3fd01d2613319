import { Button, Group, Stack, Text } from '@mantine/core';
import { MAX_SIGN_IN_CODES_PER_REQUEST } from '@training/shared/pins/pins';
import { toDisplayableProblem } from '../../lib/api/problem.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { FailedState } from '../../ui/pages/states.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';
import { SignInCodeSlips } from './code-slips.tsx';

const t = translatorOf('pins');

/** A person to whom a code is handed. */
export interface SignInCodeRecipient {
  id: string;
  full_name: string;
}

interface SignInCodesDialogProps {
  /** Null if the dialog is closed. */
  people: readonly SignInCodeRecipient[] | null;
  /** True if the caller is their manager. */
  isTeam?: boolean;
  onClose: () => void;
}

/** Creates sign-in codes, and shows them once as slips to print and cut. */
export function SignInCodesDialog({ people, isTeam = false, onClose }: SignInCodesDialogProps) {
  const [first, ...others] = people ?? [];
  const title =
    first && others.length === 0
      ? t('codeFor', { name: first.full_name })
      : t('codesFor', { count: others.length + 1 });
  return (
    <Dialog opened={people !== null} onClose={onClose} title={title} size="xl" closeOnClickOutside={false}>
      {people && <CodesOf people={people} isTeam={isTeam} onClose={onClose} />}
    </Dialog>
  );
}

type CodesOfProps = Required<SignInCodesDialogProps> & { people: readonly SignInCodeRecipient[] };

function CodesOf({ people, isTeam, onClose }: CodesOfProps) {
  const utils = trpc.useUtils();
  const onSuccess = () => utils.pins.invalidate();
  const ofTeam = trpc.team.createCodes.useMutation({ onSuccess });
  const ofAll = trpc.pins.createCodes.useMutation({ onSuccess });
  const creating = isTeam ? ofTeam : ofAll;
  if (creating.data !== undefined) return <SignInCodeSlips found={creating.data} onClose={onClose} />;
  const isTooMany = people.length > MAX_SIGN_IN_CODES_PER_REQUEST;
  return (
    <Stack>
      <Text>{t('codesExplained')}</Text>
      <Text size="sm" c={isTooMany ? 'red' : 'dimmed'}>
        {isTooMany ? t('atMost', { count: String(MAX_SIGN_IN_CODES_PER_REQUEST) }) : t('replacesEarlier')}
      </Text>
      {creating.error !== null && (
        <FailedState what={t('failedToCreateCodes')} problem={toDisplayableProblem(creating.error)} />
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button
          data-autofocus
          disabled={isTooMany}
          loading={creating.isPending}
          onClick={() => creating.mutate({ user_ids: people.map(({ id }) => id) })}
        >
          {t('createCodes', { count: people.length })}
        </Button>
      </Group>
    </Stack>
  );
}
