import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import type { ChatFailure, ChatKind } from '@training/shared/chat';
import type { ChatState } from '@training/shared/notification-settings';

/** The workspace's chat channel: it has at most one. */
export const ChatConnectionEntity = defineEntity({
  name: 'ChatConnection',
  tableName: 'chat_connections',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    kind: p.text().$type<ChatKind>(),
    name: p.text(),
    /** Of the address, for people to know it by. */
    host: p.text(),
    /** A `sealed_secret`: the address, and Lark's signing secret. Never leaves the server. */
    sealed: p.blob(),
    /** Which key of the keyring has sealed it. */
    keyId: p.text(),
    version: p.integer(),
    state: p.text().$type<ChatState>(),
    /** What the service answered last, where it took no message. */
    lastError: p.text().$type<ChatFailure>().nullable(),
    testedAt: p.datetime(3).nullable(),
    createdAt: p.datetime(3),
    createdByName: p.text(),
    failingSince: p.datetime(3).nullable(),
    /** Said by the test message, until somebody has read them. */
    testWords: p.text().nullable(),
    turnUntil: p.datetime(3).nullable(),
    freeAt: p.datetime(3).default('epoch'),
    misses: p.integer().default(0),
  },
});
export type ChatConnectionRow = InferEntity<typeof ChatConnectionEntity>;
