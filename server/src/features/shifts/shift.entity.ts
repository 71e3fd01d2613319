import { defineEntity, p } from '@mikro-orm/core';

/** Time in which a person is at work (rules/shifts 1). */
export const ShiftEntity = defineEntity({
  name: 'Shift',
  tableName: 'shifts',
  properties: {
    workspaceId: p.uuid().primary(),
    userId: p.uuid().primary(),
    startsAt: p.datetime(3).primary(),
    endsAt: p.datetime(3),
  },
});
