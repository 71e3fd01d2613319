import { Button, Group, Loader, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { CHAT_SERVICE_TRAITS } from '@training/shared/notifications/chat';
import { ConfirmChatTest } from '@training/shared/notifications/chat-channel';
import type { ChatConnection } from '@training/shared/notifications/notification-settings';
import { toDisplayableProblem } from '../../../lib/api/problem.ts';
import { SLOW_QUERY_OPTIONS, trpc } from '../../../lib/api/trpc.ts';
import { useContractForm } from '../../../ui/forms/contract-form.ts';
import { Note } from '../../../ui/note.tsx';
import { notify } from '../../../ui/notify.ts';
import { RestoredNotice } from '../../../ui/forms/restored-notice.tsx';
import { FailedState } from '../../../ui/pages/states.tsx';
import { translatorOf } from '../../../lib/i18n/translator.ts';
import { explainChatDeliveryFailure } from '@training/shared/notifications/notified-problems';

const t = translatorOf('notifications');

/** Sends a test message, and asks the user to confirm that it arrived. */
export function ChatTestMessage({ chat }: { chat: ChatConnection }) {
  const { id, kind, state } = chat;
  const service = CHAT_SERVICE_TRAITS[kind].label;
  const utils = trpc.useUtils();
  const test = trpc.chat.test.useMutation({
    ...SLOW_QUERY_OPTIONS,
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
          {t('sendTestMessage')}
        </Button>
        <output>
          {test.isPending && (
            <Group gap="xs">
              <Loader size={16} color="gray" aria-hidden />
              <Text>{t('sendingTo', { service })}</Text>
            </Group>
          )}
        </output>
      </Group>
      {!test.isPending && test.error !== null && (
        <FailedState what={t('failedToSendTestMessage')} problem={toDisplayableProblem(test.error)} />
      )}
      {!test.isPending && test.data !== undefined && (isUntested || !test.data.asks_for_words) && (
        <Note
          color={test.data.accepted ? 'green' : 'red'}
          icon={test.data.accepted ? <IconCircleCheck aria-hidden /> : <IconAlertTriangle aria-hidden />}
          title={test.data.accepted ? t('messageAccepted', { service }) : t('messageRefused')}
        >
          {test.data.failure === null
            ? test.data.asks_for_words
              ? t('copyWords')
              : t('shouldBeThere')
            : explainChatDeliveryFailure(t, kind, test.data.failure)}
        </Note>
      )}
      {isUntested && <ConfirmForm id={id} />}
    </Stack>
  );
}

function ConfirmForm({ id }: { id: string }) {
  const utils = trpc.useUtils();
  const confirm = trpc.chat.confirm.useMutation();
  const { form, problem, onSubmit, storedInput } = useContractForm(ConfirmChatTest, { id, words: '' }, [
    'chat words',
    id,
  ]);
  const send = async (values: ConfirmChatTest) => {
    await confirm.mutateAsync(values);
    notify(t('chatWasSwitchedOn'));
    void utils.chat.invalidate();
    void utils.notifications.matrix.invalidate();
  };
  return (
    <form noValidate onSubmit={onSubmit(send)}>
      <Stack gap="xs">
        <RestoredNotice storedInput={storedInput} />
        <Group align="flex-start" gap="xs">
          <TextInput
            label={t('wordsFromTestMessage')}
            description={t('enterWords')}
            placeholder={t('exampleWords')}
            autoComplete="off"
            autoCapitalize="none"
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            {...form.getInputProps('words')}
          />
          <Button type="submit" variant="default" mt="1.5rem" loading={form.submitting}>
            {t('confirm')}
          </Button>
        </Group>
        {problem !== null && <FailedState what={t('failedToConfirmChannel')} problem={problem} />}
      </Stack>
    </form>
  );
}
