import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { httpProblemOfError } from '../../lib/api/http-error.ts';
import { hasUsedPasskey, PasskeyNotUsedError, signInWithPasskey } from '../../lib/passkeys.ts';
import { FailedState } from '../../ui/pages/states.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('sign-in');

interface PasskeySignInProps {
  /** The path to open after signing in. */
  next: string;
  goOn: (path: string) => void;
}

/** Signs in with a passkey: by the button and, if this browser has used one, in the suggestions of the e-mail field. */
// oxlint-disable-next-line import/no-default-export -- React's `lazy` takes no other
export default function PasskeySignIn({ next, goOn }: PasskeySignInProps) {
  const signingIn = useMutation({ mutationFn: () => signInWithPasskey(), onSuccess: () => goOn(next) });
  const fillIn = async () => {
    try {
      await signInWithPasskey(true);
      goOn(next);
    } catch {
      // The button ends it, and a browser without such suggestions refuses it.
    }
  };
  useEffect(() => {
    if (hasUsedPasskey()) void fillIn();
    // oxlint-disable-next-line react/exhaustive-deps -- asks once, with either `goOn`
  }, []);
  const { error } = signingIn;
  if (!('PublicKeyCredential' in globalThis)) return null;
  return (
    <>
      {error instanceof PasskeyNotUsedError && (
        <Text role="alert" size="sm">
          {t('passkeyNotUsed')}
        </Text>
      )}
      {error !== null && !(error instanceof PasskeyNotUsedError) && (
        <FailedState what={t('failedToSignIn')} problem={httpProblemOfError(error)} />
      )}
      <Button
        variant="default"
        loading={signingIn.isPending || signingIn.isSuccess}
        onClick={() => signingIn.mutate()}
        fullWidth
      >
        {t('signInWithPasskey')}
      </Button>
    </>
  );
}
