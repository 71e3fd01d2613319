import { Alert, Badge, Button, Group } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { topics } from '@training/shared/live';
import type { SuggestionDetail } from '@training/shared/suggestions/suggestions';
import { useLiveQuery } from '../../lib/api/live-query.ts';
import { isMissing } from '../../lib/api/problem.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { useWorkspace } from '../../lib/workspace.ts';
import { NotFoundPage } from '../../ui/pages/error-pages.tsx';
import { Breadcrumbs } from '../../ui/pages/breadcrumbs.tsx';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { ScanFacts } from './scan-facts.tsx';
import { useSuggestionActions } from './suggestion-actions.tsx';
import { Acceptance, Dismissal, Origin, SuggestionLink, Supersession } from './suggestion-facts.tsx';
import { SuggestionText } from './suggestion-text.tsx';
import { UndoDismissal } from './undo-dismissal.tsx';
import type { SuggestionStatus } from '@training/shared/statuses';

const route = getRouteApi('/$workspace/recommended/$suggestion');

const STATUSES: Record<SuggestionStatus, string> = {
  pending: 'Pending',
  accepted: 'Accepted',
  dismissed: 'Dismissed',
  superseded: 'Superseded',
};

export function SuggestionPage() {
  const { suggestion: id } = route.useParams();
  const suggestion = useLiveQuery(trpc.suggestions.get.useQuery({ id }), { topic: topics.suggestions });
  if (isMissing(suggestion)) return <NotFoundPage />;
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
  const { actions, mayDismiss, dialogs } = useSuggestionActions();
  return (
    <article>
      <PageHeader
        above={<ToQueue of={suggestion.status} />}
        title={suggestion.title}
        description={
          <Group component="span" gap="xs">
            <Badge variant="dot" color={suggestion.status === 'pending' ? 'blue' : 'gray.6'}>
              {STATUSES[suggestion.status]}
            </Badge>
            <Origin suggestion={suggestion} />
          </Group>
        }
        actions={
          suggestion.status === 'pending'
            ? actions.map(({ verb, label, ask }, index) => (
                <Button
                  key={verb}
                  variant={index === 0 && verb === 'accept' ? 'filled' : 'default'}
                  onClick={() => ask(suggestion)}
                >
                  {label}
                </Button>
              ))
            : mayDismiss && suggestion.status === 'dismissed' && <UndoDismissal suggestion={suggestion} />
        }
      />
      <Dismissal suggestion={suggestion} />
      <Acceptance suggestion={suggestion} />
      <Supersession suggestion={suggestion} />
      {suggestion.duplicate_of !== null && <DuplicateNote of={suggestion.duplicate} />}
      <ScanFacts scan={suggestion.scan} />
      <SuggestionText key={suggestion.id} text={suggestion.content} />
      {dialogs}
    </article>
  );
}

/** Links back to the queue, filtered by the suggestion's status. */
function ToQueue({ of }: { of?: SuggestionStatus }) {
  const { workspace } = useWorkspace();
  return (
    <Breadcrumbs>
      <TextLink
        to="/$workspace/recommended"
        params={{ workspace: workspace.slug }}
        search={of === undefined || of === 'pending' ? {} : { show: of }}
      >
        Recommended
      </TextLink>
    </Breadcrumbs>
  );
}

/** Links to the earlier suggestion if the user may see it. */
function DuplicateNote({ of }: { of: SuggestionDetail['duplicate'] }) {
  return (
    <Alert
      color="yellow"
      icon={<IconCopy aria-hidden />}
      my="md"
      title="Near duplicate of an earlier suggestion from another source"
    >
      {of === null ? (
        'It’s in the queue of another department.'
      ) : (
        <>
          <SuggestionLink to={of} /> from {of.source_name}, {STATUSES[of.status].toLowerCase()}.
        </>
      )}
    </Alert>
  );
}
