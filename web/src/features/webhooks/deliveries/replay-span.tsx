import { Button, Group, Text, TextInput } from '@mantine/core';
import type { WebhookEndpoint } from '@training/shared/webhooks';
import { type FormEvent, useState } from 'react';
import { inFull } from '../../../lib/numbers.ts';
import { problemOf } from '../../../lib/problem.ts';
import { draftOf, useFieldDraft } from '../../../lib/use-draft.ts';
import { FormDialog, FormInDialog } from '../../../ui/form-dialog.tsx';
import { useReplay } from './use-replay.ts';

/** Sends everything of a span of time once more. */
export function ReplaySpan({ endpoint }: { endpoint: WebhookEndpoint }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Replay a span
      </Button>
      <FormDialog opened={isOpen} onClose={close} title="Replay a span" size="md">
        <SpanForm endpoint={endpoint} onClose={close} />
      </FormDialog>
    </>
  );
}

function SpanForm({ endpoint: { id, state }, onClose }: { endpoint: WebhookEndpoint; onClose: () => void }) {
  const [from, setFrom] = useState(draftOf(`span from ${id}`) ?? '');
  const [to, setTo] = useState(draftOf(`span to ${id}`) ?? '');
  const [isTried, setTried] = useState(false);
  const forget = [useFieldDraft(`span from ${id}`, from), useFieldDraft(`span to ${id}`, to)];
  const finish = () => {
    for (const drop of forget) drop();
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
      onClose={finish}
      failure="not everything was replayed"
      problem={replay.error === null ? null : problemOf(replay.error)}
      submitLabel="Replay"
      isSubmitting={replay.isPending}
    >
      <Text>
        All events of that time are sent once more, with the ids that they had, also those that arrived. Your receiver
        should pass over what it knows. {state === 'off' && 'The webhook is off: each is tried once.'}
      </Text>
      <Group grow align="flex-start">
        <TextInput
          label="From"
          type="datetime-local"
          required
          data-autofocus
          value={from}
          error={isTried && isEmpty && 'Say from when'}
          onChange={({ currentTarget }) => setFrom(currentTarget.value)}
        />
        <TextInput
          label="Until"
          description="Empty: until now."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          type="datetime-local"
          value={to}
          error={isTurned && 'Must be later than “From”'}
          onChange={({ currentTarget }) => setTo(currentTarget.value)}
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

/** A time of the reader's clock as a moment. */
const momentOf = (local: string) => new Date(local).toISOString();
