import { Button, Group } from '@mantine/core';
import { IconMessage } from '@tabler/icons-react';
import type { SectionKind } from '@training/shared/courses';
import type { ReviewComment } from '@training/shared/reviews';
import { useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { useKeptState } from '../../../lib/kept/use-kept-words.ts';
import { useMay } from '../../../lib/workspace.ts';
import { CommentForm } from './comment-form.tsx';
import { CommentRow } from './comment-row.tsx';
import classes from './comments.module.css';

interface CommentThreadProps {
  moduleId: string;
  section: SectionKind;
  /** The card or question; absent for what is said about the whole section. */
  itemId?: string | undefined;
  /** What it is about, in words, for the names of its buttons: "card 3", "the quiz". */
  about: string;
  /** All of the module's (`ModuleDetail.comments`): the thread picks its own. */
  comments: ReviewComment[];
  /** False where they are only read: nothing is added or resolved. */
  isOpen: boolean;
}

/**
 * What reviewers and authors say about one card, one question or a section, with adding and resolving for those whose
 * role may. What is being written outlives redrawing. Nothing is drawn where there is nothing to read and nothing to
 * do.
 */
export function CommentThread({ moduleId, section, itemId, about, comments, isOpen }: CommentThreadProps) {
  const mayComment = useMay('reviews:comment') !== undefined && isOpen;
  const given: { body: string | null } = { body: null };
  const { values, change, words } = useKeptState(['comment', moduleId, section, itemId ?? 'all'], given);
  const { body } = values;
  const [areResolvedShown, showResolved] = useState(false);
  const [justResolved, setJustResolved] = useState<string[]>([]);
  const fieldId = useId();
  const adderId = useId();
  const own = commentsOn(comments, section, itemId);
  const shown = own.filter(({ id, resolved }) => areResolvedShown || resolved === null || justResolved.includes(id));
  const hidden = own.length - shown.length;
  const open = () => {
    flushSync(() => change({ body: '' }));
    document.getElementById(fieldId)?.focus();
  };
  const close = () => {
    // The button is there again only when this has been drawn.
    flushSync(words.discard);
    document.getElementById(adderId)?.focus();
  };
  if (own.length === 0 && !mayComment) return null;
  return (
    <div className={classes.thread}>
      {shown.length > 0 && (
        <ul className={classes.list} aria-label={`Comments on ${about}`}>
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
      {body !== null && (
        <CommentForm
          target={{ module_id: moduleId, section, item_id: itemId }}
          label={`Comment on ${about}`}
          fieldId={fieldId}
          words={{ ...words, discard: close }}
          text={body}
          onText={(text) => change({ body: text })}
          onSent={close}
          onCancel={close}
        />
      )}
      <Group gap="xs">
        {mayComment && body === null && (
          <Button
            id={adderId}
            size="compact-sm"
            variant="subtle"
            leftSection={<IconMessage size={14} aria-hidden />}
            aria-label={`Comment on ${about}`}
            onClick={open}
          >
            Comment
          </Button>
        )}
        {(hidden > 0 || areResolvedShown) && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            aria-expanded={areResolvedShown}
            aria-label={`Resolved comments on ${about}`}
            onClick={() => showResolved(!areResolvedShown)}
          >
            {areResolvedShown ? 'Hide resolved' : `Show ${hidden} resolved`}
          </Button>
        )}
      </Group>
    </div>
  );
}

/** The comments on one item, or on the section itself. */
function commentsOn(comments: ReviewComment[], section: SectionKind, itemId: string | undefined) {
  return comments.filter((comment) => comment.section === section && comment.item_id === (itemId ?? null));
}
