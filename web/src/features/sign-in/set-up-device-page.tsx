import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { takeCodeFromUrl } from '../../lib/code-of-link.ts';
import { httpProblemOfError } from '../../lib/api/http-error.ts';
import { postJson } from '../../lib/auth.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';
import { PlainPage } from '../../ui/pages/plain-page.tsx';
import { FailedState } from '../../ui/pages/states.tsx';

const t = translatorOf('sign-in');

/** Makes this device one that people share, with the code of its enrolment, which a link has after the #. */
export function SetUpDevicePage() {
  const [code, setCode] = useState(takeCodeFromUrl);
  const [isMissing, setMissing] = useState(false);
  const settingUp = useMutation({
    mutationFn: () => postJson('/api/auth/shared-device/set-up', { code: code.trim() }),
    onSuccess: () => location.replace('/'),
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() === '') setMissing(true);
    else settingUp.mutate();
  };
  return (
    <PlainPage title={t('setUpDevice')}>
      <form noValidate onSubmit={send}>
        <Stack>
          <Text>{t('setUpExplained')}</Text>
          <TextInput
            label={t('enrolmentCode')}
            autoComplete="off"
            autoCapitalize="characters"
            value={code}
            error={isMissing && t('enterCode')}
            onChange={({ currentTarget }) => {
              setCode(currentTarget.value);
              setMissing(false);
            }}
          />
          {settingUp.error !== null && (
            <FailedState what={t('failedToSetUp')} problem={httpProblemOfError(settingUp.error)} />
          )}
          <Button type="submit" fullWidth loading={settingUp.isPending || settingUp.isSuccess}>
            {t('setUp')}
          </Button>
        </Stack>
      </form>
    </PlainPage>
  );
}
