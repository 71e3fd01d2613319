import { Button, Group, Loader, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { CHAT_KINDS } from '@training/shared/chat';
import { ConfirmChat } from '@training/shared/chat-channel';
import type { ChatConnection } from '@training/shared/notification-settings';
import { problemOf } from '../../../lib/problem.ts';
import { SLOW, trpc } from '../../../lib/trpc.ts';
import { draftOf, useFieldDraft } from '../../../lib/use-draft.ts';
import { useContractForm } from '../../../ui/contract-form.ts';
import { Note } from '../../../ui/note.tsx';
import { notify } from '../../../ui/notify.ts';
import { FailedState } from '../../../ui/states.tsx';

/** Sends a test message, and has somebody say that it has arrived. */
export function ChatTrial({ chat }: { chat: ChatConnection }) {
  const { id, kind, state } = chat;
  const service = CHAT_KINDS[kind].label;
  const utils = trpc.useUtils();
  const test = trpc.chat.test.useMutation({
    ...SLOW,
    onSettled: () => {
      void utils.chat.invalidate();
      void utils.notifications.matrix.invalidate();
    },
  });
  const isUntested = state === 'untested';
  return (
    <Stack gap="sm">
      <Group gap="sm">
        <Button
          size="xs"
          variant={isUntested ? 'filled' : 'default'}
          loading={test.isPending}
          onClick={() => test.mutate({ id })}
        >
          Send test message
        </Button>
        <output>
          {test.isPending && (
            <Group gap="xs">
              <Loader size={16} color="gray" aria-hidden />
              <Text>Sending it to {service}…</Text>
            </Group>
          )}
        </output>
      </Group>
      {!test.isPending && test.error !== null && (
        <FailedState what="the test message was not sent" problem={problemOf(test.error)} />
      )}
      {!test.isPending && test.data !== undefined && (isUntested || !test.data.asks_for_words) && (
        <Note
          color={test.data.accepted ? 'green' : 'red'}
          icon={test.data.accepted ? <IconCircleCheck aria-hidden /> : <IconAlertTriangle aria-hidden />}
          title={test.data.accepted ? `${service} has taken the message` : 'The message was not taken'}
        >
          {test.data.advice ??
            (test.data.asks_for_words
              ? 'Look into the channel: the message has two words that say it arrived.'
              : 'It should stand in the channel now.')}
        </Note>
      )}
      {isUntested && <ConfirmForm id={id} />}
    </Stack>
  );
}

function ConfirmForm({ id }: { id: string }) {
  const utils = trpc.useUtils();
  const confirm = trpc.chat.confirm.useMutation();
  const draft = `chat words ${id}`;
  const { form, problem, onSubmit } = useContractForm(ConfirmChat, { id, words: draftOf(draft) ?? '' });
  const forget = useFieldDraft(draft, form.values.words);
  const send = async (values: ConfirmChat) => {
    await confirm.mutateAsync(values);
    forget();
    notify('The chat channel is on.');
    void utils.chat.invalidate();
    void utils.notifications.matrix.invalidate();
  };
  return (
    <form noValidate onSubmit={onSubmit(send)}>
      <Stack gap="xs">
        <Group align="flex-start" gap="xs">
          <TextInput
            label="Words of the test message"
            description="Typed here, they switch the channel on."
            placeholder="calm lantern"
            autoComplete="off"
            autoCapitalize="none"
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            {...form.getInputProps('words')}
          />
          <Button type="submit" variant="default" mt="1.5rem" loading={form.submitting}>
            Confirm
          </Button>
        </Group>
        {problem !== null && <FailedState what="it was not confirmed" problem={problem} />}
      </Stack>
    </form>
  );
}
