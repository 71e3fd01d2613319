import { Paper, Title, Badge, Button, Group, Text } from '@mantine/core';
import type { ModuleDetail } from '@training/shared/courses/modules';
import { useId } from 'react';
import { IconArrowDown, IconMessage } from '@tabler/icons-react';
import type { ReviewComment } from '@training/shared/reviews/reviews';
import { usePermissionReach } from '../../../lib/workspace.ts';
import { TimeAgo } from '../../../ui/time.tsx';
import { focusItem, focusSection } from '../item-focus.ts';
import { itemNameInTextOf, itemNameOf, sectionNameInTextOf } from '../module-words.ts';
import classes from './open-queries.module.css';
import { CommentForm, useCommentDraft } from './comment-form.tsx';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('modules');

/**
 * Open queries of reviewers, at the top of the page: each with its text, a link to its subject, and a reply field.
 * Renders nothing if there are none.
 */
export function OpenQueries({ module }: { module: ModuleDetail }) {
  const heading = useId();
  const queries = openQueriesOf(module);
  if (queries.length === 0) return null;
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={heading} className={classes.panel}>
      <Title order={2} size="h4" id={heading} tabIndex={-1}>
        {t('requestedChanges', { count: queries.length })}
      </Title>
      <ul className={classes.list}>
        {queries.map((query) => (
          <OpenQuery key={query.id} module={module} query={query} />
        ))}
      </ul>
    </Paper>
  );
}

/** One query with its author, the replies, and the actions of the module's authors. */
function OpenQuery({ module, query }: { module: ModuleDetail; query: ReviewComment }) {
  const { id, section, item_id, body, author, at } = query;
  const mayReply = usePermissionReach('reviews:comment') !== undefined;
  const draft = useCommentDraft(['comment', module.id, 'reply', id]);
  const { title, about, isThere } = subjectOf(module, query);
  const replies = repliesTo(module, query);
  return (
    <li className={classes.query}>
      <Group gap="xs">
        <Text fw={600}>{title}</Text>
        <Text c="dimmed">
          {author.name}, <TimeAgo at={at} />
        </Text>
        {replies.some((each) => !each.author.reviewer) && (
          <Badge size="sm" variant="dot" color="green">
            {t('answered')}
          </Badge>
        )}
      </Group>
      <p dir="auto" className={classes.words}>
        {body}
      </p>
      {replies.length > 0 && (
        <ul className={classes.replies} aria-label={t('repliesAbout', { about })}>
          {replies.map((each) => (
            <li key={each.id}>
              <Text component="span" fw={600}>
                {each.author.name}:
              </Text>{' '}
              <bdi>{each.body}</bdi>
            </li>
          ))}
        </ul>
      )}
      {draft.text !== null && (
        <CommentForm
          target={{ module_id: module.id, section, ...(item_id !== null && { item_id }) }}
          label={t('replyAbout', { about })}
          submitLabel={t('reply')}
          draft={draft}
        />
      )}
      <Group gap="xs">
        {isThere && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconArrowDown size={14} aria-hidden />}
            onClick={() => (item_id === null ? focusSection(section) : focusItem(item_id))}
          >
            {t('goTo', { about })}
          </Button>
        )}
        {mayReply && draft.text === null && (
          <Button
            id={draft.adderId}
            size="compact-sm"
            variant="default"
            leftSection={<IconMessage size={14} aria-hidden />}
            aria-label={t('replyAbout', { about })}
            onClick={draft.open}
          >
            {t('reply')}
          </Button>
        )}
      </Group>
    </li>
  );
}

/** Returns the subject of a query, such as "question 2", and whether it still exists. */
function subjectOf({ flashcards, quiz }: ModuleDetail, { section, item_id }: ReviewComment) {
  if (item_id === null)
    return { title: t(`wholeSection.${section}`), about: sectionNameInTextOf(section), isThere: true };
  const items = section === 'quiz' ? quiz.questions : flashcards.cards;
  const place = items.findIndex(({ id }) => id === item_id) + 1;
  return place === 0
    ? { title: t(`goneTitle.${section}`), about: t(`goneItem.${section}`), isThere: false }
    : { title: itemNameOf(section, place), about: itemNameInTextOf(section, place), isThere: true };
}

/** Returns later comments on the same subject, except further queries. */
function repliesTo({ comments }: ModuleDetail, query: ReviewComment): ReviewComment[] {
  const later = comments.slice(comments.findIndex(({ id }) => id === query.id) + 1);
  return later.filter(
    ({ kind, section, item_id }) => kind === 'comment' && section === query.section && item_id === query.item_id,
  );
}

/** Returns the unresolved queries of sections that were sent back to their authors. */
export const openQueriesOf = (module: ModuleDetail): ReviewComment[] =>
  module.comments.filter(
    ({ kind, section, resolved }) => kind === 'query' && resolved === null && module[section].state === 'queried',
  );
