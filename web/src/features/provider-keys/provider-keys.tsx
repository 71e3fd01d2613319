import { Stack } from '@mantine/core';
import { topics } from '@training/shared/live';
import type { Capability } from '@training/shared/provider-keys/provider-keys';
import { useState } from 'react';
import { useLiveQuery } from '../../lib/api/live-query.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { useMay } from '../../lib/workspace.ts';
import { PageState } from '../../ui/pages/page-state.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { Loading } from '../../ui/pages/states.tsx';
import { AddKeyDialog } from './add-key-dialog.tsx';
import { ChangeModelDialog } from './change-model-dialog.tsx';
import { OwnRow } from './own-row.tsx';
import { PooledRow } from './pooled-row.tsx';
import { RemoveKeyDialog } from './remove-key-dialog.tsx';
import { RotateKeyDialog } from './rotate-key-dialog.tsx';
import { Usage } from './usage.tsx';

type Asked = { for: 'add' | 'rotate' | 'model' | 'remove'; capability: Capability };

/** The key of each capability, its health and its usage (rules/provider-keys 1, 9 and 13). */
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
      <Stack gap="xl">
        <PageState query={keys} what="the provider keys" loading={<Loading label="Loading provider keys" rows={3} />}>
          {({ capabilities, models }) => {
            const statusFor = (purpose: Asked['for']) =>
              capabilities.find(({ capability }) => asked?.for === purpose && capability === asked.capability) ?? null;
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
                      />
                    );
                  })}
                </Stack>
                <AddKeyDialog status={statusFor('add')} models={models} onClose={close} />
                <RotateKeyDialog status={statusFor('rotate')} models={models} onClose={close} />
                <ChangeModelDialog status={statusFor('model')} models={models} onClose={close} />
                <RemoveKeyDialog status={statusFor('remove')} models={models} onClose={close} />
              </>
            );
          }}
        </PageState>
        <Usage models={keys.data?.models} />
      </Stack>
    </Section>
  );
}

/** Queries the keys with live updates. */
function useProviderKeys() {
  return useLiveQuery(trpc.providerKeys.list.useQuery(), { topic: topics.providerKeys });
}
