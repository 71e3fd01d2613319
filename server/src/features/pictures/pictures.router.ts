import { ChooseOwnPicture, ChoosePicture, PICTURE_BYTES, UploadedPicture } from '@training/shared/users/pictures';
import { octetInputParser } from '@trpc/server/http';
import { actingPersonOf } from '../../core/context.ts';
import { entityManager } from '../../core/transaction.ts';
import { can, router } from '../../http/procedures.ts';
import { UserEntity } from '../users/user.entity.ts';
import { chooseOwnPicture, choosePicture } from './person-pictures.ts';
import { uploadPicture } from './upload-picture.ts';

/** Pictures of people (rules/users 26). */
export const picturesRouter = router({
  own: can('profile:write')
    .output(ChooseOwnPicture)
    .query(async ({ ctx }) => {
      const named = { workspaceId: ctx.workspace.id, id: actingPersonOf(ctx).id };
      const { picture = null } = await entityManager(ctx).findOneOrFail(UserEntity, named);
      return { picture };
    }),
  /** Takes a picture as `application/octet-stream`. */
  upload: can('profile:write')
    .meta({ file: { most: PICTURE_BYTES } })
    .input(octetInputParser)
    .output(UploadedPicture)
    .mutation(({ ctx, input }) => uploadPicture(ctx, input)),
  chooseOwn: can('profile:write')
    .input(ChooseOwnPicture)
    .output(ChooseOwnPicture)
    .mutation(({ ctx, input }) => chooseOwnPicture(ctx, input)),
  choose: can('pictures:write')
    .input(ChoosePicture)
    .output(ChooseOwnPicture)
    .mutation(({ ctx, input }) => choosePicture(ctx, input)),
});
