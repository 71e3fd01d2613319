import { Button, Text } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { ariaKeys, useShortcut } from '../../../lib/shortcuts.ts';
import { useWorkspace } from '../../../lib/workspace.ts';
import { useNext } from '../queue-queries.ts';
import { KeyHint } from './key-hint.tsx';
import classes from './decision-bar.module.css';

/** The element id that gets the focus once the module needs no more decisions. */
export const NEXT_ID = 'next-in-queue';

/** A link to the next module, or back to the queue if nothing else waits. `isDone`: nothing else is left to do here. */
export function NextInQueue({ moduleId, isDone }: { moduleId: string; isDone: boolean }) {
  const { workspace } = useWorkspace();
  const navigate = useNavigate();
  const found = useNext(moduleId);
  const next = found?.next ?? null;
  const params = { workspace: workspace.slug };
  useShortcut(next && { keys: 'n', does: 'Next in queue', group: 'Review' }, () => {
    if (next) void navigate({ to: '/$workspace/reviews/$module', params: { ...params, module: next.module_id } });
  });
  if (found === undefined) return null;
  // One link that changes in place, so that it keeps the focus when others take the last module.
  return (
    <>
      {next === null && (
        <Text c="dimmed" className={classes.wide}>
          Nothing else to review.
        </Text>
      )}
      <Button
        key="on"
        id={NEXT_ID}
        variant={isDone ? 'filled' : 'default'}
        aria-keyshortcuts={next === null ? undefined : ariaKeys('n')}
        title={next === null ? undefined : `${next.title} · ${waitingWords(found.waiting)}`}
        rightSection={<IconArrowRight size={16} aria-hidden className={classes.arrow} />}
        renderRoot={(props) =>
          next === null ? (
            <Link to="/$workspace/reviews" params={params} {...props} />
          ) : (
            <Link to="/$workspace/reviews/$module" params={{ ...params, module: next.module_id }} {...props} />
          )
        }
      >
        {next === null ? (
          <span>
            Back<span className={classes.wide}> to the queue</span>
          </span>
        ) : (
          <>
            <span>
              Next<span className={classes.wide}> in queue</span>
            </span>
            <KeyHint keys="n" />
          </>
        )}
      </Button>
    </>
  );
}

const waitingWords = (waiting: number) => (waiting === 1 ? 'the last one' : `${waiting} wait`);
