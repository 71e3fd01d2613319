import { Loader, Stack, Text, Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { AiJob, GeneratedReplacementItem, GenerateReplacementItem as Asked } from '@training/shared/ai/ai-jobs';
import { useState } from 'react';
import { useOneAtATimeHandler } from '../../../lib/one-at-a-time.ts';
import { toDisplayableProblem } from '../../../lib/api/problem.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { ExplainedButton } from '../../../ui/explained-button.tsx';
import { useFocusFallbackRef } from '../../../ui/focus.ts';
import { FailedState } from '../../../ui/pages/states.tsx';
import { findJobInputOfThisTab } from '../jobs/start-job.ts';
import { notifyCancelFailure } from '../jobs/cancel-job.tsx';
import { RetryCountdown } from '../jobs/job-state.tsx';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('ai');

/** A job whose result is a list. */
export type JobWithItemList = Extract<AiJob, { others: GeneratedReplacementItem[] }>;

/**
 * Returns the input to request a replacement; undefined if the job's source is gone, or a module contains the result.
 */
function askingOf(job: JobWithItemList): Pick<Asked, 'source' | 'language'> | undefined {
  if (job.state !== 'succeeded' || job.modules.length > 0) return undefined;
  const task = findJobInputOfThisTab(job.id);
  const input = task?.feature === job.feature && 'source' in task.input ? task.input : undefined;
  const { language } = input ?? {};
  if (job.source_kept) return { language };
  return input && 'text' in input.source ? { source: input.source, language } : undefined;
}

interface MakeAnotherProps {
  job: JobWithItemList;
  /** The item's index, from 0. */
  item: number;
}

/**
 * Generates a replacement for a card or question, which stays until then. A running replacement is shown and can be
 * cancelled even if a new one can't be requested, such as after a reload.
 */
export function RegenerateItemControl({ job, item }: MakeAnotherProps) {
  const asking = askingOf(job);
  const another = job.others.find((each) => each.item === item);
  const isUnfinished = another?.state === 'making' || another?.state === 'parked';
  // The cancel button disappears once the replacement has ended.
  const holder = useFocusFallbackRef<HTMLDivElement>();
  return (
    <Stack gap={4} align="flex-start" ref={holder}>
      {(asking || isUnfinished) && (
        <AnotherOf
          job={job}
          item={item}
          asking={asking}
          another={another}
          onCancel={() => holder.current?.querySelector('button')?.focus()}
        />
      )}
    </Stack>
  );
}

interface AnotherOfProps extends MakeAnotherProps {
  asking: ReturnType<typeof askingOf>;
  another: GeneratedReplacementItem | undefined;
  onCancel: () => void;
}

function AnotherOf({ job, item, asking, another, onCancel }: AnotherOfProps) {
  const { ai, client } = trpc.useUtils();
  const start = useMutation({
    mutationFn: () => client.ai.makeAnother.mutate({ id: job.id, item, ...asking }),
    onSettled: () => ai.get.invalidate({ id: job.id }),
    networkMode: 'always',
  });
  const onStart = useOneAtATimeHandler(() => start.mutateAsync());
  const kind = job.feature === 'card_generation' ? 'card' : 'question';
  const isNew = useHasCome(another?.state);
  const isMaking = start.isPending || another?.state === 'making';
  const isParked = !isMaking && another?.state === 'parked';
  return (
    <>
      <ExplainedButton
        size="compact-sm"
        variant="default"
        leftSection={isMaking ? <Loader size={14} aria-hidden /> : <IconRefresh size={14} aria-hidden />}
        aria-label={t('anotherFor', { kind, number: item + 1 })}
        why={isMaking ? t('makingAnother', { kind }) : isParked ? t('waitsForKey') : null}
        onClick={onStart}
      >
        {t('makeAnother')}
      </ExplainedButton>
      {start.error !== null && <FailedState what={t('failedToStart')} problem={toDisplayableProblem(start.error)} />}
      <Text component="output" size="xs" c="dimmed">
        {!isMaking && another !== undefined && <NotMade another={another} />}
        {isNew && t('newItem', { kind })}
        {another?.state === 'making' && another.retry_at !== null && <RetryCountdown at={another.retry_at} />}
      </Text>
      {(isParked || another?.state === 'making') && (
        <CancelAnother id={job.id} item={item} kind={kind} onCancel={onCancel} />
      )}
    </>
  );
}

function NotMade({ another: { state, detail } }: { another: GeneratedReplacementItem }) {
  if (state === 'failed') return t('failedToMakeAnother', { detail: detail ?? '' });
  if (state === 'cancelled') return t('cancelled');
  return state === 'nothing' && t('failedToMakeAnotherPart');
}

/** Returns true if the replacement arrived while the page was open. */
function useHasCome(state: GeneratedReplacementItem['state'] | undefined): boolean {
  const [before, setBefore] = useState(state);
  const [hasCome, setHasCome] = useState(false);
  if (before !== state) {
    setBefore(state);
    setHasCome(state === undefined);
  }
  return hasCome;
}

interface CancelAnotherProps {
  /** The job that generated the item. */
  id: string;
  /** The item's index, from 0. */
  item: number;
  kind: 'card' | 'question';
  onCancel: () => void;
}

/** Cancels the generation of a replacement. */
function CancelAnother({ id, item, kind, onCancel }: CancelAnotherProps) {
  const { ai, client } = trpc.useUtils();
  const cancel = useMutation({
    mutationFn: () => client.ai.cancelAnother.mutate({ id, item }),
    onMutate: onCancel,
    onError: notifyCancelFailure,
    onSettled: () => ai.get.invalidate({ id }),
    networkMode: 'always',
  });
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={cancel.isPending}
      aria-label={t('cancelAnotherFor', { kind, number: item + 1 })}
      onClick={() => cancel.mutate()}
    >
      {t('cancel')}
    </Button>
  );
}
