import { Alert, Button, Divider, Stack, Text, TextInput } from '@mantine/core';
import { IconMailCheck } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { Email } from '@training/shared/primitives';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { requestSignInLink, startSingleSignOn } from '../../lib/auth.ts';
import { keepNextPage } from '../../lib/next-page.ts';
import { problemOf } from '../../lib/problem.ts';
import { trpc } from '../../lib/trpc.ts';
import { PlainPage } from '../../shell/plain-page.tsx';
import { useContractForm } from '../../ui/contract-form.ts';
import { FailedState, Loading } from '../../ui/states.tsx';

/** What the server says in `?error=` when single sign-on or an old link leads back here. */
const REFUSALS: Record<string, string> = {
  not_a_member: 'Your company account is fine, but its e-mail is not an active member of any workspace here.',
  email_not_verified: 'Your company’s sign-in service has not verified your e-mail, so we cannot go by it.',
  single_sign_on_closed:
    'Your company account opens no workspace of yours here. Use a link by e-mail, or ask whoever runs this server to allow the domain of your e-mail.',
  sign_in_failed: 'Single sign-on did not come to an end. Try again, or use a link by e-mail.',
  link_invalid: 'That link has been used already, or it has expired. Ask for a new one.',
};

/** A link by e-mail, and single sign-on where it is configured. */
export function SignInPage() {
  const { next, error } = useSearch({ from: '/sign-in' });
  const [sentTo, setSentTo] = useState<string | null>(null);
  const session = trpc.session.current.useQuery();
  const methods = trpc.session.methods.useQuery();
  // A refusal is to be read, even by somebody who is signed in otherwise.
  if (session.isSuccess && error === undefined) return <GoOn to={next ?? '/'} />;
  if (!session.isFetched) {
    return (
      <PlainPage title="Sign in">
        <Loading rows={2} />
      </PlainPage>
    );
  }
  if (sentTo !== null) return <LinkSent email={sentTo} onAgain={() => setSentTo(null)} />;
  return (
    <PlainPage title="Sign in">
      <Stack>
        {error !== undefined && (
          <Alert color="red" role="alert" title="You are not signed in">
            {REFUSALS[error] ?? REFUSALS['sign_in_failed']}
          </Alert>
        )}
        {methods.data?.single_sign_on === true && <SingleSignOn next={next ?? '/'} />}
        <LinkForm
          onSent={(email) => {
            keepNextPage(next);
            setSentTo(email);
          }}
        />
      </Stack>
    </PlainPage>
  );
}

/** For somebody who has a session already. */
function GoOn({ to }: { to: string }) {
  const { history } = useRouter();
  useEffect(() => history.replace(to), [history, to]);
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
        <FailedState what="single sign-on could not be started" problem={problemOf(starting.error)} />
      )}
      <Button onClick={() => starting.mutate()} loading={starting.isPending || starting.isSuccess} fullWidth>
        Use your company account
      </Button>
      <Divider label="or" />
    </>
  );
}

const LinkRequest = z.strictObject({ email: Email });

function LinkForm({ onSent }: { onSent: (email: string) => void }) {
  const { form, problem, onSubmit } = useContractForm(LinkRequest, { email: '' });
  const send = async ({ email }: { email: string }) => {
    await requestSignInLink(email);
    onSent(email);
  };
  return (
    <form noValidate onSubmit={onSubmit(send)}>
      <Stack>
        <TextInput
          label="E-mail"
          description="We send you a link that signs you in. There is no password."
          type="email"
          autoComplete="email"
          {...form.getInputProps('email')}
        />
        {problem !== null && <FailedState what="the link could not be sent" problem={problem} />}
        <Button type="submit" variant="default" loading={form.submitting} fullWidth>
          Send me a link
        </Button>
      </Stack>
    </form>
  );
}

function LinkSent({ email, onAgain }: { email: string; onAgain: () => void }) {
  return (
    <PlainPage title="Look into your inbox">
      <Stack align="flex-start">
        <IconMailCheck size={32} stroke={1.5} aria-hidden />
        <Text component="output" display="block">
          If <strong>{email}</strong> belongs to a member, a link is on its way there. It works once, and for a short
          while only.
        </Text>
        <Text size="sm" c="dimmed">
          Nothing after a few minutes? Look into the spam folder, and check that this is the address that you were
          invited with.
        </Text>
        <Button variant="default" onClick={onAgain}>
          Use another address
        </Button>
      </Stack>
    </PlainPage>
  );
}
