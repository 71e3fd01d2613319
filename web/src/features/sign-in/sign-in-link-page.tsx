import { Anchor, Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { redeemSignInLink } from '../../lib/auth.ts';
import { problemOfHttp } from '../../lib/api/http-error.ts';
import { keptNextPage } from '../../lib/next-page.ts';
import { PlainPage } from '../../ui/pages/plain-page.tsx';
import { FailedState } from '../../ui/pages/states.tsx';

/** Redeems a link only by its button: mail scanners open links too (rules/sign-in 3). */
export function SignInLinkPage({ goOn }: { goOn: (path: string) => void }) {
  const redeeming = useMutation({
    mutationFn: redeemSignInLink,
    onSuccess: (workspaces) => {
      const next = keptNextPage();
      const [workspace = ''] = workspaces;
      // The console's first page knows the existing pages and their workspaces.
      goOn(next === null ? `/${workspace}` : `/?${new URLSearchParams({ next })}`);
    },
  });
  // Not from the router's search params, which would parse a token of digits as a number.
  const token = new URLSearchParams(location.search).get('token');
  if (token === null || token === '')
    return <UnusableLink why="This link is incomplete. Copy all of it from your e-mail." />;
  if (redeeming.error !== null) {
    const problem = problemOfHttp(redeeming.error);
    if (problem.code === 'link_invalid' || problem.code === 'invalid_request') {
      return <UnusableLink why="This link was already used or has expired. Each link works once." />;
    }
    if (problem.code === 'not_a_member') return <UnusableLink why={problem.detail} />;
    return (
      <PlainPage title="Sign in">
        <FailedState
          what="couldn’t sign you in"
          problem={problem}
          onRetry={() => redeeming.mutate(token)}
          retrying={redeeming.isPending}
        />
      </PlainPage>
    );
  }
  return (
    <PlainPage title="Welcome">
      <Stack>
        <Text>One click and you’re in.</Text>
        <Button
          fullWidth
          onClick={() => redeeming.mutate(token)}
          loading={redeeming.isPending || redeeming.isSuccess}
          data-autofocus
        >
          Sign in
        </Button>
      </Stack>
    </PlainPage>
  );
}

function UnusableLink({ why }: { why: string }) {
  return (
    <PlainPage title="This link no longer works">
      <Stack>
        <Text role="alert">{why}</Text>
        <Text>
          <Anchor href="/sign-in">Get a new link</Anchor>
        </Text>
      </Stack>
    </PlainPage>
  );
}
