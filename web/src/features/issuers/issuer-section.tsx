import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { Issuer, SingleSignOnSettings } from '@training/shared/issuers/issuers';
import { type ReactNode, useState } from 'react';
import { httpProblemOfError } from '../../lib/api/http-error.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { requestSingleSignOnUrl } from '../../lib/auth.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';
import { usePermissionReach, useWorkspaceSession } from '../../lib/workspace.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { notify } from '../../ui/notify.ts';
import { Section } from '../../ui/pages/section.tsx';
import { FailedState } from '../../ui/pages/states.tsx';
import { TimeAgo } from '../../ui/time.tsx';
import { SaveIssuerDialog } from './save-issuer-dialog.tsx';

const t = translatorOf('issuers');

/** The provider that is on, and the one that has yet to be tried. */
export function IssuerSection({ settings }: { settings: SingleSignOnSettings }) {
  const { on, untried } = settings;
  const mayWrite = usePermissionReach('workspace:write') !== undefined;
  const [isEdited, setEdited] = useState(false);
  const [removed, setRemoved] = useState<'on' | 'untried' | null>(null);
  const utils = trpc.useUtils();
  const remove = trpc.issuers.remove.useMutation({
    onSuccess: (after) => {
      utils.issuers.read.setData(undefined, after);
      notify(t('wasRemoved'));
      setRemoved(null);
    },
  });
  const edit = (
    <Button variant={on || untried ? 'default' : 'filled'} onClick={() => setEdited(true)}>
      {on || untried ? t('change') : t('setUp')}
    </Button>
  );
  return (
    <Section title={t('provider')} description={t('aboutProvider')} actions={mayWrite && edit}>
      <Stack>
        {untried && (
          <IssuerCard issuer={untried} state="untried">
            {mayWrite && <TryButton />}
            {mayWrite && (
              <Button variant="default" onClick={() => setRemoved('untried')}>
                {t('discard')}
              </Button>
            )}
          </IssuerCard>
        )}
        {on && (
          <IssuerCard issuer={on} state="on">
            {mayWrite && (
              <Button variant="default" onClick={() => setRemoved('on')}>
                {t('remove')}
              </Button>
            )}
          </IssuerCard>
        )}
      </Stack>
      <SaveIssuerDialog opened={isEdited} settings={settings} onClose={() => setEdited(false)} />
      <ConfirmDialog
        opened={removed !== null}
        onClose={() => setRemoved(null)}
        title={removed === 'untried' ? t('discardQuestion') : t('removeQuestion')}
        confirmLabel={removed === 'untried' ? t('discard') : t('remove')}
        failed={t('failedToRemove')}
        danger
        mutation={remove}
        onConfirm={() => remove.mutate({ is_on: removed === 'on' })}
      >
        {removed === 'untried' ? t('discardMore') : t('removeMore')}
      </ConfirmDialog>
    </Section>
  );
}

interface IssuerCardProps {
  issuer: Issuer;
  state: 'on' | 'untried';
  children: ReactNode;
}

function IssuerCard({ issuer: { issuer, client_id, saved_at, saved_by }, state, children }: IssuerCardProps) {
  return (
    <Paper withBorder p="md">
      <Stack gap="xs">
        <Group justify="space-between">
          <Group gap="xs">
            <Text fw={600} dir="ltr" style={{ overflowWrap: 'anywhere' }}>
              {issuer}
            </Text>
            <Badge color={state === 'on' ? 'green' : 'yellow.4'} variant={state === 'on' ? 'dot' : 'filled'}>
              {t(`state.${state}`)}
            </Badge>
          </Group>
          <Group gap="xs">{children}</Group>
        </Group>
        {state === 'untried' && <Text size="sm">{t('aboutUntried')}</Text>}
        <Text size="sm" c="dimmed">
          {client_id === null
            ? t.nodes('savedSaml', { name: saved_by, at: () => <TimeAgo at={saved_at} /> })
            : t.nodes('savedBy', { client: client_id, name: saved_by, at: () => <TimeAgo at={saved_at} /> })}
        </Text>
      </Stack>
    </Paper>
  );
}

/** Begins a sign-in at the untried provider, which leads back to this page. */
function TryButton() {
  const { workspace } = useWorkspaceSession();
  const starting = useMutation({
    mutationFn: () => requestSingleSignOnUrl(`/${workspace.slug}/settings/sign-in`, workspace.slug, true),
    onSuccess: (url) => location.assign(url),
  });
  return (
    <>
      <Button loading={starting.isPending || starting.isSuccess} onClick={() => starting.mutate()}>
        {t('tryIt')}
      </Button>
      {starting.error !== null && <FailedState what={t('failedToTry')} problem={httpProblemOfError(starting.error)} />}
    </>
  );
}
