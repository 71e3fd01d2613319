import { Button, Group, Text, TextInput } from '@mantine/core';
import type { WebhookEndpoint } from '@training/shared/webhooks/webhooks';
import { type FormEvent, useState } from 'react';
import { inFull } from '../../../lib/numbers.ts';
import { problemOf } from '../../../lib/api/problem.ts';
import { useKeptState } from '../../../lib/autosave/use-kept-words.ts';
import { FormDialog, FormInDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { useReplay } from './use-replay.ts';

/** Sends all events of a time span again. */
export function ReplaySpan({ endpoint }: { endpoint: WebhookEndpoint }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {' '}
        Replay time range{' '}
      </Button>
      <FormDialog opened={isOpen} onClose={close} title="Replay time range" size="md">
        <SpanForm endpoint={endpoint} onClose={close} />
      </FormDialog>
    </>
  );
}

function SpanForm({ endpoint: { id, state }, onClose }: { endpoint: WebhookEndpoint; onClose: () => void }) {
  const { values, change, words } = useKeptState(['replay span', id], { from: '', to: '' });
  const { from, to } = values;
  const [isTried, setTried] = useState(false);
  const finish = () => {
    words.sent();
    onClose();
  };
  const replay = useReplay(finish);
  const isEmpty = from === '';
  const isTurned = from !== '' && to !== '' && from >= to;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (isEmpty || isTurned) {
      event.currentTarget.querySelector<HTMLElement>(isEmpty ? 'input' : 'input:last-of-type')?.focus();
      return;
    }
    replay.mutate({ which: 'span', id, from: momentOf(from), ...(to !== '' && { to: momentOf(to) }) });
  };
  return (
    <FormInDialog
      onSubmit={submit}
      onClose={onClose}
      words={words}
      failure="Couldn’t replay everything"
      problem={replay.error === null ? null : problemOf(replay.error)}
      submitLabel="Replay"
      isSubmitting={replay.isPending}
    >
      <Text>
        All events in this time range are sent again with their IDs, including those that were delivered. Your receiver
        should skip duplicates. {state === 'off' && 'The webhook is off: each is tried once.'}
      </Text>
      <Group grow align="flex-start">
        <TextInput
          label="From"
          type="datetime-local"
          required
          data-autofocus
          value={from}
          error={isTried && isEmpty && 'Enter a start time'}
          onChange={({ currentTarget }) => change({ from: currentTarget.value })}
        />
        <TextInput
          label="To"
          description="Leave empty for now."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          type="datetime-local"
          value={to}
          error={isTurned && 'Must be later than “From”'}
          onChange={({ currentTarget }) => change({ to: currentTarget.value })}
        />
      </Group>
      {replay.isPending && (
        <Text c="dimmed" component="output">
          {inFull(replay.replayed)} so far
        </Text>
      )}
    </FormInDialog>
  );
}

/** Converts the reader's local time to a timestamp. */
const momentOf = (local: string) => new Date(local).toISOString();
