import {
  ChatTestResult,
  ConfirmChatTest,
  ConnectChatChannel,
  ChatChannelRef,
  ReplaceChatAddress,
} from '@training/shared/notifications/chat-channel';
import { ChatConnection } from '@training/shared/notifications/notification-settings';
import { permittedProcedure, router } from '../../../http/procedures.ts';
import { connectChat, removeChatChannel, replaceChatChannelUrl } from './connect-chat.ts';
import { chatChannelNotFoundError, findChatChannel } from './get-chat-channel.ts';
import { confirmChatTestMessage, sendChatTestMessage } from './test-chat.ts';

export const chatRouter = router({
  read: permittedProcedure('notifications:read')
    .output(ChatConnection.nullable())
    .query(({ ctx }) => findChatChannel(ctx)),
  connect: permittedProcedure('notifications:write')
    .input(ConnectChatChannel)
    .output(ChatConnection)
    .mutation(({ ctx, input }) => connectChat(ctx, input)),
  replace: permittedProcedure('notifications:write')
    .input(ReplaceChatAddress)
    .output(ChatConnection)
    .mutation(({ ctx, input }) => replaceChatChannelUrl(ctx, input)),
  test: permittedProcedure('notifications:write')
    .input(ChatChannelRef)
    .output(ChatTestResult)
    .mutation(({ ctx, input }) => sendChatTestMessage(ctx, input)),
  confirm: permittedProcedure('notifications:write')
    .input(ConfirmChatTest)
    .output(ChatConnection)
    .mutation(({ ctx, input }) => confirmChatTestMessage(ctx, input)),
  remove: permittedProcedure('notifications:write')
    .input(ChatChannelRef)
    .output(ChatChannelRef)
    .mutation(async ({ ctx, input }) => {
      if (!(await removeChatChannel(ctx, input))) throw chatChannelNotFoundError(input.id);
      return input;
    }),
});
