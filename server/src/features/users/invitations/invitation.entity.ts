import { defineEntity, p } from '@mikro-orm/core';
import type { InvitationKind, InvitationDeliveryState } from '@training/shared/users/people';

/** An invitation by mail or link. Used for the limits, and to show whether the mail was sent. */
export const InvitationEntity = defineEntity({
  name: 'Invitation',
  tableName: 'invitations',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    userId: p.uuid(),
    at: p.datetime(3),
    byName: p.text(),
    kind: p.text().$type<InvitationKind>(),
    state: p.text().$type<InvitationDeliveryState>(),
    /** Response of the mail server; set on failure. */
    error: p.text().nullable(),
  },
});
