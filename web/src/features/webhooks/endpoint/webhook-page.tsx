import { Badge, Button, Code, Stack, Text } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { liveTopics } from '@training/shared/live';
import {
  SubscribableEventType,
  type WebhookEndpoint,
  type WebhookTestResult,
} from '@training/shared/webhooks/webhooks';
import { useState } from 'react';
import { useLiveQuery } from '../../../lib/api/live-query.ts';
import { toDisplayableProblem } from '../../../lib/api/problem.ts';
import { SLOW_QUERY_OPTIONS, trpc } from '../../../lib/api/trpc.ts';
import { usePermissionReach } from '../../../lib/workspace.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { notify } from '../../../ui/notify.ts';
import { Breadcrumbs } from '../../../ui/pages/breadcrumbs.tsx';
import { PageHeader } from '../../../ui/pages/page-header.tsx';
import { PageState } from '../../../ui/pages/page-state.tsx';
import { EmptyState, FailedState } from '../../../ui/pages/states.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { TimeAgo } from '../../../ui/time.tsx';
import { DeliveriesSection } from '../deliveries/deliveries.tsx';
import { WebhookTestResultNote } from '../test-outcome.tsx';
import { WebhookForm, type WebhookFormValues } from '../webhook-form.tsx';
import {
  endpointBadgePropsOf,
  cappedCountMessageValuesOf,
  endpointNameOf,
  endpointHealthOf,
} from '../webhook-words.ts';
import facts from '../../../ui/facts.module.css';
import classes from '../webhooks.module.css';
import { SigningSecretsSection } from './secrets.tsx';
import { SwitchEndpointDialog } from './switch-dialog.tsx';
import { WebhookNotices } from './webhook-notices.tsx';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('webhooks');

interface RemoveWebhookDialogProps {
  opened: boolean;
  endpoint: WebhookEndpoint;
  onClose: () => void;
}

function RemoveWebhookDialog({ opened, endpoint, onClose }: RemoveWebhookDialogProps) {
  const navigate = useNavigate({ from: '/$workspace' });
  const list = trpc.useUtils().webhooks.list;
  const remove = trpc.webhooks.remove.useMutation({
    onSuccess: async () => {
      notify(t('wasRemoved', { name: endpointNameOf(endpoint) }));
      await navigate({ to: '/$workspace/settings/webhooks' });
      void list.invalidate();
    },
  });
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('removeQuestion', { name: endpointNameOf(endpoint) })}
      confirmLabel={t('removeWebhook')}
      failed={t('failedToRemoveWebhook')}
      danger
      mutation={remove}
      onConfirm={() => remove.mutate({ id: endpoint.id })}
    >
      <Text>{t('removalMeans')}</Text>
    </ConfirmDialog>
  );
}

const route = getRouteApi('/$workspace/settings/webhooks/$webhook');

/** One endpoint: its health, secrets and deliveries (rules/webhooks). */
export function WebhookPage() {
  const { webhook: id } = route.useParams();
  const webhooks = useLiveQuery(trpc.webhooks.list.useQuery(), { topic: liveTopics.webhooks });
  const endpoint = webhooks.data?.endpoints.find((each) => each.id === id);
  if (webhooks.data !== undefined && endpoint === undefined) return <NoSuchWebhook />;
  if (endpoint !== undefined) return <Webhook key={id} endpoint={endpoint} />;
  return (
    <>
      <PageHeader title={t('webhook')} above={<Above />} />
      <PageState query={webhooks} what={t('theWebhook')}>
        {() => null}
      </PageState>
    </>
  );
}

function Webhook({ endpoint }: { endpoint: WebhookEndpoint }) {
  const mayWrite = usePermissionReach('webhooks:write') !== undefined;
  const test = useWebhookTest(endpoint);
  return (
    <>
      <PageHeader
        title={endpointNameOf(endpoint)}
        above={<Above />}
        actions={mayWrite && <WebhookActions endpoint={endpoint} test={test} />}
      />
      <Stack gap="md" mb="xl">
        <WebhookTrial test={test} />
        <WebhookNotices endpoint={endpoint} mayWrite={mayWrite} />
        <WebhookFacts endpoint={endpoint} />
      </Stack>
      <SigningSecretsSection endpoint={endpoint} mayWrite={mayWrite} />
      <DeliveriesSection endpoint={endpoint} mayWrite={mayWrite} />
    </>
  );
}

function NoSuchWebhook() {
  return (
    <EmptyState title={t('webhookNotFound')} headingLevel={1} action={<Above />}>
      {t('someoneMayHaveRemoved')}
    </EmptyState>
  );
}

function Above() {
  return (
    <Breadcrumbs>
      <TextLink to="/$workspace/settings">{t('settings')}</TextLink>
      <TextLink to="/$workspace/settings/webhooks">{t('webhooks')}</TextLink>
    </Breadcrumbs>
  );
}

/** Actions on an endpoint. */
function WebhookActions({ endpoint, test }: { endpoint: WebhookEndpoint; test: RunningTest }) {
  const [asked, setAsked] = useState<'edit' | 'switch' | 'remove' | null>(null);
  const close = () => setAsked(null);
  return (
    <>
      <Button variant="default" loading={test.isPending} onClick={test.run}>
        {t('sendTest')}
      </Button>
      <Button variant="default" onClick={() => setAsked('edit')}>
        {t('edit')}
      </Button>
      <Button variant={endpoint.state === 'on' ? 'default' : 'filled'} onClick={() => setAsked('switch')}>
        {endpoint.state === 'on' ? t('switchOff') : t('switchOn')}
      </Button>
      <Button variant="default" onClick={() => setAsked('remove')}>
        {t('remove')}
      </Button>
      <EditWebhookDialog opened={asked === 'edit'} endpoint={endpoint} onClose={close} />
      <SwitchEndpointDialog opened={asked === 'switch'} endpoint={endpoint} onClose={close} />
      <RemoveWebhookDialog opened={asked === 'remove'} endpoint={endpoint} onClose={close} />
    </>
  );
}

interface EditWebhookDialogProps {
  opened: boolean;
  endpoint: WebhookEndpoint;
  onClose: () => void;
}

function EditWebhookDialog({ opened, endpoint, onClose }: EditWebhookDialogProps) {
  const { id, state, types } = endpoint;
  const list = trpc.useUtils().webhooks.list;
  const update = trpc.webhooks.update.useMutation(SLOW_QUERY_OPTIONS);
  const url = endpoint.url ?? '';
  const description = endpoint.description ?? '';
  const send = async (values: WebhookFormValues) => {
    await update.mutateAsync({ id, ...changed(values, endpoint) });
    notify(t('webhookWasSaved'));
    void list.invalidate();
    onClose();
  };
  return (
    <FormDialog opened={opened} onClose={onClose} title={t('editWebhook')}>
      <WebhookForm
        endpoint={{ id, saved: { url, description, types } }}
        addressHint={state === 'on' ? t('newAddressMustPass') : undefined}
        failure={t('failedToSaveWebhook')}
        submitLabel={t('save')}
        onSend={send}
        onClose={onClose}
      />
    </FormDialog>
  );
}

/** Returns only the changed fields, because other users may have changed the rest meanwhile. */
function changed(values: WebhookFormValues, saved: WebhookEndpoint) {
  return {
    ...(values.url !== saved.url && { url: values.url }),
    ...(values.description !== saved.description && { description: values.description }),
    ...(values.types.join() !== saved.types.join() && { types: values.types }),
  };
}

/** The details of an endpoint, except its secrets. */
function WebhookFacts({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { url, types, created_at, created_by, waiting, held, exhausted } = endpoint;
  return (
    <dl className={facts.facts}>
      <dt>{t('state')}</dt>
      <dd>
        <Badge {...endpointBadgePropsOf(endpointHealthOf(endpoint))} />
      </dd>
      {url !== null && (
        <>
          <dt>{t('address')}</dt>
          <dd>
            <Code>{url}</Code>
          </dd>
        </>
      )}
      <dt>{t('sends')}</dt>
      <dd>
        {types.length === SubscribableEventType.options.length ? (
          t('allEvents')
        ) : (
          <span className={classes.chosen}>
            {types.map((type) => (
              <Code key={type}>{type}</Code>
            ))}
          </span>
        )}
      </dd>
      <dt>{t('added')}</dt>
      <dd>
        {created_by === null ? (
          <TimeAgo at={created_at} />
        ) : (
          t.nodes('addedBy', { at: () => <TimeAgo at={created_at} />, by: created_by })
        )}
      </dd>
      <dt>{t('deliveries')}</dt>
      <dd>
        {t('pending', cappedCountMessageValuesOf(waiting))} <Between /> {t('held', cappedCountMessageValuesOf(held))}{' '}
        <Between /> {t('givenUp', cappedCountMessageValuesOf(exhausted))}
      </dd>
    </dl>
  );
}

function Between() {
  return (
    <Text span c="dimmed" aria-hidden="true">
      ·
    </Text>
  );
}

interface RunningTest {
  isPending: boolean;
  result: WebhookTestResult | undefined;
  error: unknown;
  run: () => void;
}

/** Sends a signed `endpoint.test`, even if the endpoint is off. */
function useWebhookTest({ id }: WebhookEndpoint): RunningTest {
  const utils = trpc.useUtils().webhooks;
  const { isPending, data, error, mutate } = trpc.webhooks.test.useMutation({
    ...SLOW_QUERY_OPTIONS,
    onSettled: () => void utils.invalidate(),
  });
  return { isPending, result: data, error, run: () => mutate({ id }) };
}

/** The result of the test. */
function WebhookTrial({ test: { isPending, result, error } }: { test: RunningTest }) {
  if (isPending) return null;
  if (error !== null) return <FailedState what={t('failedToSendTest')} problem={toDisplayableProblem(error)} />;
  return result === undefined ? null : <WebhookTestResultNote test={result} />;
}
