import {
  ChooseOwnPersonPicture,
  ChoosePersonPicture,
  MAX_PERSON_PICTURE_BYTES,
  UploadedPersonPicture,
} from '@training/shared/users/person-pictures';
import { octetInputParser } from '@trpc/server/http';
import { requireActingPerson } from '../../core/context.ts';
import { createWorkspaceEntityManager } from '../../core/transaction.ts';
import { permittedProcedure, router } from '../../http/procedures.ts';
import { UserEntity } from '../users/user.entity.ts';
import { chooseOwnPicture, setPersonPicture } from './person-pictures.ts';
import { uploadPersonPicture } from './upload-picture.ts';

/** Pictures of people (rules/users 26). */
export const picturesRouter = router({
  own: permittedProcedure('profile:write')
    .output(ChooseOwnPersonPicture)
    .query(async ({ ctx }) => {
      const named = { workspaceId: ctx.workspace.id, id: requireActingPerson(ctx).id };
      const { picture = null } = await createWorkspaceEntityManager(ctx).findOneOrFail(UserEntity, named);
      return { picture };
    }),
  /** Takes a picture as `application/octet-stream`. */
  upload: permittedProcedure('profile:write')
    .meta({ file: { most: MAX_PERSON_PICTURE_BYTES } })
    .input(octetInputParser)
    .output(UploadedPersonPicture)
    .mutation(({ ctx, input }) => uploadPersonPicture(ctx, input)),
  chooseOwn: permittedProcedure('profile:write')
    .input(ChooseOwnPersonPicture)
    .output(ChooseOwnPersonPicture)
    .mutation(({ ctx, input }) => chooseOwnPicture(ctx, input)),
  choose: permittedProcedure('pictures:write')
    .input(ChoosePersonPicture)
    .output(ChooseOwnPersonPicture)
    .mutation(({ ctx, input }) => setPersonPicture(ctx, input)),
});
