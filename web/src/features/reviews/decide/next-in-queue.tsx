import { Button, Text } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatAriaKeys, useShortcut } from '../../../lib/shortcuts.ts';
import { useNextReview } from '../queue-queries.ts';
import { ShortcutHint } from './shortcut-hint.tsx';
import classes from './decision-bar.module.css';
import { joinWithDots } from '../../../lib/i18n/in-words.ts';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('reviews');

/** The element id that gets the focus once the module needs no more decisions. */
export const NEXT_IN_QUEUE_ID = 'next-in-queue';

/** A link to the next module, or back to the queue if nothing else waits. `isDone`: nothing else is left to do here. */
export function NextInQueue({ moduleId, isDone }: { moduleId: string; isDone: boolean }) {
  const navigate = useNavigate({ from: '/$workspace' });
  const found = useNextReview(moduleId);
  const next = found?.next ?? null;
  useShortcut(next && { keys: 'n', does: t('nextInQueue'), group: t('review') }, () => {
    if (next) void navigate({ to: '/$workspace/reviews/$module', params: { module: next.module_id } });
  });
  if (found === undefined) return null;
  // One link that changes in place, so that it keeps the focus when others take the last module.
  return (
    <>
      {next === null && (
        <Text c="dimmed" className={classes.wide}>
          {t('nothingElseToReview')}
        </Text>
      )}
      <Button
        key="on"
        id={NEXT_IN_QUEUE_ID}
        variant={isDone ? 'filled' : 'default'}
        aria-keyshortcuts={next === null ? undefined : formatAriaKeys('n')}
        title={next === null ? undefined : joinWithDots([next.title, t('waitingCount', { count: found.waiting })])}
        rightSection={<IconArrowRight size={16} aria-hidden className={classes.arrow} />}
        renderRoot={(props) =>
          next === null ? (
            <Link to="/$workspace/reviews" {...props} />
          ) : (
            <Link to="/$workspace/reviews/$module" params={{ module: next.module_id }} {...props} />
          )
        }
      >
        {next === null ? (
          <span>{t.nodes('backToQueue', { rest: wide })}</span>
        ) : (
          <>
            <span>{t.nodes('nextShort', { rest: wide })}</span>
            <ShortcutHint keys="n" />
          </>
        )}
      </Button>
    </>
  );
}

const wide = (text: ReactNode) => <span className={classes.wide}>{text}</span>;
