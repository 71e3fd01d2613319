import type { MessageKey } from '@training/shared/i18n/translator';
import { Alert, Anchor, Button, Divider, Stack, Text } from '@mantine/core';
import { IconMailCheck, IconTerminal2 } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { type IssuingWorkspace, isSignedIn, fetchSignInMethods, requestSingleSignOnUrl } from '../../lib/auth.ts';
import { httpProblemOfError } from '../../lib/api/http-error.ts';
import { storePathAfterSignIn } from '../../lib/next-page.ts';
import { PlainPage } from '../../ui/pages/plain-page.tsx';
import { FailedState, Loading } from '../../ui/pages/states.tsx';
import { SignInLinkForm } from './link-form.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('sign-in');

/** Loaded apart, because few need it. */
const PasskeySignIn = lazy(() => import('./passkey-sign-in.tsx'));
const IssuerSignIn = lazy(() => import('./issuer-sign-in.tsx'));

/** Messages for the `?error=` codes that the server sets when single sign-on or an old link redirects here. */
const REFUSALS = {
  not_a_member: 'refused.notAMember',
  email_not_verified: 'refused.emailNotVerified',
  single_sign_on_required: 'refused.singleSignOnRequired',
  single_sign_on_closed: 'refused.singleSignOnClosed',
  link_invalid: 'refused.linkInvalid',
} as const satisfies Record<string, MessageKey<'sign-in'>>;
const refusals = new Map(Object.entries(REFUSALS));

/** An address, and the workspaces whose providers sign it in. */
type Issued = { email: string; issuers: IssuingWorkspace[] };

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
  const [issued, setIssued] = useState<Issued | null>(null);
  // Never cached, because the session may have ended since.
  const session = useQuery({ queryKey: ['signed in'], queryFn: isSignedIn, staleTime: 0, gcTime: 0 });
  const methods = useQuery({ queryKey: ['sign-in methods'], queryFn: fetchSignInMethods });
  // Shows the error even to users who are already signed in.
  if (session.data === true && error === undefined) return <GoOn to={next ?? '/'} goOn={goOn} />;
  if (!session.isFetched) {
    return (
      <PlainPage title={t('signIn')}>
        <Loading rows={2} />
      </PlainPage>
    );
  }
  // True only for requests from the server's own machine.
  const isLogged = methods.data?.isMailLogged === true;
  if (sentTo !== null) return <LinkSent email={sentTo} isLogged={isLogged} onAgain={() => setSentTo(null)} />;
  if (issued !== null) {
    const sent = (email: string) => {
      storePathAfterSignIn(next);
      setIssued(null);
      setSentTo(email);
    };
    return (
      <Suspense>
        <IssuerSignIn {...issued} next={next ?? '/'} onSent={sent} onAgain={() => setIssued(null)} />
      </Suspense>
    );
  }
  return (
    <PlainPage title={t('signIn')}>
      <Stack>
        {error !== undefined && (
          <Alert color="red" role="alert" title={t('notSignedIn')}>
            {t(refusals.get(error) ?? 'refused.otherwise')}
          </Alert>
        )}
        {methods.data?.passkeyOrigin === location.origin && (
          <Suspense>
            <PasskeySignIn next={next ?? '/'} goOn={goOn} />
          </Suspense>
        )}
        {methods.data?.singleSignOn === true && <SingleSignOn next={next ?? '/'} />}
        <SignInLinkForm
          isLogged={isLogged}
          onIssuers={(email, issuers) => setIssued({ email, issuers })}
          onSent={(email) => {
            storePathAfterSignIn(next);
            setSentTo(email);
          }}
        />
        <Text ta="center" size="sm">
          <Anchor href="/sign-in/pin" onClick={() => storePathAfterSignIn(next)}>
            {t('signInWithPin')}
          </Anchor>
        </Text>
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
    mutationFn: () => requestSingleSignOnUrl(next),
    onSuccess: (url) => location.assign(url),
  });
  return (
    <>
      {starting.error !== null && (
        <FailedState what={t('failedToStartSingleSign')} problem={httpProblemOfError(starting.error)} />
      )}
      <Button onClick={() => starting.mutate()} loading={starting.isPending || starting.isSuccess} fullWidth>
        {t('continueWithCompany')}
      </Button>
      <Divider label={t('or')} />
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
    <PlainPage title={isLogged ? t('checkTheLog') : t('checkYourInbox')}>
      <Stack align="flex-start">
        {isLogged ? (
          <IconTerminal2 size={32} stroke={1.5} aria-hidden />
        ) : (
          <IconMailCheck size={32} stroke={1.5} aria-hidden />
        )}
        <Text component="output" display="block">
          {t.nodes(isLogged ? 'linkIsInLog' : 'linkIsSent', { email, b: (text) => <strong>{text}</strong> })}
        </Text>
        <Text size="sm" c="dimmed">
          {isLogged ? t('nothingInLog') : t('nothingInInbox')}
        </Text>
        <Button variant="default" onClick={onAgain}>
          {t('useAnotherAddress')}
        </Button>
      </Stack>
    </PlainPage>
  );
}
