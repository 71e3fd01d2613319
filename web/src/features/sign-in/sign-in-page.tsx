import { Alert, Button, Divider, Stack, Text } from '@mantine/core';
import { IconMailCheck, IconTerminal2 } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isSignedIn, signInMethods, startSingleSignOn } from '../../lib/auth.ts';
import { problemOfHttp } from '../../lib/api/http-error.ts';
import { saveNextPage } from '../../lib/next-page.ts';
import { PlainPage } from '../../ui/pages/plain-page.tsx';
import { FailedState, Loading } from '../../ui/pages/states.tsx';
import { LinkForm } from './link-form.tsx';

/** Messages for the `?error=` codes that the server sets when single sign-on or an old link redirects here. */
const REFUSALS = new Map(
  Object.entries({
    not_a_member:
      'Your company account isn’t an active member of any workspace. Ask a super admin to invite your e-mail.',
    email_not_verified: 'Your company’s sign-in service hasn’t verified your e-mail. Use a link by e-mail instead.',
    single_sign_on_closed:
      'Your company account can’t open your workspaces here. Use a link by e-mail, or ask whoever runs this server to allow your e-mail’s domain.',
    link_invalid: 'That link was already used or has expired. Get a new one.',
  }),
);
const FAILED = 'Couldn’t finish single sign-on. Try again, or use a link by e-mail.';

interface SignInPageProps {
  /** The path to open after signing in. */
  next: string | undefined;
  /** The server's error code. */
  error: string | undefined;
  goOn: (path: string) => void;
}

/** The sign-in page: a link by e-mail, and single sign-on if configured. Also rendered without the console's router. */
export function SignInPage({ next, error, goOn }: SignInPageProps) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  // Never cached, because the session may have ended since.
  const session = useQuery({ queryKey: ['signed in'], queryFn: isSignedIn, staleTime: 0, gcTime: 0 });
  const methods = useQuery({ queryKey: ['sign-in methods'], queryFn: signInMethods });
  // Shows the error even to users who are already signed in.
  if (session.data === true && error === undefined) return <GoOn to={next ?? '/'} goOn={goOn} />;
  if (!session.isFetched) {
    return (
      <PlainPage title="Sign in">
        <Loading rows={2} />
      </PlainPage>
    );
  }
  // True only for requests from the server's own machine.
  const isLogged = methods.data?.isMailLogged === true;
  if (sentTo !== null) return <LinkSent email={sentTo} isLogged={isLogged} onAgain={() => setSentTo(null)} />;
  return (
    <PlainPage title="Sign in">
      <Stack>
        {error !== undefined && (
          <Alert color="red" role="alert" title="You’re not signed in">
            {REFUSALS.get(error) ?? FAILED}
          </Alert>
        )}
        {methods.data?.singleSignOn === true && <SingleSignOn next={next ?? '/'} />}
        <LinkForm
          isLogged={isLogged}
          onSent={(email) => {
            saveNextPage(next);
            setSentTo(email);
          }}
        />
      </Stack>
    </PlainPage>
  );
}

/** Continues with the existing session. */
function GoOn({ to, goOn }: { to: string; goOn: (path: string) => void }) {
  // oxlint-disable-next-line react/exhaustive-deps -- runs once, with either `goOn`
  useEffect(() => goOn(to), [to]);
  return null;
}

function SingleSignOn({ next }: { next: string }) {
  const starting = useMutation({
    mutationFn: () => startSingleSignOn(next),
    onSuccess: (url) => location.assign(url),
  });
  return (
    <>
      {starting.error !== null && (
        <FailedState what="couldn’t start single sign-on" problem={problemOfHttp(starting.error)} />
      )}
      <Button onClick={() => starting.mutate()} loading={starting.isPending || starting.isSuccess} fullWidth>
        Continue with your company account
      </Button>
      <Divider label="or" />
    </>
  );
}

interface LinkSentProps {
  email: string;
  isLogged: boolean;
  onAgain: () => void;
}

function LinkSent({ email, isLogged, onAgain }: LinkSentProps) {
  return (
    <PlainPage title={isLogged ? 'Check the server’s log' : 'Check your inbox'}>
      <Stack align="flex-start">
        {isLogged ? (
          <IconTerminal2 size={32} stroke={1.5} aria-hidden />
        ) : (
          <IconMailCheck size={32} stroke={1.5} aria-hidden />
        )}
        <Text component="output" display="block">
          If <strong>{email}</strong> belongs to a member,{' '}
          {isLogged ? 'a link is printed in the server’s log: no mail is set up.' : 'a link is on its way there.'} It
          expires in 15 minutes and works once.
        </Text>
        <Text size="sm" c="dimmed">
          {isLogged
            ? 'Nothing there? Check that this is the e-mail you were invited with.'
            : 'Nothing after a few minutes? Check your spam folder, and that this is the e-mail you were invited with.'}
        </Text>
        <Button variant="default" onClick={onAgain}>
          Use another address
        </Button>
      </Stack>
    </PlainPage>
  );
}
