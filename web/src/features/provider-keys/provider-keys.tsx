import { Button, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { liveTopics } from '@training/shared/live';
import {
  type AiCapability,
  type CapabilityKeyStatus,
  type ModelTask,
  type ProviderKey,
  AI_PROVIDER_TRAITS,
} from '@training/shared/provider-keys/provider-keys';
import { useState } from 'react';
import { useLiveQuery } from '../../lib/api/live-query.ts';
import { toDisplayableProblem } from '../../lib/api/problem.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { usePermissionReach } from '../../lib/workspace.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { useLastSubject } from '../../ui/dialogs/use-last-subject.ts';
import { notify } from '../../ui/notify.ts';
import { PageState } from '../../ui/pages/page-state.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { Loading } from '../../ui/pages/states.tsx';
import { AddKeyDialog } from './add-key-dialog.tsx';
import { ChangeModelDialog } from './change-model-dialog.tsx';
import { TaskModelDialog } from './task-model-dialog.tsx';
import { EditEndpointDialog } from './edit-endpoint-dialog.tsx';
import { type ModelsByProvider, capabilityKeyStateOf, providerAndModelInWords } from './key-words.ts';
import { OwnKeyRow, CapabilityRowFrame } from './own-row.tsx';
import { RotateKeyDialog } from './rotate-key-dialog.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('provider-keys');
const names = translatorOf('ai-names');

interface RemoveKeyDialogProps {
  /** The capability whose key is removed; null if the dialog is closed. */
  status: CapabilityKeyStatus | null;
  models: ModelsByProvider;
  onClose: () => void;
}

/** Explains the effect on calls, waiting jobs and the key. */
function RemoveKeyDialog({ status, models, onClose }: RemoveKeyDialogProps) {
  const utils = trpc.useUtils().providerKeys;
  const remove = trpc.providerKeys.remove.useMutation();
  // Keeps the text if another user removes the key.
  const shown = useLastSubject(status, ({ own }) => own !== null);
  const label = names(`capability.${shown?.capability ?? 'generation'}`);
  const close = () => {
    remove.reset();
    onClose();
  };
  const done = (words: string) => {
    notify(words);
    close();
  };
  const onConfirm = () => {
    const id = shown?.own?.id;
    if (id === undefined) return;
    remove.mutate(
      { id },
      {
        onSuccess: () => done(t('keyWasRemoved', { capability: label })),
        onError: (error) => {
          if (toDisplayableProblem(error).code === 'provider_key_not_found')
            done(t('keyAlreadyRemoved', { capability: label }));
        },
        onSettled: () => void utils.invalidate(),
      },
    );
  };
  return (
    <ConfirmDialog
      opened={status !== null}
      onClose={close}
      title={t('removeKeyQuestion', { capability: label })}
      confirmLabel={t('removeKey')}
      failed={t('failedToRemoveKey')}
      danger
      mutation={remove}
      onConfirm={onConfirm}
    >
      {shown?.own && <Consequences status={shown} own={shown.own} models={models} />}
    </ConfirmDialog>
  );
}

interface ConsequencesProps {
  status: CapabilityKeyStatus;
  own: ProviderKey;
  models: ModelsByProvider;
}

function Consequences({ status: { capability, pooled, parked_jobs }, own, models }: ConsequencesProps) {
  const label = names(`capability.${capability}`);
  return (
    <Stack gap="xs">
      <Text>
        {pooled === null
          ? t('stopsWithoutKey', { capability: label })
          : t('usesPooledKey', { capability: label, target: providerAndModelInWords(pooled, models) })}{' '}
        {t('callsFinishWithKey')}
      </Text>
      {pooled === null ? (
        <Text>{t('jobsFail', { count: parked_jobs })}</Text>
      ) : (
        parked_jobs > 0 && <Text>{t('jobsContinuePooled', { count: parked_jobs })}</Text>
      )}
      <Text>{t('keyIsDeleted', { provider: AI_PROVIDER_TRAITS[own.provider].label })}</Text>
    </Stack>
  );
}

type Asked = {
  for: 'add' | 'rotate' | 'model' | 'endpoint' | 'remove' | 'task';
  capability: AiCapability;
  task?: ModelTask;
};

/** The key of each capability, and its health (rules/provider-keys 1 and 9). */
export function ProviderKeysSection({ anchor }: { anchor: string }) {
  const mayWrite = usePermissionReach('provider_keys:write') !== undefined;
  const keys = useProviderKeys();
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  return (
    <Section title={t('aiProviderKeys')} anchor={anchor} description={t('description')}>
      <PageState
        query={keys}
        what={t('theProviderKeys')}
        loading={<Loading label={t('loadingProviderKeys')} rows={3} />}
      >
        {({ capabilities, models }) => {
          const statusFor = (purpose: Asked['for']) =>
            capabilities.find(({ capability }) => asked?.for === purpose && capability === asked.capability) ?? null;
          const ofTask = statusFor('task');
          return (
            <>
              <Stack gap="sm">
                {capabilities.map((status) => {
                  const { capability, own } = status;
                  const ask = (purpose: Asked['for']) => setAsked({ for: purpose, capability });
                  return own === null ? (
                    <PooledRow
                      key={capability}
                      status={status}
                      models={models}
                      onAdd={mayWrite ? () => ask('add') : undefined}
                    />
                  ) : (
                    <OwnKeyRow
                      key={capability}
                      status={status}
                      own={own}
                      models={models}
                      onAsk={mayWrite ? ask : undefined}
                      onChangeTask={mayWrite ? (task) => setAsked({ for: 'task', capability, task }) : undefined}
                    />
                  );
                })}
              </Stack>
              <AddKeyDialog status={statusFor('add')} models={models} onClose={close} />
              <RotateKeyDialog status={statusFor('rotate')} models={models} onClose={close} />
              <ChangeModelDialog status={statusFor('model')} models={models} onClose={close} />
              <EditEndpointDialog status={statusFor('endpoint')} models={models} onClose={close} />
              <TaskModelDialog
                asked={ofTask && asked?.task ? { status: ofTask, task: asked.task } : null}
                models={models}
                onClose={close}
              />
              <RemoveKeyDialog status={statusFor('remove')} models={models} onClose={close} />
            </>
          );
        }}
      </PageState>
    </Section>
  );
}

/** Queries the keys with live updates. */
function useProviderKeys() {
  return useLiveQuery(trpc.providerKeys.list.useQuery(), { topic: liveTopics.providerKeys });
}

interface PooledRowProps {
  status: CapabilityKeyStatus;
  models: ModelsByProvider;
  /** Absent for read-only users. */
  onAdd: (() => void) | undefined;
}

/** A capability without an own key. */
function PooledRow({ status, models, onAdd }: PooledRowProps) {
  const { capability, pooled } = status;
  const add = onAdd !== undefined && (
    <Button
      size="xs"
      variant={pooled === null ? 'filled' : 'default'}
      leftSection={<IconPlus size={16} aria-hidden />}
      aria-label={t('addKeyFor', { capability: names(`capability.${capability}`) })}
      onClick={onAdd}
    >
      {t('addKey')}
    </Button>
  );
  return (
    <CapabilityRowFrame capability={capability} state={capabilityKeyStateOf(status)} actions={add}>
      {pooled === null ? (
        <Text>
          {t('noKeyIsSetUp')} {onAdd === undefined ? t('superAdminCanAdd') : t('addOneToUse')}
        </Text>
      ) : (
        <Text>{t('runsOnPooled', { target: providerAndModelInWords(pooled, models) })}</Text>
      )}
    </CapabilityRowFrame>
  );
}
