import { Alert, Badge, Button, Group } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import type { SuggestionDetail, SuggestionStatus } from '@training/shared/suggestions';
import { useState } from 'react';
import { isMissing } from '../../lib/problem.ts';
import { trpc } from '../../lib/trpc.ts';
import { useMay, useWorkspace } from '../../lib/workspace.ts';
import { NotFoundPage } from '../../shell/error-pages.tsx';
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PageState } from '../../ui/page-state.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { DismissDialog } from './dismiss-dialog.tsx';
import { Dismissal, Origin } from './suggestion-facts.tsx';
import classes from './suggestions.module.css';
import { UndoDismissal } from './undo-dismissal.tsx';

const route = getRouteApi('/$workspace/recommended/$suggestion');

const STATUSES: Record<SuggestionStatus, string> = {
  pending: 'Pending',
  accepted: 'Accepted',
  dismissed: 'Dismissed',
  superseded: 'Superseded',
};

export function SuggestionPage() {
  const { suggestion: id } = route.useParams();
  const suggestion = trpc.suggestions.get.useQuery({ id });
  if (isMissing(suggestion.error)) return <NotFoundPage />;
  return (
    <>
      {suggestion.data === undefined && <PageHeader title="Suggestion" above={<ToQueue />} />}
      <PageState query={suggestion} what="the suggestion">
        {(found) => <Suggestion suggestion={found} />}
      </PageState>
    </>
  );
}

function Suggestion({ suggestion }: { suggestion: SuggestionDetail }) {
  const mayDismiss = useMay('suggestions:dismiss') !== undefined;
  const [isDismissing, setDismissing] = useState(false);
  return (
    <article>
      <PageHeader
        above={<ToQueue of={suggestion.status} />}
        title={suggestion.title}
        description={
          <Group component="span" gap="xs">
            <Badge variant="dot" color={suggestion.status === 'pending' ? 'blue' : 'gray'}>
              {STATUSES[suggestion.status]}
            </Badge>
            <Origin suggestion={suggestion} />
          </Group>
        }
        actions={
          mayDismiss &&
          (suggestion.status === 'pending' ? (
            <Button variant="default" onClick={() => setDismissing(true)}>
              Dismiss
            </Button>
          ) : (
            <UndoDismissal suggestion={suggestion} />
          ))
        }
      />
      <Dismissal suggestion={suggestion} />
      {suggestion.duplicate_of !== null && <DuplicateNote of={suggestion.duplicate_of} />}
      <div className={classes.content}>{suggestion.content}</div>
      <DismissDialog suggestion={isDismissing ? suggestion : null} onClose={() => setDismissing(false)} />
    </article>
  );
}

/** Back to the part of the queue where a suggestion of that status is. */
function ToQueue({ of }: { of?: SuggestionStatus }) {
  const { workspace } = useWorkspace();
  return (
    <Breadcrumbs>
      <TextLink
        to="/$workspace/recommended"
        params={{ workspace: workspace.slug }}
        search={of === 'dismissed' ? { show: of } : {}}
      >
        Recommended
      </TextLink>
    </Breadcrumbs>
  );
}

/** Names the earlier suggestion where the reader may see it. */
function DuplicateNote({ of }: { of: string }) {
  const { workspace } = useWorkspace();
  const earlier = trpc.suggestions.get.useQuery({ id: of });
  return (
    <Alert
      color="yellow"
      icon={<IconCopy aria-hidden />}
      my="md"
      title="The same text came before, from another source"
    >
      {earlier.data === undefined ? (
        earlier.error === null ? (
          'Looking for it …'
        ) : (
          'It is in the queue of a department that you do not see.'
        )
      ) : (
        <>
          <TextLink
            to="/$workspace/recommended/$suggestion"
            params={{ workspace: workspace.slug, suggestion: of }}
            c="inherit"
            underline="always"
          >
            {earlier.data.title}
          </TextLink>{' '}
          from {earlier.data.source_name}, {STATUSES[earlier.data.status].toLowerCase()}.
        </>
      )}
    </Alert>
  );
}
