import { Alert, Button, Group, Text } from '@mantine/core';
import { IconInfoCircle, IconLock, IconRefresh } from '@tabler/icons-react';
import type { ModuleDetail } from '@training/shared/modules';
import { isUnderReview, workflowStateOf } from '@training/shared/workflow-state';
import { SettingChangeList } from './compare/compared-settings.tsx';
import { SECTION_WORDS } from '../modules/module-words.ts';
import { standingForReviewers } from '../modules/standing.ts';
import { useRefusal } from '../modules/use-refusal.ts';
import { type Changed, hasChanged } from './compare/use-shown.ts';

interface ReviewNoticesProps {
  module: ModuleDetail;
  /** What somebody changed under the reader's eyes. */
  changed: Changed;
  /** A decision came too late for that. */
  wasRefused: boolean;
  onLook: () => void;
}

/** What one has to know before deciding: that one may not, or that it is not what it was. */
export function ReviewNotices({ module, changed, wasRefused, onLook }: ReviewNoticesProps) {
  const isOpen = isUnderReview(workflowStateOf(module));
  const isOwn = useRefusal(module)({ kind: 'reject' })?.code === 'self_review';
  return (
    <>
      {!isOpen && (
        <Alert color="blue" icon={<IconInfoCircle aria-hidden />} title="There is nothing to decide now" mb="md">
          <Text component="output">{standingForReviewers(module)}</Text>
        </Alert>
      )}
      {isOpen && isOwn && (
        <Alert color="orange" icon={<IconLock aria-hidden />} title="This is your own work" mb="md">
          <Text>You wrote or edited it, so somebody else has to decide, and to claim it. You can still comment.</Text>
        </Alert>
      )}
      {hasChanged(changed) && (
        <Alert
          color="yellow"
          role="alert"
          icon={<IconRefresh aria-hidden />}
          title={`It has changed while you looked: ${namesOf(changed)}`}
          mb="md"
        >
          <SettingChangeList changes={changed.settings} label="Changed settings" />
          <Group gap="sm" justify="space-between">
            <Text>
              {wasRefused && 'Your decision was not taken: it was about what was here before. '}
              Round {module.round} is shown now, compared with what was here before. Decide when you have looked at it.
            </Text>
            <Button variant="default" size="compact-sm" onClick={onLook}>
              I have looked at it
            </Button>
          </Group>
        </Alert>
      )}
    </>
  );
}

/** "flashcards, quiz and settings" */
function namesOf({ sections, settings }: Changed): string {
  const names = sections.map((kind) => SECTION_WORDS[kind].title.toLowerCase());
  return new Intl.ListFormat('en-GB').format(settings.length > 0 ? [...names, 'settings'] : names);
}
