import {
  Inbox,
  InboxCount,
  ListInbox,
  NotificationRef,
  MarkInboxSeen,
  TracedPage,
  TraceNotifications,
  ExplainedNotification,
} from '@training/shared/notifications/inbox';
import {
  ListMailFailures,
  MailFailure,
  TriedMailAgain,
  TryMailAgain,
} from '@training/shared/notifications/mail-failures';
import {
  NotificationMatrix,
  NotificationTimes,
  SwitchNotification,
} from '@training/shared/notifications/notification-settings';
import { z } from 'zod';
import { can, router } from '../../http/procedures.ts';
import { preparedOutput } from '../../platform/prepared-json.ts';
import { countUnseen, listInbox, markInboxSeen } from './list-inbox.ts';
import { listMailFailures, tryMailAgain } from './mail/mail-failures.ts';
import { readMatrix } from './read-matrix.ts';
import { setNotificationTimes, switchNotification } from './change-settings.ts';
import { traceNotifications, explainDelivery } from './outbox/trace-notifications.ts';

export const notificationsRouter = router({
  matrix: can('notifications:read')
    .output(NotificationMatrix)
    .query(({ ctx }) => readMatrix(ctx)),
  switch: can('notifications:write')
    .input(SwitchNotification)
    .output(NotificationMatrix)
    .mutation(({ ctx, input }) => switchNotification(ctx, input)),
  setTimes: can('notifications:write')
    .input(NotificationTimes)
    .output(NotificationMatrix)
    .mutation(({ ctx, input }) => setNotificationTimes(ctx, input)),
  inbox: can('inbox:use')
    .input(ListInbox)
    .output(preparedOutput(Inbox))
    .query(({ ctx, input }) => listInbox(ctx, input)),
  unseen: can('inbox:use')
    .output(preparedOutput(InboxCount))
    .query(({ ctx }) => countUnseen(ctx)),
  see: can('inbox:use')
    .input(MarkInboxSeen)
    .output(preparedOutput(InboxCount))
    .mutation(({ ctx, input }) => markInboxSeen(ctx, input)),
  why: can('inbox:use')
    .input(NotificationRef)
    .output(preparedOutput(ExplainedNotification))
    .query(({ ctx, input }) => explainDelivery(ctx, input)),
  trace: can('notifications:trace')
    .input(TraceNotifications)
    .output(preparedOutput(TracedPage))
    .query(({ ctx, input }) => traceNotifications(ctx, input)),
  mailFailures: can('users:read')
    .input(ListMailFailures)
    .output(z.array(MailFailure))
    .query(({ ctx, input }) => listMailFailures(ctx, input)),
  tryMailAgain: can('users:write')
    .input(TryMailAgain)
    .output(TriedMailAgain)
    .mutation(({ ctx, input }) => tryMailAgain(ctx, input)),
});
