import { Anchor, Button, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { IconMapQuestion } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { problemOf } from '../lib/problem.ts';
import { EmptyState, FailedState } from '../ui/states.tsx';

/** For an address that no page has, inside a workspace or out. */
export function NotFoundPage() {
  useDocumentTitle('No such page · Training');
  return (
    <EmptyState
      title="There is no page at this address"
      headingLevel={1}
      icon={<IconMapQuestion size={28} />}
      action={
        <Anchor component={Link} to="/">
          Go to the start page
        </Anchor>
      }
    >
      The link may be old, or a letter may have got lost on the way.
    </EmptyState>
  );
}

/** For an error that no page expected: a bug of ours. */
export function BrokenPage({ error }: { error: unknown }) {
  useDocumentTitle('Something broke · Training');
  return (
    <Stack maw={640} mx="auto" p="md">
      <Title order={1}>Something broke</Title>
      <FailedState what="this page broke" problem={problemOf(error)} />
      <Text size="sm" c="dimmed">
        Nothing that you saved is lost.
      </Text>
      <Button variant="default" onClick={() => location.reload()} mr="auto">
        Reload the page
      </Button>
    </Stack>
  );
}
