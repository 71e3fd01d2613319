import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import type { SubscribableEventType, WebhookDeliveryState } from '@training/shared/webhooks/webhooks';
import { Webhook } from 'standardwebhooks';
import { afterAll } from 'vitest';
import { keyringOf } from '../../../../test/endpoints.ts';
import type { TestWorkspace } from '../../../../test/make.ts';
import { startTestServer, type TestServer } from '../../../../test/server.ts';
import type { Database } from '../../../database/database.ts';
import { createWorkspaceEntityManager } from '../../../core/transaction.ts';
import { newId } from '../../../platform/ids.ts';
import { seal } from '../../../platform/encryption/sealing.ts';
import { recordEvent } from '../../events/record-event.ts';
import { SEALED_WEBHOOK_SECRET_COLUMN } from '../sealed-webhook-secret.ts';

/** Settings that let an instance send to local receivers in tests. */
export const LOCAL = { OUTGOING_HTTP: 'true', OUTGOING_PRIVATE_TARGETS: 'loopback' };

/** Keys that let an instance decrypt the secrets encrypted by tests. */
export const KEYS = {
  ENCRYPTION_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
  ENCRYPTION_ACTIVE_KEY: 'test',
};

export type Received = {
  id: string;
  headers: Record<string, string>;
  body: string;
  event: {
    type: string;
    timestamp: string;
    sequence: number | null;
    workspace_id: string;
    data: Record<string, unknown>;
  };
};
export type Answer = (request: Received, response: ServerResponse) => unknown;

/** Starts a fake receiver with an address for each name. It stores the requests and responds with 204 by default. */
export async function startReceiver() {
  const received = new Map<string, Received[]>();
  const answers = new Map<string, Answer>();
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    void text(request).then(
      (body) => {
        const name = (request.url ?? '').slice(1);
        const headers: Record<string, string> = {};
        for (const [key, value] of Object.entries(request.headers)) headers[key] = String(value);
        const got = { id: headers['webhook-id'] ?? '', headers, body, event: JSON.parse(body) };
        received.set(name, [...(received.get(name) ?? []), got]);
        const answer = answers.get(name) ?? (() => response.writeHead(204).end());
        answer(got, response);
      },
      () => undefined,
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    addressOf: (name: string) => `http://127.0.0.1:${port}/${name}`,
    of: (name: string): Received[] => received.get(name) ?? [],
    /** Sets the response for a name, or resets it to the default. */
    answer(name: string, answer?: Answer) {
      if (answer) answers.set(name, answer);
      else answers.delete(name);
    },
  };
}

let made = 0;

/** Functions that create endpoints and events in a database, and read their deliveries. */
export function webhooksOf({ db, make }: Pick<TestServer, 'make'> & { db: Database }) {
  const { pool } = db;
  const keyring = keyringOf({ test: 7 });

  async function addSecret(workspace: TestWorkspace, endpointId: string, version: number): Promise<string> {
    const [text = ''] = await storeSecrets(workspace, [endpointId], version);
    return text;
  }

  async function storeSecrets(workspace: TestWorkspace, endpointIds: string[], version: number): Promise<string[]> {
    const made = endpointIds.map((endpointId) => {
      const text = `whsec_${randomBytes(32).toString('base64')}`;
      const row = { workspaceId: workspace.id, id: newId(), endpointId, version };
      return { text, ...row, ...seal(keyring, text, SEALED_WEBHOOK_SECRET_COLUMN.bindingOf(row)) };
    });
    await pool.query(
      `insert into webhook_secrets (workspace_id, id, endpoint_id, version, key_id, sealed, created_at)
       select $1, s.id, s.endpoint_id, $2, 'test', s.sealed, now()
       from unnest($3::uuid[], $4::uuid[], $5::bytea[]) as s (id, endpoint_id, sealed)`,
      [workspace.id, version, made.map(({ id }) => id), endpointIds, made.map(({ sealed }) => sealed)],
    );
    return made.map(({ text }) => text);
  }

  /** Creates endpoints that are on, with their secrets. */
  async function addEndpoints(
    workspace: TestWorkspace,
    urls: string[],
    types: SubscribableEventType[] = ['token.revoked'],
  ) {
    const ids = urls.map(() => newId());
    await pool.query(
      `insert into webhook_endpoints (workspace_id, id, url, types, created_by_name, created_at, updated_at)
       select $1, e.id, e.url, $2, 'Test', now(), now() from unnest($3::uuid[], $4::text[]) as e (id, url)`,
      [workspace.id, types, ids, urls],
    );
    const secrets = await storeSecrets(workspace, ids, 1);
    return ids.map((id, n) => ({ id, secret: secrets[n] ?? '' }));
  }

  return {
    addSecret,
    addEndpoints,
    addEndpoint: async (workspace: TestWorkspace, url: string, types?: SubscribableEventType[]) => {
      const [{ id, secret } = { id: '', secret: '' }] = await addEndpoints(workspace, [url], types);
      return { id, secret };
    },
    /** Records an event, such as the revocation of a token, in a transaction of its own. */
    happen: async (workspace: TestWorkspace, name = `Token ${++made}`, isNew = false): Promise<string> => {
      const id = newId();
      const subject = { kind: 'token', id, name };
      const cause = make.contextOf(workspace);
      await createWorkspaceEntityManager({ db, workspace }).transactional((em) => {
        const outgoing = { token_id: id, name };
        if (!isNew) return recordEvent(em, cause, { action: 'token.revoked', subject, outgoing });
        return recordEvent(em, cause, { action: 'token.created', subject, outgoing: { ...outgoing, scopes: [] } });
      });
      return id;
    },
    deliveriesOf: async (endpointId: string) => {
      const { rows } = await pool.query<{
        id: string;
        state: WebhookDeliveryState;
        attempts: number;
        failures: number;
        in_seconds: number;
      }>(
        `select event_id as id, state, attempts, failures, extract(epoch from due_at - now())::float8 as in_seconds
         from webhook_deliveries where endpoint_id = $1 order by sequence`,
        [endpointId],
      );
      return rows;
    },
    statesOf: async (endpointId: string): Promise<Partial<Record<WebhookDeliveryState, number>>> => {
      const { rows } = await pool.query<{ state: WebhookDeliveryState; n: number }>(
        `select state, count(*)::integer as n from webhook_deliveries where endpoint_id = $1 group by state`,
        [endpointId],
      );
      return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
    },
    attemptsOf: async (endpointId: string) => {
      const { rows } = await pool.query<{
        n: number;
        status: number | null;
        error: string | null;
        response: string | null;
      }>(
        `select a.n, a.status, a.error, a.response from webhook_attempts a where endpoint_id = $1
         order by a.at, a.event_id, a.n`,
        [endpointId],
      );
      return rows;
    },
    endpoint: async (id: string) => {
      const { rows } = await pool.query<{ state: string; off_reason: string | null; failing: boolean }>(
        `select state, off_reason, failing_since is not null as failing from webhook_endpoints where id = $1`,
        [id],
      );
      return rows[0];
    },
    /** Makes retries due now. */
    hurry: async (endpointId: string): Promise<void> => {
      await pool.query(
        `with asked as (update webhook_endpoints set paused_until = null where id = $1)
         update webhook_deliveries set due_at = now() where endpoint_id = $1 and state = 'retrying'`,
        [endpointId],
      );
    },
  };
}

/** Starts a server that sends webhooks to a fake receiver. */
export async function startWebhooks(options: Parameters<typeof startTestServer>[0] = {}) {
  const server = await startTestServer({ jobs: true, ...options, env: { ...LOCAL, ...options.env } });
  return { server, receiver: await startReceiver(), ...webhooksOf(server) };
}

/**
 * Verifies a request as a receiver does, with only the secret.
 * @throws if the signature is wrong
 */
export function verify(secret: string, { body, headers }: Received): void {
  new Webhook(secret).verify(body, headers);
}
