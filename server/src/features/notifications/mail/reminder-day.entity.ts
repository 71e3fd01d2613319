import { defineEntity, p } from '@mikro-orm/core';

/** The last local day on which a workspace's users were reminded. */
export const ReminderDayEntity = defineEntity({
  name: 'ReminderDay',
  tableName: 'reminder_days',
  properties: {
    workspaceId: p.uuid().primary(),
    day: p.date(),
  },
});
