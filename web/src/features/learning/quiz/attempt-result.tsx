import { Button, Group, Stack, Text } from '@mantine/core';
import type { Attempt } from '@training/shared/learning/attempts';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { scheduleLockAfterQuiz, extendScheduledLock } from '../../../lib/lock-when-left.ts';
import { isSharedDevice, lockDevice } from '../../../lib/shared-device.ts';
import { Note } from '../../../ui/note.tsx';
import { translatorOf } from '../../../lib/i18n/translator.ts';
import { AttemptAnswers } from './attempt-answers.tsx';

const t = translatorOf('learning');

interface AttemptResultProps {
  attempt: Attempt;
  timeZone: string;
  /** True if its last answer was just given. */
  hasJustEnded?: boolean;
  onLook: (question: string) => void;
  children?: ReactNode;
}

/** The result of an attempt, with a link to each question. */
export function AttemptResult({ attempt, timeZone, hasJustEnded = false, onLook, children }: AttemptResultProps) {
  const navigate = useNavigate({ from: '/$workspace/training/$module' });
  return (
    <Stack gap="md" align="stretch">
      {isSharedDevice && hasJustEnded && <LocksSoon />}
      <AttemptAnswers attempt={attempt} timeZone={timeZone} onLook={onLook} />
      {children}
      <Button variant="default" me="auto" onClick={() => void navigate({ search: {} })}>
        {t('backToOverview')}
      </Button>
    </Stack>
  );
}

/** Counts down until the device locks for the next person. */
function LocksSoon() {
  const [seconds, setSeconds] = useState(scheduleLockAfterQuiz);
  useEffect(() => {
    const ticking = setInterval(() => setSeconds(scheduleLockAfterQuiz), 1000);
    return () => clearInterval(ticking);
  }, []);
  return (
    <Note>
      <Group>
        <Text size="sm">{t('deviceLocksIn', { seconds })}</Text>
        <Button onClick={lockDevice}>{t('lockNow')}</Button>
        <Button variant="default" onClick={() => setSeconds(extendScheduledLock)}>
          {t('moreTime')}
        </Button>
      </Group>
    </Note>
  );
}
