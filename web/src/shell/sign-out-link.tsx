import { Button, Text } from '@mantine/core';
import { problemOf } from '../lib/api/problem.ts';
import { useSignOut } from './use-sign-out.ts';

/** The sign-out link of pages without the account menu. */
export function SignOutLink({ email }: { email: string }) {
  const leaving = useSignOut(email);
  return (
    <>
      <Button variant="default" size="xs" loading={leaving.isPending} onClick={() => leaving.mutate()}>
        Sign out
      </Button>
      {leaving.error !== null && <Text role="alert">{problemOf(leaving.error).detail}</Text>}
    </>
  );
}
