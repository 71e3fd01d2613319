import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { signOut } from '../lib/auth.ts';
import { problemOf } from '../lib/problem.ts';

/** For pages without the account menu. */
export function SignOutLink() {
  const leaving = useMutation({ mutationFn: signOut, onSuccess: () => location.assign('/sign-in') });
  return (
    <>
      <Button variant="default" size="xs" loading={leaving.isPending} onClick={() => leaving.mutate()}>
        Sign out
      </Button>
      {leaving.error !== null && <Text role="alert">{problemOf(leaving.error).detail}</Text>}
    </>
  );
}
