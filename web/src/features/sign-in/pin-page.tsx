import { takeCodeFromUrl } from '../../lib/code-of-link.ts';
import { Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { postJson, workspaceSlugsOfSignIn } from '../../lib/auth.ts';
import { type HttpProblem, httpProblemOfError } from '../../lib/api/http-error.ts';
import { takePathAfterSignIn } from '../../lib/next-page.ts';
import { PlainPage } from '../../ui/pages/plain-page.tsx';
import { FailedState } from '../../ui/pages/states.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('sign-in');

/** The workspace where someone signed in with a PIN before. */
const WORKSPACE_KEY = 'training.pin_workspace';

/** Fields by their names in the request. */
const FIELDS = ['workspace', 'external_id', 'code', 'pin'] as const;
type Field = (typeof FIELDS)[number] | 'repeated';
type Wrong = Partial<Record<Field, string>>;

/** Returns what the server says of fields of the form. */
function wrongFieldsOf({ errors }: HttpProblem): Wrong {
  const wrong: Wrong = {};
  for (const field of FIELDS) {
    const message = errors.find(({ path }) => path === field)?.message;
    if (message !== undefined) wrong[field] = message;
  }
  return wrong;
}

interface PinPageProps {
  goOn: (path: string) => void;
}

/** Sign-in with number and PIN, or with a code that chooses the PIN, which a printed link has after the #. */
export function PinSignInPage({ goOn }: PinPageProps) {
  const [code] = useState(takeCodeFromUrl);
  const [hasCode, setHasCode] = useState(code !== '');
  return (
    <PlainPage title={hasCode ? t('choosePin') : t('signIn')}>
      <Stack>
        <PinSignInForm key={String(hasCode)} hasCode={hasCode} given={code} goOn={goOn} />
        <Button variant="subtle" onClick={() => setHasCode(!hasCode)}>
          {hasCode ? t('havePin') : t('haveCode')}
        </Button>
        <Text ta="center" size="sm">
          <Anchor href="/sign-in">{t('signInWithEmail')}</Anchor>
        </Text>
      </Stack>
    </PlainPage>
  );
}

/** Returns the workspace in the address, or else the last one. */
function initialWorkspace(): string {
  const asked = new URLSearchParams(location.search).get('workspace');
  return asked ?? localStorage.getItem(WORKSPACE_KEY) ?? '';
}

interface PinFormProps extends PinPageProps {
  hasCode: boolean;
  /** The code of the printed link; empty if there is none. */
  given: string;
  /** The workspace of a shared device. */
  workspace?: string;
}

export function PinSignInForm({ hasCode, given, goOn, workspace: ofDevice }: PinFormProps) {
  const [typed, setTyped] = useState({
    workspace: ofDevice ?? initialWorkspace(),
    external_id: '',
    code: given,
    pin: '',
    repeated: '',
  });
  const [wrong, setWrong] = useState<Wrong>({});
  const form = useRef<HTMLFormElement>(null);
  const refuse = (found: Wrong) => {
    // Synchronous, so that screen readers announce the field together with its error.
    flushSync(() => setWrong(found));
    form.current?.querySelector<HTMLInputElement>('input[aria-invalid=true]')?.focus();
  };
  const { workspace, external_id, code, pin, repeated } = typed;
  const signingIn = useMutation({
    mutationFn: async () => {
      const path = `/api/auth/sign-in/${hasCode ? 'pin-code' : 'pin'}`;
      const body = hasCode ? { workspace, code, pin } : { workspace, external_id, pin };
      return workspaceSlugsOfSignIn(await postJson(path, body));
    },
    onSuccess: ([opened = workspace]) => {
      localStorage.setItem(WORKSPACE_KEY, opened);
      const next = takePathAfterSignIn();
      goOn(next === null ? `/${opened}` : `/?${new URLSearchParams({ next })}`);
    },
    onError: (error) => {
      const found = wrongFieldsOf(httpProblemOfError(error));
      if (Object.keys(found).length > 0) refuse(found);
    },
  });
  const problem = signingIn.error === null ? null : httpProblemOfError(signingIn.error);
  const send = (event: FormEvent) => {
    event.preventDefault();
    const missing: Wrong = {
      ...(workspace.trim() === '' && { workspace: t('enterWorkspace') }),
      ...(!hasCode && external_id.trim() === '' && { external_id: t('enterNumber') }),
      ...(hasCode && code.trim() === '' && { code: t('enterCode') }),
      ...(pin === '' && { pin: t('enterPin') }),
      ...(hasCode && repeated !== pin && { repeated: t('pinsDiffer') }),
    };
    if (Object.keys(missing).length > 0) refuse(missing);
    else signingIn.mutate();
  };
  const field = (name: Field) => ({
    value: typed[name],
    error: wrong[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => {
      setTyped((all) => ({ ...all, [name]: value }));
      setWrong({});
    },
  });
  // A printed link names the workspace; a device may be used by people of several.
  const isShown = (given === '' && ofDevice === undefined) || wrong.workspace !== undefined;
  return (
    <form ref={form} noValidate onSubmit={send}>
      <Stack>
        {isShown && (
          <TextInput
            label={t('workspace')}
            description={t('workspaceIs')}
            autoCapitalize="none"
            {...field('workspace')}
          />
        )}
        {hasCode ? (
          given === '' && (
            <TextInput label={t('signInCode')} autoComplete="off" autoCapitalize="characters" {...field('code')} />
          )
        ) : (
          <TextInput label={t('number')} autoComplete="username" {...field('external_id')} />
        )}
        <PasswordInput
          label={hasCode ? t('newPin') : t('pin')}
          description={hasCode ? t('pinIs') : undefined}
          inputMode="numeric"
          autoComplete={hasCode ? 'new-password' : 'current-password'}
          visibilityToggleButtonProps={{ 'aria-label': t('showPin') }}
          {...field('pin')}
        />
        {hasCode && (
          <PasswordInput
            label={t('repeatPin')}
            inputMode="numeric"
            autoComplete="new-password"
            visibilityToggleButtonProps={{ 'aria-label': t('showPin') }}
            {...field('repeated')}
          />
        )}
        {problem !== null && Object.keys(wrongFieldsOf(problem)).length === 0 && (
          <FailedState what={t('failedToSignIn')} problem={problem} />
        )}
        <Button type="submit" fullWidth loading={signingIn.isPending || signingIn.isSuccess}>
          {hasCode ? t('saveAndSignIn') : t('signIn')}
        </Button>
      </Stack>
    </form>
  );
}
