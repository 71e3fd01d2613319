import { Badge, Button, Group, Text } from '@mantine/core';
import type { ReviewComment } from '@training/shared/reviews/reviews';
import { problemOf } from '../../../lib/api/problem.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { Time } from '../../../ui/time.tsx';
import classes from './comments.module.css';

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
export function CommentRow({ moduleId, comment, about, mayResolve, isPast, onResolved }: CommentRowProps) {
  const { id, kind, body, author, at, round, resolved } = comment;
  const utils = trpc.useUtils();
  const resolve = trpc.reviews.resolveComment.useMutation({
    onSuccess: () => utils.modules.get.invalidate({ id: moduleId }),
  });
  const verb = resolved === null ? 'Resolve' : 'Reopen';
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
            {author.reviewer ? 'Reviewer' : 'Author'}
          </Badge>
          {kind === 'query' && (
            <Badge size="sm" variant="dot" color={isPast ? 'gray.6' : 'orange'}>
              Query
            </Badge>
          )}
          <Text c="dimmed">
            round {round} · <Time at={at} />
          </Text>
        </Group>
        {mayResolve && (
          <Button
            size="compact-sm"
            variant="default"
            className={classes.resolve}
            aria-label={`${verb} the comment of ${author.name} on ${about}`}
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
        <Text c="dimmed">
          Resolved by {resolved.by}, <Time at={resolved.at} />
        </Text>
      )}
      {resolve.error !== null && (
        <Text c="var(--mantine-color-error)" role="alert">
          {problemOf(resolve.error).detail}
        </Text>
      )}
    </li>
  );
}
