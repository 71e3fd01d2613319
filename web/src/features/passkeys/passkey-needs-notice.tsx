import { Button, Group, Stack, Text } from '@mantine/core';
import type { PasskeyChangeRequirement } from '@training/shared/passkeys/passkeys';
import { Note } from '../../ui/note.tsx';
import { PasskeyFailureNotice } from './passkey-failure.tsx';
import { ConfirmWithRecoveryCodeForm } from './recovery-code-form.tsx';
import { SignOutButton } from './sign-out-button.tsx';
import { useConfirmWithPasskey } from './use-passkeys.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('passkeys');

interface WhatIsNeededProps {
  needs: Exclude<PasskeyChangeRequirement, 'nothing'>;
  hasPasskeys: boolean;
  isOffered: boolean;
  onConfirmed: () => void;
}

/** Says what a session lacks to change passkeys, and offers it. */
export function PasskeyChangeRequirementsNotice({ needs, hasPasskeys, isOffered, onConfirmed }: WhatIsNeededProps) {
  const confirming = useConfirmWithPasskey(onConfirmed);
  return (
    <Note>
      <Stack gap="sm">
        <Text size="sm">{t(`needs.${needs}`)}</Text>
        <Group gap="xs">
          {hasPasskeys && isOffered && (
            <Button size="xs" loading={confirming.isPending} onClick={() => confirming.mutate()}>
              {t('usePasskey')}
            </Button>
          )}
          {needs !== 'passkey' && <SignOutButton />}
        </Group>
        <PasskeyFailureNotice error={confirming.error} what={t('failedToUse')} />
        {needs === 'passkey' && <ConfirmWithRecoveryCodeForm onConfirmed={onConfirmed} />}
      </Stack>
    </Note>
  );
}
