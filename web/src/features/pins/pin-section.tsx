import { Button, Group, Text } from '@mantine/core';
import type { PinState } from '@training/shared/pins/pins';
import { useState } from 'react';
import { toDisplayableProblem } from '../../lib/api/problem.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { usePermissionReach } from '../../lib/workspace.ts';
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';
import { notify } from '../../ui/notify.ts';
import { FailedState } from '../../ui/pages/states.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { TimeUntil } from '../../ui/time.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';
import type { SignInCodeRecipient } from './sign-in-codes-dialog.tsx';

const t = translatorOf('pins');

/** Loaded when it is opened, because of the QR codes. */
export const LazySignInCodesDialog = lazyDialog(
  async () => (await import('./sign-in-codes-dialog.tsx')).SignInCodesDialog,
  {
    people: null,
  },
);

/** Sign-in of a person with number and PIN; renders nothing if they can't have one. */
export function PersonPinSection({ of }: { of: SignInCodeRecipient }) {
  const state = trpc.pins.state.useQuery(
    { user_id: of.id },
    { enabled: usePermissionReach('pins:reset') !== undefined },
  );
  if (state.data?.is_offered !== true) return null;
  return <Pin of={of} state={state.data} />;
}

function Pin({ of, state }: { of: SignInCodeRecipient; state: PinState }) {
  const [asked, setAsked] = useState<readonly SignInCodeRecipient[] | null>(null);
  const utils = trpc.useUtils();
  const unlocking = trpc.pins.unlock.useMutation({
    onSuccess: () => {
      notify(t('wasUnlocked', { name: of.full_name }));
      void utils.pins.invalidate();
    },
  });
  const { has_pin, code_expires_at, paused_until } = state;
  return (
    <Section
      title={t('signInWithPin')}
      actions={
        <Group gap="xs">
          {paused_until !== null && (
            <Button
              variant="default"
              loading={unlocking.isPending}
              onClick={() => unlocking.mutate({ user_id: of.id })}
            >
              {t('unlock')}
            </Button>
          )}
          <Button variant="default" onClick={() => setAsked([of])}>
            {t('createCode')}
          </Button>
        </Group>
      }
    >
      <Text>{has_pin ? t('hasPin') : t('hasNoPin')}</Text>
      {code_expires_at !== null && (
        <Text>{t.nodes('codeIsValid', { time: () => <TimeUntil at={code_expires_at} /> })}</Text>
      )}
      {paused_until !== null && (
        <Text c="red">{t.nodes('isPaused', { time: () => <TimeUntil at={paused_until} /> })}</Text>
      )}
      {unlocking.error !== null && (
        <FailedState what={t('failedToUnlock')} problem={toDisplayableProblem(unlocking.error)} />
      )}
      <LazySignInCodesDialog people={asked} onClose={() => setAsked(null)} />
    </Section>
  );
}
