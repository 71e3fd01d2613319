import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import type { ChatDeliveryFailure, ChatServiceKind } from '@training/shared/notifications/chat';
import type { ChatConnectionState } from '@training/shared/notifications/notification-settings';
import { createLeaseEntityProperties } from '../../../platform/queue/lease.ts';

/** The workspace's chat channel. There is at most one. */
export const ChatConnectionEntity = defineEntity({
  name: 'ChatConnection',
  tableName: 'chat_connections',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    kind: p.text().$type<ChatServiceKind>(),
    name: p.text(),
    /** Host of the URL, shown so that users recognize it. */
    host: p.text(),
    /** A `sealed_secret`: the URL and Lark's signing secret. Never leaves the server. */
    sealed: p.blob(),
    /** The id of the encryption key used. */
    keyId: p.text(),
    version: p.integer(),
    state: p.text().$type<ChatConnectionState>(),
    /** The chat service's last error; null if it accepted the last message. */
    lastError: p.text().$type<ChatDeliveryFailure>().nullable(),
    testedAt: p.datetime(3).nullable(),
    createdAt: p.datetime(3),
    createdByName: p.text(),
    failingSince: p.datetime(3).nullable(),
    /** Words in the test message that a user must enter to confirm the channel; null otherwise. */
    testWords: p.text().nullable(),
    /** The time from which the service takes the next message. */
    dueAt: p.datetime(3).default('epoch'),
    ...createLeaseEntityProperties(),
    misses: p.integer().default(0),
  },
});
export type ChatConnectionRow = InferEntity<typeof ChatConnectionEntity>;
