import { Anchor, Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate, useRouter } from '@tanstack/react-router';
import { redeemSignInLink } from '../../lib/auth.ts';
import { takeNextPage } from '../../lib/next-page.ts';
import { problemOf } from '../../lib/problem.ts';
import { trpc } from '../../lib/trpc.ts';
import { PlainPage } from '../../shell/plain-page.tsx';
import { FailedState } from '../../ui/states.tsx';

/** Opening the link spends nothing: mail scanners open links too. The one button does (rules/sign-in 3). */
export function SignInLinkPage() {
  const navigate = useNavigate();
  const router = useRouter();
  const session = trpc.useUtils().session.current;
  const redeeming = useMutation({
    mutationFn: redeemSignInLink,
    onSuccess: async (workspaces) => {
      await session.reset();
      // Replaced, so that Back does not lead to a spent link.
      const next = takeNextPage(workspaces, router);
      const [workspace] = workspaces;
      if (next !== null) router.history.replace(next);
      else if (workspace === undefined) await navigate({ to: '/', replace: true });
      else await navigate({ to: '/$workspace', params: { workspace }, replace: true });
    },
  });
  // Not from the router's search, which would read a token of digits as a number.
  const token = new URLSearchParams(location.search).get('token');
  if (token === null || token === '') return <UnusableLink why="This link is not whole: its token is missing." />;
  if (redeeming.error !== null) {
    const problem = problemOf(redeeming.error);
    if (problem.code === 'link_invalid' || problem.code === 'invalid_request') {
      return <UnusableLink why="This link has been used already, or it has expired. Each one works once." />;
    }
    if (problem.code === 'not_a_member') return <UnusableLink why={problem.detail} />;
    return (
      <PlainPage title="Sign in">
        <FailedState
          what="you could not be signed in"
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
        <Text>One click, and you are in.</Text>
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
          <Anchor component={Link} to="/sign-in">
            Ask for a new link
          </Anchor>
        </Text>
      </Stack>
    </PlainPage>
  );
}
