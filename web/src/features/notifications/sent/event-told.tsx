import { Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { describeAction } from '@training/shared/events';
import type { EventOutcome, TracedPage } from '@training/shared/inbox';
import { Note } from '../../../ui/note.tsx';
import { Time } from '../../../ui/time.tsx';

const OUTCOMES: Record<EventOutcome, string> = {
  not_yet: 'People are told of it in a moment.',
  told: 'This is who was told, and who was not.',
  nobody: 'There was nobody to tell.',
  not_notified: 'Nobody is told of such events.',
  forgotten: 'What it came to is not kept any more.',
};

/** The event that was asked about, and what it came to. */
export function EventTold({ event }: { event: TracedPage['event'] }) {
  if (event === null) {
    return (
      <Note color="yellow" icon={<IconInfoCircle aria-hidden />} mb="md">
        There is no such event in the audit log.
      </Note>
    );
  }
  const { at, action, by, name, outcome } = event;
  return (
    <Note color="indigo" icon={<IconInfoCircle aria-hidden />} mb="md">
      <Text>
        {by.name} {describeAction(action).did} <strong>{name}</strong>, <Time at={at} />. {OUTCOMES[outcome]}
      </Text>
    </Note>
  );
}
