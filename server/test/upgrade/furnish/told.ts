import { expect } from 'vitest';
import { samlProvider } from '../../../src/features/issuers/saml-fixture.ts';
import { chatAddressFor } from '../../chat/stand-in.ts';
import type { Furnisher } from './furnisher.ts';
import type { Taught } from './taught.ts';

/** Other systems, a chat channel and people that are told, by an admin who says when and what. */
export async function told({ receiver, server }: Furnisher, { admin, learner }: Taught): Promise<void> {
  const { notifications, chat, webhooks, tokens, users, issuers } = admin.client;
  await notifications.switch.mutate({ category: 'ai_suggestions', channel: 'email', enabled: false });
  await notifications.setTimes.mutate({ quiet: null, digest_at: '09:00' });
  await chat.connect.mutate({
    kind: 'slack',
    address: chatAddressFor('slack', 'good_1'),
    name: 'reviews',
    secret: null,
  });
  await webhooks.add.mutate({ url: receiver.addressOf('furnished'), types: ['token.created'] });
  await tokens.create.mutate({ name: 'HR', scopes: ['users:read'] });
  await expect.poll(() => receiver.of('furnished').map(({ event }) => event.type)).toContain('token.created');
  await users.handOverLink.mutate({ id: learner.id });
  const provider = await tokens.create.mutate({ name: 'Identity provider', scopes: ['scim'] });
  const provisioned = { userName: 'provisioned@example.com', displayName: 'Ines Provisioned' };
  const { status, json } = await server.rest(provider.token)('POST', '/scim/v2/Users', provisioned);
  expect(status).toBe(201);
  await issuers.saveSaml.mutate({ metadata: samlProvider('https://idp.example').metadata });
  await issuers.addDomain.mutate({ domain: 'furnished.example' });
  const group = { displayName: 'Provisioned', members: [{ value: json.id }] };
  expect((await server.rest(provider.token)('POST', '/scim/v2/Groups', group)).status).toBe(201);
}
