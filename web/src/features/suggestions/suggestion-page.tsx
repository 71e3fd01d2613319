import { Alert, Badge, Button, Group, Title, Switch } from '@mantine/core';
import { IconCopy, IconSparkles } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { liveTopics } from '@training/shared/live';
import type { SuggestionDetail } from '@training/shared/suggestions/suggestions';
import { useLiveQuery } from '../../lib/api/live-query.ts';
import { isQuerySubjectNotFound } from '../../lib/api/problem.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { NotFoundPage } from '../../ui/pages/error-pages.tsx';
import { Breadcrumbs } from '../../ui/pages/breadcrumbs.tsx';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { useSuggestionActions, UndoDismissalButton } from './suggestion-actions.tsx';
import {
  AcceptanceNote,
  DismissalNote,
  SuggestionOrigin,
  SuggestionLink,
  SupersessionNote,
} from './suggestion-facts.tsx';
import type { SuggestionStatus } from '@training/shared/statuses';
import { useMemo, useState } from 'react';
import { splitMarkdownAtBlankLines } from '../../lib/markdown-pieces.ts';
import { GraduallyRenderedItem } from '../../ui/lists/gradually-rendered.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import classes from './suggestions.module.css';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('suggestions');

const route = getRouteApi('/$workspace/recommended/$suggestion');

export function SuggestionDetailPage() {
  const { suggestion: id } = route.useParams();
  const suggestion = useLiveQuery(trpc.suggestions.get.useQuery({ id }), { topic: liveTopics.suggestions });
  if (isQuerySubjectNotFound(suggestion)) return <NotFoundPage />;
  return (
    <>
      {suggestion.data === undefined && <PageHeader title={t('suggestion')} above={<ToQueue />} />}
      <PageState query={suggestion} what={t('theSuggestion')}>
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
              {t(`status.${suggestion.status}`)}
            </Badge>
            <SuggestionOrigin suggestion={suggestion} />
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
            : mayDismiss && suggestion.status === 'dismissed' && <UndoDismissalButton suggestion={suggestion} />
        }
      />
      <DismissalNote suggestion={suggestion} />
      <AcceptanceNote suggestion={suggestion} />
      <SupersessionNote suggestion={suggestion} />
      {suggestion.duplicate_of !== null && <DuplicateNote of={suggestion.duplicate} />}
      <ScanFacts scan={suggestion.scan} />
      <SuggestionText key={suggestion.id} text={suggestion.content} />
      {dialogs}
    </article>
  );
}

/** Links back to the queue, filtered by the suggestion's status. */
function ToQueue({ of }: { of?: SuggestionStatus }) {
  return (
    <Breadcrumbs>
      <TextLink to="/$workspace/recommended" search={of === undefined || of === 'pending' ? {} : { show: of }}>
        {t('recommended')}
      </TextLink>
    </Breadcrumbs>
  );
}

/** Links to the earlier suggestion if the user may see it. */
function DuplicateNote({ of }: { of: SuggestionDetail['duplicate'] }) {
  return (
    <Alert color="yellow" icon={<IconCopy aria-hidden />} my="md" title={t('nearDuplicateEarlier')}>
      {of === null
        ? t('queueAnotherDepartment')
        : t.nodes('duplicateOf', {
            suggestion: () => <SuggestionLink to={of} />,
            source: of.source_name,
            status: of.status,
          })}
    </Alert>
  );
}

/** The scan result of a drive's document, or a note that no model has read it. Renders nothing for other sources. */
function ScanFacts({ scan }: { scan: SuggestionDetail['scan'] }) {
  if (scan === null) return null;
  if (!scan.by_ai) {
    return (
      <Alert color="gray" my="md" title={t('notReadAi')}>
        {t('workspaceHasNoProvider')}
      </Alert>
    );
  }
  const { summary, changes, passages } = scan;
  return (
    <Alert color="blue" icon={<IconSparkles aria-hidden />} my="md" title={t('aiSummary')}>
      <div className={classes.scan} dir="auto">
        {summary !== null && <p>{summary}</p>}
        {changes !== null && (
          <>
            <Title order={2} size="sm">
              {t('whatHasChanged')}
            </Title>
            <p>{changes}</p>
          </>
        )}
        {passages.length > 0 && (
          <>
            <Title order={2} size="sm">
              {t('whatItTeaches')}
            </Title>
            <ul>
              {passages.map(({ text, quote }) => (
                <li key={text}>
                  {text} <q>{quote}</q>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Alert>
  );
}

/** The suggested text, as Markdown or as source. Rendered gradually, because it can have a million characters. */
function SuggestionText({ text }: { text: string }) {
  const [isSource, setSource] = useState(false);
  const pieces = useMemo(() => splitMarkdownAtBlankLines(text), [text]);
  return (
    <section aria-label={t('content')} className={classes.text}>
      <Switch
        label={t('source')}
        checked={isSource}
        onChange={({ currentTarget }) => setSource(currentTarget.checked)}
      />
      {isSource ? (
        <div dir="auto" className={classes.asSent}>
          {text}
        </div>
      ) : (
        pieces.map(({ from, markdown, isPlain }, index) => {
          const plain = (
            <div dir="auto" className={classes.asSent}>
              {markdown}
            </div>
          );
          return (
            <GraduallyRenderedItem key={from} id={`piece-${from}`} isFirst={index === 0} instead={plain}>
              {isPlain ? plain : <Markdown>{markdown}</Markdown>}
            </GraduallyRenderedItem>
          );
        })
      )}
    </section>
  );
}
