import { Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { topics } from '@training/shared/live';
import type { WebhookEndpoint } from '@training/shared/webhooks/webhooks';
import { useLiveQuery } from '../../../lib/api/live-query.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { useMay, useWorkspace } from '../../../lib/workspace.ts';
import { Breadcrumbs } from '../../../ui/pages/breadcrumbs.tsx';
import { PageHeader } from '../../../ui/pages/page-header.tsx';
import { PageState } from '../../../ui/pages/page-state.tsx';
import { EmptyState } from '../../../ui/pages/states.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { Deliveries } from '../deliveries/deliveries.tsx';
import { nameOf } from '../webhook-words.ts';
import { Secrets } from './secrets.tsx';
import { WebhookActions } from './webhook-actions.tsx';
import { WebhookFacts } from './webhook-facts.tsx';
import { WebhookNotices } from './webhook-notices.tsx';
import { useWebhookTest, WebhookTrial } from './webhook-trial.tsx';

const route = getRouteApi('/$workspace/settings/webhooks/$webhook');

/** One endpoint: its health, secrets and deliveries (rules/webhooks). */
export function WebhookPage() {
  const { webhook: id } = route.useParams();
  const webhooks = useLiveQuery(trpc.webhooks.list.useQuery(), { topic: topics.webhooks });
  const endpoint = webhooks.data?.endpoints.find((each) => each.id === id);
  if (webhooks.data !== undefined && endpoint === undefined) return <NoSuchWebhook />;
  if (endpoint !== undefined) return <Webhook key={id} endpoint={endpoint} />;
  return (
    <>
      <PageHeader title="Webhook" above={<Above />} />
      <PageState query={webhooks} what="the webhook">
        {() => null}
      </PageState>
    </>
  );
}

function Webhook({ endpoint }: { endpoint: WebhookEndpoint }) {
  const mayWrite = useMay('webhooks:write') !== undefined;
  const test = useWebhookTest(endpoint);
  return (
    <>
      <PageHeader
        title={nameOf(endpoint)}
        above={<Above />}
        actions={mayWrite && <WebhookActions endpoint={endpoint} test={test} />}
      />
      <Stack gap="md" mb="xl">
        <WebhookTrial test={test} />
        <WebhookNotices endpoint={endpoint} mayWrite={mayWrite} />
        <WebhookFacts endpoint={endpoint} />
      </Stack>
      <Secrets endpoint={endpoint} mayWrite={mayWrite} />
      <Deliveries endpoint={endpoint} mayWrite={mayWrite} />
    </>
  );
}

function NoSuchWebhook() {
  return (
    <EmptyState title="Webhook not found" headingLevel={1} action={<Above />}>
      Somebody may have removed it.
    </EmptyState>
  );
}

function Above() {
  const { workspace } = useWorkspace();
  const params = { workspace: workspace.slug };
  return (
    <Breadcrumbs>
      <TextLink to="/$workspace/settings" params={params}>
        Settings
      </TextLink>
      <TextLink to="/$workspace/settings/webhooks" params={params}>
        Webhooks
      </TextLink>
    </Breadcrumbs>
  );
}
