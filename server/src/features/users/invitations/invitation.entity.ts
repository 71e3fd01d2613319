import { defineEntity, p } from '@mikro-orm/core';
import type { InvitationKind, InvitationState } from '@training/shared/people';

/** A way in that a person was given: it limits how many there are, and tells what became of the mail. */
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
    state: p.text().$type<InvitationState>(),
    /** What the mail server said; set where it failed. */
    error: p.text().nullable(),
  },
});
