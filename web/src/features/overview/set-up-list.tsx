import { Button, VisuallyHidden } from '@mantine/core';
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import type { SetUp, SetUpStep } from '@training/shared/overview/overview';
import { trpc } from '../../lib/api/trpc.ts';
import { useWorkspace } from '../../lib/workspace.ts';
import { problemOf } from '../../lib/api/problem.ts';
import { FailedState } from '../../ui/pages/states.tsx';
import { API_TOKENS, PROVIDER_KEYS } from '../settings/anchors.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { notifyWithUndo } from '../../ui/undo-notification.tsx';
import classes from './overview.module.css';
import { Lines } from './lines.tsx';
import { Panel } from './panel.tsx';

/** The open and completed set-up steps. It disappears with the last step, or when dismissed. */
export function SetUpList({ steps }: { steps: SetUp }) {
  const utils = trpc.useUtils();
  const putting = trpc.overview.putSetUpAway.useMutation();
  const done = steps.filter((step) => step.done).length;
  const putAway = async () => {
    await putting.mutateAsync({ away: true });
    await utils.overview.read.invalidate();
    notifyWithUndo('The set-up list was hidden.', async () => {
      await utils.client.overview.putSetUpAway.mutate({ away: false });
      await utils.overview.read.invalidate();
      return 'The set-up list is back.';
    });
  };
  return (
    <Panel
      title="Set up your workspace"
      more={
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          loading={putting.isPending}
          onClick={() => void putAway().catch(() => undefined)}
        >
          Hide
        </Button>
      }
    >
      {putting.error !== null && <FailedState what="couldn’t hide the list" problem={problemOf(putting.error)} />}
      <div className={classes.more}>
        {done} of {steps.length} done
      </div>
      <Lines label="Set up your workspace">
        {steps.map(({ step, done }) => (
          <li key={step} className={classes.line}>
            {done ? (
              <IconCircleCheckFilled size={18} aria-hidden />
            ) : (
              <IconCircle size={18} stroke={1.75} aria-hidden />
            )}
            <div className={classes.words}>
              <Step step={step} done={done} />
            </div>
          </li>
        ))}
      </Lines>
    </Panel>
  );
}

interface StepWords {
  title: string;
  to:
    | '/$workspace/settings'
    | '/$workspace/settings/notifications'
    | '/$workspace/settings/workspace'
    | '/$workspace/people'
    | '/$workspace/courses';
  hash?: string;
}

const STEPS: Record<SetUpStep, StepWords> = {
  ai: { title: 'Turn on AI with a provider key', to: '/$workspace/settings', hash: PROVIDER_KEYS },
  people: { title: 'Invite people', to: '/$workspace/people' },
  course: { title: 'Have a trainer create the first course', to: '/$workspace/courses' },
  token: { title: 'Create an API token for your HR system', to: '/$workspace/settings', hash: API_TOKENS },
  channel: { title: 'Connect a chat channel or a drive', to: '/$workspace/settings/notifications' },
  time_zone: { title: 'Choose your time zone', to: '/$workspace/settings/workspace' },
};

/** A completed step has no link. */
function Step({ step, done }: { step: SetUpStep; done: boolean }) {
  const { workspace } = useWorkspace();
  const { title, to, hash } = STEPS[step];
  if (!done) {
    return (
      <TextLink to={to} params={{ workspace: workspace.slug }} {...(hash !== undefined && { hash })}>
        {title}
      </TextLink>
    );
  }
  return (
    <span className={classes.done}>
      <VisuallyHidden>Done: </VisuallyHidden>
      {title}
    </span>
  );
}
