import { Button, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { toDisplayableProblem } from '../../lib/api/problem.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('passkeys');

/** Confirms the session with a recovery code. */
export function ConfirmWithRecoveryCodeForm({ onConfirmed }: { onConfirmed: () => void }) {
  const [code, setCode] = useState('');
  const using = trpc.passkeys.useRecoveryCode.useMutation({ onSuccess: onConfirmed });
  const send = (event: FormEvent) => {
    event.preventDefault();
    using.mutate({ code });
  };
  return (
    <form noValidate onSubmit={send}>
      <Stack gap="xs">
        <TextInput
          label={t('recoveryCode')}
          description={t('recoveryCodeIs')}
          autoComplete="off"
          value={code}
          error={using.error === null ? null : toDisplayableProblem(using.error).detail}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={using.isPending}>
          {t('useCode')}
        </Button>
      </Stack>
    </form>
  );
}
