import { Alert, Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import type { SectionState } from '@training/shared/courses';
import type { SectionLock } from '@training/shared/modules';
import { Time } from '../../ui/time.tsx';

/**
 * Why a section takes no edits (`why`), by whom and since when (rules/review 15). It comes and goes as the section
 * does.
 */
export function LockNotice({ state, why, lock }: { state: SectionState; why: string; lock: SectionLock }) {
  const { by, since, round } = lock;
  const isApproved = state === 'approved';
  return (
    <Alert color="blue" icon={<IconLock aria-hidden />} title={isApproved ? 'Approved' : 'Locked for review'} mb="md">
      <Text component="div">
        {why} {isApproved ? 'Approved' : 'Submitted'}
        {by !== null && ` by ${by}`} <Time at={since} />, in round {round}.
      </Text>
    </Alert>
  );
}
