import { Anchor, Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type IssuingWorkspace, requestSignInLink, requestSingleSignOnUrl } from '../../lib/auth.ts';
import { httpProblemOfError } from '../../lib/api/http-error.ts';
import { PlainPage } from '../../ui/pages/plain-page.tsx';
import { FailedState } from '../../ui/pages/states.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('sign-in');

interface IssuerSignInProps {
  email: string;
  /** Workspaces whose own providers sign in the address; at least one. */
  issuers: IssuingWorkspace[];
  /** The path to open after signing in. */
  next: string;
  onSent: (email: string) => void;
  onAgain: () => void;
}

/** Leads to the company's provider: at once if it is the only one. A link remains for those who can't use it. */
// oxlint-disable-next-line import/no-default-export -- React's `lazy` takes no other
export default function IssuerSignIn({ email, issuers, next, onSent, onAgain }: IssuerSignInProps) {
  const starting = useMutation({
    mutationFn: (slug: string) => requestSingleSignOnUrl(next, slug),
    onSuccess: (url) => location.assign(url),
  });
  const sending = useMutation({ mutationFn: () => requestSignInLink(email), onSuccess: () => onSent(email) });
  const [only, other] = issuers;
  useEffect(() => {
    if (only && !other) starting.mutate(only.slug);
    // oxlint-disable-next-line react/exhaustive-deps -- once
  }, []);
  const { reset } = starting;
  useEffect(() => {
    // Back from the provider, the browser may show this page as it was left.
    const shown = ({ persisted }: PageTransitionEvent) => persisted && reset();
    window.addEventListener('pageshow', shown);
    return () => window.removeEventListener('pageshow', shown);
  }, [reset]);
  return (
    <PlainPage title={t('signIn')}>
      <Stack>
        <Text>{t.nodes('companySignsIn', { email, b: (text) => <strong>{text}</strong> })}</Text>
        {starting.error !== null && (
          <FailedState what={t('failedToStartSingleSign')} problem={httpProblemOfError(starting.error)} />
        )}
        {issuers.map(({ slug, name }) => (
          <Button
            key={slug}
            fullWidth
            loading={(starting.isPending || starting.isSuccess) && starting.variables === slug}
            onClick={() => starting.mutate(slug)}
          >
            {t('continueTo', { workspace: name })}
          </Button>
        ))}
        {sending.error !== null && (
          <FailedState what={t('failedToSendLink')} problem={httpProblemOfError(sending.error)} />
        )}
        <Button variant="default" fullWidth loading={sending.isPending} onClick={() => sending.mutate()}>
          {t('linkInstead')}
        </Button>
        <Anchor component="button" type="button" size="sm" onClick={onAgain}>
          {t('useAnotherAddress')}
        </Anchor>
      </Stack>
    </PlainPage>
  );
}
