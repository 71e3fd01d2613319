import { MomentInput } from '@training/shared/primitives';
import {
  AddWebhook,
  ListDeliveries,
  WebhookRef,
  type WebhookEndpoint,
  type WebhookTestResult,
} from '@training/shared/webhooks/webhooks';
import type { Command } from 'commander';
import { z } from 'zod';
import type { Workspace } from '../core/context.ts';
import { addWebhook } from '../features/webhooks/endpoints/add-webhook.ts';
import { getWebhookWorkspace, type WebhookContext } from '../features/webhooks/endpoints/find-webhook.ts';
import { listEndpointDeliveryAttempts } from '../features/webhooks/endpoints/list-deliveries.ts';
import { listWebhooks } from '../features/webhooks/endpoints/read-webhooks.ts';
import { replayDeliveriesInBatches } from '../features/webhooks/endpoints/replay-deliveries.ts';
import { switchOffWebhook, switchOnWebhook } from '../features/webhooks/endpoints/switch-webhook.ts';
import { testWebhook } from '../features/webhooks/endpoints/test-webhook.ts';
import { removeWebhook } from '../features/webhooks/endpoints/update-webhook.ts';
import { getWorkspaceBySlug } from '../features/workspaces/find-workspace.ts';
import { OutwardHttpClient } from '../platform/egress/outward-http-client.ts';
import { openKeyring } from '../platform/encryption/keyring.ts';
import {
  type CommandRunner,
  type CommandResult,
  createInstallationOperatorContext,
  parseOptions,
  type CommandSession,
} from './command.ts';

type AddOptions = { workspace: string; url: string; types: string; description?: string };

export function addWebhookCommands(program: Command, { answer }: CommandRunner): void {
  const webhook = program.command('webhook').description('tell other systems of events, and see what became of them');

  /** Adds a command that takes a webhook's id. */
  const named = (name: string, description: string) =>
    webhook
      .command(name)
      .description(description)
      .requiredOption('--id <id>', 'the id of the webhook, as “webhook list” shows it');

  /** Answers with what `work` has to say of one webhook, in whichever workspace it is. */
  const answerOf = (
    command: Command,
    id: string,
    work: (ctx: WebhookContext, id: string) => Promise<CommandResult>,
  ) => {
    const input = parseOptions(WebhookRef, { id });
    return answer(command, async (session) => {
      const workspace = await getWebhookWorkspace(session.db, input.id);
      return sending(session, workspace, (ctx) => work(ctx, input.id));
    });
  };

  webhook
    .command('add')
    .description('add a webhook, and try it with a signed test; prints {id, secret, …}, and the secret never again')
    .requiredOption('--workspace <slug>', 'the workspace whose events it is told')
    .requiredOption('--url <address>', 'where events are sent to')
    .requiredOption('--types <types>', 'with commas between them, such as user.created,module.published')
    .option('--description <text>', 'what people read')
    .action(({ workspace: slug, url, types, description }: AddOptions, command: Command) => {
      const chosen = types.split(',').map((type) => type.trim());
      const input = parseOptions(AddWebhook, { url, types: chosen, ...(description && { description }) });
      return answer(command, async (session) =>
        sending(session, await getWorkspaceBySlug(session.db, slug), async (ctx) => {
          const { endpoint, secret, test } = await addWebhook(ctx, input);
          const { id, state } = endpoint;
          const after = state === 'on' ? '' : `\nIt is off: give the receiver the secret, then: webhook on --id ${id}`;
          return {
            json: { id, secret, state, test: testOf(test) },
            text: `Added the webhook ${id}. ${formatWebhookTest(test)} Its secret, shown only now:\n${secret}${after}`,
          };
        }),
      );
    });

  webhook
    .command('list')
    .description('list the webhooks of a workspace; prints {endpoints: […]}')
    .requiredOption('--workspace <slug>', 'the workspace whose events they are told')
    .action(({ workspace: slug }: { workspace: string }, command: Command) =>
      answer(command, async (session) =>
        sending(session, await getWorkspaceBySlug(session.db, slug), async (ctx) => {
          const { endpoints } = await listWebhooks(ctx);
          return { json: { endpoints }, text: endpoints.map(line).join('\n') || 'There are no webhooks yet.' };
        }),
      ),
    );

  named('test', 'send a signed endpoint.test; prints {delivery_id, status, …}').action(
    ({ id }: { id: string }, command: Command) =>
      answerOf(command, id, async (ctx) => {
        const test = await testWebhook(ctx, { id });
        return { json: testOf(test), text: formatWebhookTest(test) };
      }),
  );

  for (const [name, change] of Object.entries({ on: switchOnWebhook, off: switchOffWebhook })) {
    const says = name === 'on' ? 'switch a webhook on once it has taken a test' : 'switch a webhook off';
    named(name, `${says}; prints {id, state, …}`).action(({ id }: { id: string }, command: Command) =>
      answerOf(command, id, async (ctx) => {
        const endpoint = await change(ctx, { id });
        return { json: endpoint, text: line(endpoint) };
      }),
    );
  }

  named('attempts', 'list the newest attempts at a webhook; prints {attempts: […]}')
    .option('--limit <number>', 'how many at most', '50')
    .action(({ id, limit: most }: { id: string; limit: string }, command: Command) => {
      const { limit } = parseOptions(ListDeliveries, { id, limit: Number(most) });
      return answerOf(command, id, async (ctx) => {
        const attempts = await listEndpointDeliveryAttempts(ctx, { id, limit });
        const lines = attempts.map(
          ({ at, type, delivery_id, n, status, duration_ms, error }) =>
            `${at}  ${status ?? '---'}  ${duration_ms} ms  ${type}  ${delivery_id}  attempt ${n}  ${error ?? ''}`,
        );
        return { json: { attempts }, text: lines.join('\n') || 'There have been no attempts yet.' };
      });
    });

  named('replay', 'send once more what has happened since a moment, to one webhook; prints {replayed}')
    .requiredOption('--since <time>', 'such as 2026-11-01 or 2026-11-01T08:30:00Z')
    .action(({ id, since }: { id: string; since: string }, command: Command) => {
      const input = parseOptions(z.strictObject({ since: MomentInput }), { since });
      return answerOf(command, id, async (ctx) => {
        const replayed = await replayDeliveriesInBatches(ctx, { which: 'span', id, from: input.since });
        return { json: { replayed }, text: `${replayed} deliveries are sent again.` };
      });
    });

  named('remove', 'remove a webhook for good; prints {id, removed_at}').action(
    ({ id }: { id: string }, command: Command) =>
      answerOf(command, id, async (ctx) => {
        const removed = await removeWebhook(ctx, { id });
        return { json: removed, text: `Removed the webhook ${id}.` };
      }),
  );
}

/** Runs work that may send webhook requests from this process, without a running server. */
async function sending<T>(
  session: CommandSession,
  workspace: Workspace,
  work: (ctx: WebhookContext) => Promise<T>,
): Promise<T> {
  const outward = new OutwardHttpClient(session.config.outgoing);
  try {
    return await work({
      ...createInstallationOperatorContext(session),
      workspace,
      outward,
      ai: { keyring: openKeyring(session.config) },
    });
  } finally {
    outward.close();
  }
}

/** Converts a test's result to its JSON output. */
function testOf({ event_id, ...met }: WebhookTestResult) {
  return { delivery_id: event_id, ...met };
}

function formatWebhookTest({ delivered, status, error, duration_ms }: WebhookTestResult): string {
  return delivered
    ? `It accepted the test: ${status}, after ${duration_ms} ms.`
    : `It didn’t accept the test. ${error}`;
}

function line({ id, url, types, state, off_reason, held, description }: WebhookEndpoint): string {
  const off = state === 'off' ? ` (${off_reason?.replace('_', ' ')}), ${held} held` : '';
  return `${id}  ${state}${off}  ${url}  ${description ?? ''}  ${types.join(', ')}`;
}
