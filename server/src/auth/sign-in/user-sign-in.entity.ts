import { defineEntity, p } from '@mikro-orm/core';

/** Time of each user's last sign-in; users who have never signed in have no row. */
export const UserSignInEntity = defineEntity({
  name: 'UserSignIn',
  tableName: 'user_sign_ins',
  properties: {
    workspaceId: p.uuid().primary(),
    userId: p.uuid().primary(),
    at: p.datetime(3),
  },
});
