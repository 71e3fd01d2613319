import { Button, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type IssuingWorkspace, fetchIssuingWorkspaces, requestSignInLink } from '../../lib/auth.ts';
import { type HttpProblem, httpProblemOfError } from '../../lib/api/http-error.ts';
import { focusOnMount } from '../../ui/focus.ts';
import { FailedState } from '../../ui/pages/states.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('sign-in');

interface LinkFormProps {
  /** True if links are printed to the server's log. */
  isLogged: boolean;
  onSent: (email: string) => void;
  /** Called instead if workspaces' own providers sign in the address. */
  onIssuers: (email: string, issuers: IssuingWorkspace[]) => void;
}

/**
 * The form to request a sign-in link, or to go to the company's provider. The only form without a schema of the
 * contract: zod and the contract would be a third of the sign-in page's download. The server validates the address with
 * the same messages.
 */
export function SignInLinkForm({ isLogged, onSent, onIssuers }: LinkFormProps) {
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const email = typed.trim().toLowerCase();
  const sending = useMutation({
    mutationFn: async (address: string) => {
      const issuers = await fetchIssuingWorkspaces(address);
      if (issuers.length === 0) await requestSignInLink(address);
      return issuers;
    },
    onSuccess: (issuers, address) => (issuers.length > 0 ? onIssuers(address, issuers) : onSent(address)),
    onError: (error) => {
      const why = wrongWith(httpProblemOfError(error));
      if (why !== undefined) refuse(why);
    },
  });
  const problem = sending.error === null ? null : httpProblemOfError(sending.error);
  const refuse = (why: string) => {
    // Synchronous, so that screen readers announce the field together with its error.
    flushSync(() => setWrong(why));
    form.current?.querySelector('input')?.focus();
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (email === '') refuse(t('enterAnEmail'));
    else sending.mutate(email);
  };
  return (
    <form ref={form} noValidate onSubmit={send}>
      <Stack>
        <TextInput
          label={t('email')}
          description={isLogged ? t('noMailSetUp') : t('willSendLink')}
          type="email"
          autoComplete="email webauthn"
          ref={focusOnMount}
          value={typed}
          error={wrong}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            setWrong(null);
          }}
        />
        {problem !== null && wrongWith(problem) === undefined && (
          <FailedState what={t('failedToSendLink')} problem={problem} />
        )}
        <Button type="submit" variant="default" loading={sending.isPending} fullWidth>
          {t('goOn')}
        </Button>
      </Stack>
    </form>
  );
}

const wrongWith = ({ errors }: HttpProblem) => errors.find(({ path }) => path === 'email')?.message;
