import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { IconMicrophone, IconPlayerStop } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { SpokenAnswerContent } from '@training/shared/grading/grading';
import { SPOKEN_ANSWER_LIMITS } from '@training/shared/grading/grading-limits';
import type { Attempt, OwnQuizAnswer } from '@training/shared/learning/attempts';
import type { ModuleForStudy } from '@training/shared/learning/learning';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { isTemporaryStatus } from '../../../lib/api/http-error.ts';
import { toDisplayableProblem } from '../../../lib/api/problem.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import {
  deleteUnsentRecording,
  type RecordingPlace,
  storeUnsentRecording,
  loadUnsentRecording,
} from '../../../lib/unsaved-input/unsent-recordings.ts';
import { useStoredFormState } from '../../../lib/unsaved-input/use-stored-form-input.ts';
import { useWorkspaceSession } from '../../../lib/workspace.ts';
import { RestoredNotice } from '../../../ui/forms/restored-notice.tsx';
import { Note } from '../../../ui/note.tsx';
import { FailedState } from '../../../ui/pages/states.tsx';
import classes from '../learning.module.css';
import { useUpdateCachedStudiedModule } from '../use-update-studied-module.ts';
import type { RecordedSound } from './record.ts';
import { SpokenAnswerState } from './spoken-state.tsx';
import { type MicrophoneState, useMicrophone, whyRecordingUnavailable } from './use-microphone.ts';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('learning');

interface RecorderPanelProps {
  /** The storage key of the recording until it is sent. */
  place: RecordingPlace;
  isSending: boolean;
  onSend: (recording: Recording) => void;
}

/** Records an answer, plays it back, and submits it on request. */
function RecorderPanel({ place, isSending, onSend }: RecorderPanelProps) {
  const { recorder, start, stop, discard } = useRecorder(place);
  switch (recorder.state) {
    case 'recording':
      return (
        <Stack gap="xs" align="stretch">
          <Group justify="space-between">
            <Text fw={600}>{t('recording')}</Text>
            <Text role="timer">
              {t('recordedOf', {
                time: clock(recorder.seconds),
                longest: clock(SPOKEN_ANSWER_LIMITS.recordingSeconds),
              })}
            </Text>
          </Group>
          <meter className={classes.meter} min={0} max={1} value={recorder.level} aria-label={t('loudness')} />
          <Button size="md" me="auto" leftSection={<IconPlayerStop size={18} aria-hidden />} onClick={stop}>
            {t('stop')}
          </Button>
        </Stack>
      );
    case 'recorded': {
      const { recording } = recorder;
      return (
        <Stack gap="xs" align="stretch">
          <Text size="sm">{t('listenThenSend')}</Text>
          {/* A new recording has no captions yet: its transcript comes with the answer. */}
          {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
          <audio className={classes.recording} controls src={recording.url} aria-label={t('yourRecording')} />
          {recording.isSilent && <Note color="yellow">{t('recordingIsSilent')}</Note>}
          <Group gap="sm">
            <Button size="md" loading={isSending} onClick={() => onSend(recording)}>
              {t('sendRecording')}
            </Button>
            <Button size="md" variant="default" disabled={isSending} onClick={discard}>
              {t('recordAgain')}
            </Button>
          </Group>
        </Stack>
      );
    }
    default:
      return (
        <Stack gap="xs" align="flex-start">
          {recorder.state === 'failed' && (
            <Alert color="yellow" role="alert">
              {recorder.problem} {t('orTypeAnswer')}
            </Alert>
          )}
          <Button
            size="md"
            leftSection={<IconMicrophone size={18} aria-hidden />}
            loading={recorder.state === 'asking'}
            onClick={() => void start()}
          >
            {t('recordAnswer')}
          </Button>
          <Text size="sm" c="dimmed">
            {t('upToSeconds', { seconds: SPOKEN_ANSWER_LIMITS.recordingSeconds })}
          </Text>
        </Stack>
      );
  }
}

function clock(seconds: number): string {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

type Recording = RecordedSound & { url: string };

type Recorder = MicrophoneState | { state: 'recorded'; recording: Recording };

/**
 * Records from the microphone, up to the maximum length of an answer. Recordings survive a reload. `place` must stay
 * the same object while the question is shown.
 */
function useRecorder(place: RecordingPlace) {
  const [recording, setRecording] = useState<Recording | null>(null);
  const url = useRef<string | null>(null);
  const show = useCallback((sound: RecordedSound) => {
    url.current = URL.createObjectURL(sound.blob);
    setRecording({ ...sound, url: url.current });
  }, []);
  const hide = useCallback(() => {
    if (url.current !== null) URL.revokeObjectURL(url.current);
    url.current = null;
    setRecording(null);
  }, []);
  useEffect(() => hide, [hide]);
  const { microphone, start, stop } = useMicrophone(SPOKEN_ANSWER_LIMITS.recordingSeconds, (sound) => {
    show(sound);
    void storeUnsentRecording(place, sound);
  });

  // False after a recording was started or discarded: a stored one that loads later is outdated.
  const isFree = useRef(true);
  useEffect(() => {
    let isShown = true;
    isFree.current = true;
    void loadUnsentRecording(place).then((unsent) => {
      if (isShown && isFree.current && unsent !== null) show(unsent);
    });
    return () => {
      isShown = false;
    };
  }, [place, show]);

  const discard = () => {
    isFree.current = false;
    hide();
    void deleteUnsentRecording(place);
  };
  const recorder: Recorder = recording === null ? microphone : { state: 'recorded', recording };
  return {
    recorder,
    start: () => {
      discard();
      return start();
    },
    stop,
    discard,
  };
}

interface SpokenQuestionProps {
  module: ModuleForStudy;
  attempt: Attempt;
  question: ModuleForStudy['questions'][number];
  given: OwnQuizAnswer | undefined;
  onAnswered: (questionId: string) => void;
}

/** A question answered by speaking, or optionally by typing. */
export function SpokenQuestion({ module, attempt, question, given, onAnswered }: SpokenQuestionProps) {
  const noRecording = whyRecordingUnavailable();
  const { values, change, storedInput } = useStoredFormState(['spoken answer', attempt.id, question.id], { words: '' });
  const { words } = values;
  const [isTyping, setTyping] = useState(noRecording !== null || storedInput.restored !== null);
  const { session, workspace } = useWorkspaceSession();
  const place = useMemo(
    () => ({ email: session.email, workspace: workspace.id, attempt: attempt.id, question: question.id }),
    [session.email, workspace.id, attempt.id, question.id],
  );
  const { reload } = useUpdateCachedStudiedModule(module.module_id);
  const { client } = trpc.useUtils();
  const sending = useMutation({
    mutationFn: async (answer: { recording: Blob } | { text: string }) => {
      const response: SpokenAnswerContent =
        'text' in answer
          ? { by: 'text', text: answer.text }
          : {
              by: 'recording',
              recording_id: (await client.grading.uploadRecording.mutate(answer.recording)).recording_id,
            };
      const { id: attempt_id, language } = attempt;
      return client.grading.answerSpoken.mutate({ attempt_id, question_id: question.id, response, language });
    },
    // Safe to retry: the same recording is stored once, and the same answer counts once.
    retry: (_, error) => isTemporaryStatus(toDisplayableProblem(error).status),
    retryDelay: (failures) => Math.min(1_000 * 2 ** failures, 10_000),
    networkMode: 'always',
    onMutate: () => onAnswered(question.id),
    onSuccess: () => {
      storedInput.sent();
      void deleteUnsentRecording(place);
    },
    onSettled: reload,
  });
  if (given !== undefined) return <SpokenAnswerState answerId={given.answer_id} moduleId={module.module_id} />;
  return (
    <Stack gap="sm" align="stretch">
      {sending.error !== null && (
        <FailedState what={t('failedToSendAnswer')} problem={toDisplayableProblem(sending.error)} />
      )}
      {sending.isPending && sending.failureCount > 0 && (
        <Note title={t('notSentYet')}>{t('serverAwayAnswerInBrowser')}</Note>
      )}
      {isTyping ? (
        <>
          <RestoredNotice storedInput={storedInput} />
          {noRecording !== null && (
            <Text c="dimmed">
              {noRecording} {t('typeYourAnswer')}
            </Text>
          )}
          <Textarea
            label={t('yourAnswer')}
            autosize
            minRows={4}
            maxLength={SPOKEN_ANSWER_LIMITS.answer}
            value={words}
            onChange={(event) => change({ words: event.currentTarget.value })}
          />
          <Button
            size="md"
            me="auto"
            loading={sending.isPending}
            disabled={words.trim() === ''}
            onClick={() => sending.mutate({ text: words })}
          >
            {t('answer')}
          </Button>
        </>
      ) : (
        <RecorderPanel
          place={place}
          isSending={sending.isPending}
          onSend={({ blob }) => sending.mutate({ recording: blob })}
        />
      )}
      {noRecording === null && !sending.isPending && (
        <Button variant="subtle" me="auto" onClick={() => setTyping(!isTyping)}>
          {isTyping ? t('speakInstead') : t('typeInstead')}
        </Button>
      )}
    </Stack>
  );
}
