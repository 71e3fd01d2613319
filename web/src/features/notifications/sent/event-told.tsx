import { Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import type { EventOutcome, TracedPage } from '@training/shared/notifications/inbox';
import { Sentence } from '../../events/sentence.tsx';
import { Note } from '../../../ui/note.tsx';
import { Time } from '../../../ui/time.tsx';

const OUTCOMES: Record<EventOutcome, string> = {
  not_yet: 'Notifications will be sent in a moment.',
  told: 'Who was notified of this event, and who wasn’t.',
  nobody: 'There was no one to notify.',
  not_notified: 'Events of this kind send no notifications.',
  forgotten: 'These records are no longer kept.',
};

/** The event filtered by, and the notifications that it caused. */
export function EventTold({ event }: { event: TracedPage['event'] }) {
  if (event === null) {
    return (
      <Note color="yellow" icon={<IconInfoCircle aria-hidden />} mb="md">
        Event not found in the audit log.
      </Note>
    );
  }
  const { at, action, by, name, outcome } = event;
  return (
    <Note color="indigo" icon={<IconInfoCircle aria-hidden />} mb="md">
      <Text>
        <Sentence isPlain event={{ action, actor: by, subject: { kind: 'event', id: null, name }, changes: null }} />,{' '}
        <Time at={at} />. {OUTCOMES[outcome]}
      </Text>
    </Note>
  );
}
