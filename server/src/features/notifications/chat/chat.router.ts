import { ChatTest, ConfirmChat, ConnectChat, ChatRef, ReplaceChat } from '@training/shared/notifications/chat-channel';
import { ChatConnection } from '@training/shared/notifications/notification-settings';
import { can, router } from '../../../http/procedures.ts';
import { connectChat, removeChat, replaceChat } from './connect-chat.ts';
import { chatNotFound, readChatSettings } from './get-chat-settings.ts';
import { confirmChat, testChat } from './test-chat.ts';

export const chatRouter = router({
  read: can('notifications:read')
    .output(ChatConnection.nullable())
    .query(({ ctx }) => readChatSettings(ctx)),
  connect: can('notifications:write')
    .input(ConnectChat)
    .output(ChatConnection)
    .mutation(({ ctx, input }) => connectChat(ctx, input)),
  replace: can('notifications:write')
    .input(ReplaceChat)
    .output(ChatConnection)
    .mutation(({ ctx, input }) => replaceChat(ctx, input)),
  test: can('notifications:write')
    .input(ChatRef)
    .output(ChatTest)
    .mutation(({ ctx, input }) => testChat(ctx, input)),
  confirm: can('notifications:write')
    .input(ConfirmChat)
    .output(ChatConnection)
    .mutation(({ ctx, input }) => confirmChat(ctx, input)),
  remove: can('notifications:write')
    .input(ChatRef)
    .output(ChatRef)
    .mutation(async ({ ctx, input }) => {
      if (!(await removeChat(ctx, input))) throw chatNotFound(input.id);
      return input;
    }),
});
