import { Button, Group, Badge, Text } from '@mantine/core';
import { IconMessage } from '@tabler/icons-react';
import type { SectionKind } from '@training/shared/courses/courses';
import type { ReviewComment } from '@training/shared/reviews/reviews';
import { useState } from 'react';
import { usePermissionReach } from '../../../lib/workspace.ts';
import { toDisplayableProblem } from '../../../lib/api/problem.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { TimeAgo } from '../../../ui/time.tsx';
import { CommentForm, useCommentDraft } from './comment-form.tsx';
import classes from './comments.module.css';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('modules');

interface CommentThreadProps {
  moduleId: string;
  section: SectionKind;
  /** The card or question; absent for comments on the whole section. */
  itemId?: string | undefined;
  /** The subject in words, for button labels: "card 3", "the quiz". */
  about: string;
  /** All comments of the module (`ModuleDetail.comments`); the thread filters its own. */
  comments: ReviewComment[];
  /** False for read-only threads: comments can't be added or resolved. */
  isOpen: boolean;
}

/**
 * Comments of reviewers and authors on one card, question or section. Users with the permission can add and resolve
 * comments. An unsent comment survives re-rendering. Renders nothing if there are no comments and the user can't add
 * any.
 */
export function CommentThread({ moduleId, section, itemId, about, comments, isOpen }: CommentThreadProps) {
  const mayComment = usePermissionReach('reviews:comment') !== undefined && isOpen;
  const draft = useCommentDraft(['comment', moduleId, section, itemId ?? 'all']);
  const [areResolvedShown, showResolved] = useState(false);
  const [justResolved, setJustResolved] = useState<string[]>([]);
  const own = commentsOn(comments, section, itemId);
  const shown = own.filter(({ id, resolved }) => areResolvedShown || resolved === null || justResolved.includes(id));
  const hidden = own.length - shown.length;
  if (own.length === 0 && !mayComment) return null;
  return (
    <div className={classes.thread}>
      {shown.length > 0 && (
        <ul className={classes.list} aria-label={t('commentsOn', { about })}>
          {shown.map((comment) => (
            <CommentRow
              key={comment.id}
              moduleId={moduleId}
              comment={comment}
              about={about}
              mayResolve={mayComment}
              isPast={!isOpen}
              onResolved={() => setJustResolved((before) => [...before, comment.id])}
            />
          ))}
        </ul>
      )}
      {draft.text !== null && (
        <CommentForm
          target={{ module_id: moduleId, section, item_id: itemId }}
          label={t('commentOn', { about })}
          draft={draft}
        />
      )}
      <Group gap="xs">
        {mayComment && draft.text === null && (
          <Button
            id={draft.adderId}
            size="compact-sm"
            variant="subtle"
            leftSection={<IconMessage size={14} aria-hidden />}
            aria-label={t('commentOn', { about })}
            onClick={draft.open}
          >
            {t('comment')}
          </Button>
        )}
        {(hidden > 0 || areResolvedShown) && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            aria-expanded={areResolvedShown}
            aria-label={t('resolvedCommentsOn', { about })}
            onClick={() => showResolved(!areResolvedShown)}
          >
            {areResolvedShown ? t('hideResolved') : t('showResolved', { count: hidden })}
          </Button>
        )}
      </Group>
    </div>
  );
}

/** Returns the comments on one item, or on the section itself. */
function commentsOn(comments: ReviewComment[], section: SectionKind, itemId: string | undefined) {
  return comments.filter((comment) => comment.section === section && comment.item_id === (itemId ?? null));
}

interface CommentRowProps {
  moduleId: string;
  comment: ReviewComment;
  /** The subject of the comment, such as "card 3". */
  about: string;
  mayResolve: boolean;
  /** True if nothing depends on it any more, for example after publication. */
  isPast: boolean;
  onResolved: () => void;
}

/** One comment. It stays in place when resolved, so that the focus stays too. */
function CommentRow({ moduleId, comment, about, mayResolve, isPast, onResolved }: CommentRowProps) {
  const { id, kind, body, author, at, round, resolved } = comment;
  const utils = trpc.useUtils();
  const resolve = trpc.reviews.resolveComment.useMutation({
    onSuccess: () => utils.modules.get.invalidate({ id: moduleId }),
  });
  const verb = resolved === null ? t('resolve') : t('reopen');
  const toggle = () => {
    if (resolve.isPending) return;
    onResolved();
    resolve.mutate({ id, resolved: resolved === null });
  };
  return (
    <li className={classes.comment} data-kind={kind} data-resolved={resolved !== null || undefined}>
      <Group gap="xs" justify="space-between" align="flex-start" wrap="nowrap">
        <Group gap={6} className={classes.by}>
          <Text fw={600}>{author.name}</Text>
          <Badge size="sm" variant="default">
            {author.reviewer ? t('reviewer') : t('author')}
          </Badge>
          {kind === 'query' && (
            <Badge size="sm" variant="dot" color={isPast ? 'gray.6' : 'orange'}>
              {t('requestedChange')}
            </Badge>
          )}
          <Text c="dimmed">{t.nodes('roundAt', { round, at: () => <TimeAgo at={at} /> })}</Text>
        </Group>
        {mayResolve && (
          <Button
            size="compact-sm"
            variant="default"
            className={classes.resolve}
            aria-label={t(resolved === null ? 'resolveCommentOf' : 'reopenCommentOf', { name: author.name, about })}
            onClick={toggle}
            // Not disabled: a disabled button would drop the focus.
            aria-busy={resolve.isPending}
          >
            {verb}
          </Button>
        )}
      </Group>
      <p dir="auto" className={classes.body}>
        {body}
      </p>
      {resolved !== null && (
        <Text c="dimmed">{t.nodes('resolvedBy', { name: resolved.by, at: () => <TimeAgo at={resolved.at} /> })}</Text>
      )}
      {resolve.error !== null && (
        <Text c="var(--mantine-color-error)" role="alert">
          {toDisplayableProblem(resolve.error).detail}
        </Text>
      )}
    </li>
  );
}
