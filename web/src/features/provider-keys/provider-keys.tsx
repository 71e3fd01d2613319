import { Stack, Button, Text } from '@mantine/core';
import { topics } from '@training/shared/live';
import {
  type Capability,
  CAPABILITIES,
  type CapabilityStatus,
  type ModelTask,
} from '@training/shared/provider-keys/provider-keys';
import { useState } from 'react';
import { IconPlus } from '@tabler/icons-react';
import { useLiveQuery } from '../../lib/api/live-query.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { useMay } from '../../lib/workspace.ts';
import { PageState } from '../../ui/pages/page-state.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { Loading } from '../../ui/pages/states.tsx';
import { AddKeyDialog } from './add-key-dialog.tsx';
import { ChangeModelDialog } from './change-model-dialog.tsx';
import { EditEndpointDialog } from './edit-endpoint-dialog.tsx';
import { OwnRow, RowFrame } from './own-row.tsx';
import { RemoveKeyDialog } from './remove-key-dialog.tsx';
import { RotateKeyDialog } from './rotate-key-dialog.tsx';
import { TaskModelDialog } from './task-model-dialog.tsx';
import { type Models, stateOf, targetInWords } from './key-words.ts';

type Asked = {
  for: 'add' | 'rotate' | 'model' | 'endpoint' | 'remove' | 'task';
  capability: Capability;
  task?: ModelTask;
};

/** The key of each capability, and its health (rules/provider-keys 1 and 9). */
export function ProviderKeys({ anchor }: { anchor: string }) {
  const mayWrite = useMay('provider_keys:write') !== undefined;
  const keys = useProviderKeys();
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  return (
    <Section
      title="AI provider keys"
      anchor={anchor}
      description="With your own key, AI features run on your provider account and never on the pooled key. Keys are stored encrypted and not shown again."
    >
      <PageState query={keys} what="the provider keys" loading={<Loading label="Loading provider keys" rows={3} />}>
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
                    <OwnRow
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
  return useLiveQuery(trpc.providerKeys.list.useQuery(), { topic: topics.providerKeys });
}

interface PooledRowProps {
  status: CapabilityStatus;
  models: Models;
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
      aria-label={`Add key for ${CAPABILITIES[capability].label}`}
      onClick={onAdd}
    >
      Add key
    </Button>
  );
  return (
    <RowFrame capability={capability} state={stateOf(status)} actions={add}>
      {pooled === null ? (
        <Text>
          Not available: no key is set up.{' '}
          {onAdd === undefined ? 'A super admin can add one here.' : 'Add one to use these features.'}
        </Text>
      ) : (
        <Text>Runs on {targetInWords(pooled, models)}, with the pooled key included in your subscription.</Text>
      )}
    </RowFrame>
  );
}
