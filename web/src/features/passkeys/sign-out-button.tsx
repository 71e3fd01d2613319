import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { signOut } from '../../lib/auth.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';
import { createConsoleSignInUrl } from '../../lib/next-page.ts';

const t = translatorOf('passkeys');

/** Signs out and leads to the sign-in page, which returns here. */
export function SignOutButton() {
  const leaving = useMutation({
    mutationFn: () => signOut(),
    onSuccess: () => location.assign(createConsoleSignInUrl(location.pathname)),
  });
  return (
    <Button size="xs" variant="default" loading={leaving.isPending} onClick={() => leaving.mutate()}>
      {t('signInAgain')}
    </Button>
  );
}
