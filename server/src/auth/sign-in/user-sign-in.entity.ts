import { defineEntity, p } from '@mikro-orm/core';

/** When a person signed in last; who never has is not in it. */
export const UserSignInEntity = defineEntity({
  name: 'UserSignIn',
  tableName: 'user_sign_ins',
  properties: {
    workspaceId: p.uuid().primary(),
    userId: p.uuid().primary(),
    at: p.datetime(3),
  },
});
