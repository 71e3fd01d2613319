import {
  InboxPage,
  InboxUnseenCount,
  ListInbox,
  NotificationRef,
  MarkInboxSeen,
  TracedNotificationPage,
  TraceNotifications,
  NotificationExplanation,
} from '@training/shared/notifications/inbox';
import {
  FindRejectedMailAddressesOfPeople,
  RejectedMailAddress,
  RetriedRejectedMail,
  RetryRejectedMail,
} from '@training/shared/notifications/rejected-mail-addresses';
import {
  WorkspaceNotificationSettings,
  WorkspaceNotificationTimes,
  SwitchCategoryInChannel,
} from '@training/shared/notifications/notification-settings';
import { z } from 'zod';
import { permittedProcedure, router } from '../../http/procedures.ts';
import { toPreparedOutputSchema } from '../../platform/prepared-json.ts';
import { countUnseenNotifications, listInbox, markInboxNotificationsSeen } from './list-inbox.ts';
import { listMailFailures, retryRejectedMailAddress } from './mail/mail-failures.ts';
import { readWorkspaceNotificationSettings } from './read-matrix.ts';
import { setWorkspaceQuietHoursAndDigestTime, setWorkspaceNotificationSwitch } from './change-settings.ts';
import { listNotificationOutcomes, explainNotification } from './outbox/list-notification-outcomes.ts';

export const notificationsRouter = router({
  matrix: permittedProcedure('notifications:read')
    .output(WorkspaceNotificationSettings)
    .query(({ ctx }) => readWorkspaceNotificationSettings(ctx)),
  switch: permittedProcedure('notifications:write')
    .input(SwitchCategoryInChannel)
    .output(WorkspaceNotificationSettings)
    .mutation(({ ctx, input }) => setWorkspaceNotificationSwitch(ctx, input)),
  setTimes: permittedProcedure('notifications:write')
    .input(WorkspaceNotificationTimes)
    .output(WorkspaceNotificationSettings)
    .mutation(({ ctx, input }) => setWorkspaceQuietHoursAndDigestTime(ctx, input)),
  inbox: permittedProcedure('inbox:use')
    .input(ListInbox)
    .output(toPreparedOutputSchema(InboxPage))
    .query(({ ctx, input }) => listInbox(ctx, input)),
  unseen: permittedProcedure('inbox:use')
    .output(toPreparedOutputSchema(InboxUnseenCount))
    .query(({ ctx }) => countUnseenNotifications(ctx)),
  see: permittedProcedure('inbox:use')
    .input(MarkInboxSeen)
    .output(toPreparedOutputSchema(InboxUnseenCount))
    .mutation(({ ctx, input }) => markInboxNotificationsSeen(ctx, input)),
  why: permittedProcedure('inbox:use')
    .input(NotificationRef)
    .output(toPreparedOutputSchema(NotificationExplanation))
    .query(({ ctx, input }) => explainNotification(ctx, input)),
  trace: permittedProcedure('notifications:trace')
    .input(TraceNotifications)
    .output(toPreparedOutputSchema(TracedNotificationPage))
    .query(({ ctx, input }) => listNotificationOutcomes(ctx, input)),
  mailFailures: permittedProcedure('users:read')
    .input(FindRejectedMailAddressesOfPeople)
    .output(z.array(RejectedMailAddress))
    .query(({ ctx, input }) => listMailFailures(ctx, input)),
  tryMailAgain: permittedProcedure('users:write')
    .input(RetryRejectedMail)
    .output(RetriedRejectedMail)
    .mutation(({ ctx, input }) => retryRejectedMailAddress(ctx, input)),
});
