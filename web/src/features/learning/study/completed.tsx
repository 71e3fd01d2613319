import { Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import type { StudiedModule } from '@training/shared/learning/learning';
import { useWorkspace } from '../../../lib/workspace.ts';
import { CertificateLink } from '../training/certificate-link.tsx';
import { dayInWords, localDayOf, percent } from '../../../lib/in-words.ts';
import { Note } from '../../../ui/note.tsx';

interface CompletedProps {
  module: StudiedModule;
  cycle: NonNullable<StudiedModule['cycle']>;
}

/** The completion: its date, score and expiry. */
export function Completed({ module, cycle: { completed_at, score, enrollment_id } }: CompletedProps) {
  const { workspace } = useWorkspace();
  if (completed_at === null) return null;
  const { expires_at, time_zone } = module;
  const until = expires_at === null ? null : lastDay(expires_at, time_zone);
  return (
    <Note color="green" icon={<IconCircleCheck aria-hidden />} title="Completed">
      <Text size="sm" mb={4}>
        On {dayInWords(localDayOf(completed_at, time_zone))}
        {score !== null && `, with ${percent(score)}`}
        {until !== null && `. Valid until ${dayInWords(until)}`}.
      </Text>
      <CertificateLink workspace={workspace.slug} enrollment={enrollment_id} title={module.revision.title} />
    </Note>
  );
}

/** Returns the last valid day: `expiresAt` is the start of the day after. */
const lastDay = (expiresAt: string, timeZone: string) =>
  localDayOf(new Date(Date.parse(expiresAt) - 1).toISOString(), timeZone);
