import { Anchor, Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { redeemSignInLink } from '../../lib/auth.ts';
import { httpProblemOfError } from '../../lib/api/http-error.ts';
import { takePathAfterSignIn } from '../../lib/next-page.ts';
import { PlainPage } from '../../ui/pages/plain-page.tsx';
import { FailedState } from '../../ui/pages/states.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('sign-in');

/** Redeems a link only by its button: mail scanners open links too (rules/sign-in 3). */
export function SignInLinkPage({ goOn }: { goOn: (path: string) => void }) {
  const redeeming = useMutation({
    mutationFn: redeemSignInLink,
    onSuccess: (workspaces) => {
      const next = takePathAfterSignIn();
      const [workspace = ''] = workspaces;
      // The console's first page knows the existing pages and their workspaces.
      goOn(next === null ? `/${workspace}` : `/?${new URLSearchParams({ next })}`);
    },
  });
  // Not from the router's search params, which would parse a token of digits as a number.
  const token = new URLSearchParams(location.search).get('token');
  if (token === null || token === '') return <UnusableLink why={t('linkIncomplete')} />;
  if (redeeming.error !== null) {
    const problem = httpProblemOfError(redeeming.error);
    if (problem.code === 'link_invalid' || problem.code === 'invalid_request') {
      return <UnusableLink why={t('linkUsedOrExpired')} />;
    }
    if (problem.code === 'not_a_member') return <UnusableLink why={problem.detail} />;
    return (
      <PlainPage title={t('signIn')}>
        <FailedState
          what={t('failedToSignIn')}
          problem={problem}
          onRetry={() => redeeming.mutate(token)}
          retrying={redeeming.isPending}
        />
      </PlainPage>
    );
  }
  return (
    <PlainPage title={t('welcome')}>
      <Stack>
        <Text>{t('oneClick')}</Text>
        <Button
          fullWidth
          onClick={() => redeeming.mutate(token)}
          loading={redeeming.isPending || redeeming.isSuccess}
          data-autofocus
        >
          {t('signIn')}
        </Button>
      </Stack>
    </PlainPage>
  );
}

function UnusableLink({ why }: { why: string }) {
  return (
    <PlainPage title={t('linkNoLongerWorks')}>
      <Stack>
        <Text role="alert">{why}</Text>
        <Text>
          <Anchor href="/sign-in">{t('getNewLink')}</Anchor>
        </Text>
      </Stack>
    </PlainPage>
  );
}
