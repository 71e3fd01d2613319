import { Anchor, Button, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { IconMapQuestion } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { problemOf } from '../../lib/api/problem.ts';
import { EmptyState, FailedState } from './states.tsx';

/** Shown for unknown URLs, inside and outside of a workspace. */
export function NotFoundPage() {
  useDocumentTitle('Page not found · Training');
  return (
    <EmptyState
      title="Page not found"
      headingLevel={1}
      icon={<IconMapQuestion size={28} />}
      action={
        <Anchor component={Link} to="/">
          Go to Start
        </Anchor>
      }
    >
      Check the address, or go back to Start.
    </EmptyState>
  );
}

/** Shown for unexpected errors, which are bugs. */
export function BrokenPage({ error }: { error: unknown }) {
  useDocumentTitle('Something went wrong · Training');
  return (
    <Stack maw={640} mx="auto" p="md">
      <Title order={1}>Something went wrong</Title>
      <FailedState what="couldn’t show this page" problem={problemOf(error)} />
      <Text size="sm" c="dimmed">
        What you saved is still there.
      </Text>
      <Button variant="default" onClick={() => location.reload()} mr="auto">
        Reload page
      </Button>
    </Stack>
  );
}
