import { ImportFile, ReadUpload, TakenPictures, TakePictures } from '@training/shared/courses/imports';
import { can, router } from '../../../http/procedures.ts';
import { readUpload } from './read-upload.ts';
import { takeDeckPictures } from './take-deck-pictures.ts';

/** Decks and workbooks that become cards and questions (rules/courses-and-modules 20). */
export const importsRouter = router({
  read: can('content:author')
    .input(ImportFile)
    .output(ReadUpload)
    .mutation(({ ctx, input, signal }) => readUpload(ctx, input, signal)),
  takePictures: can('content:author')
    .input(TakePictures)
    .output(TakenPictures)
    .mutation(({ ctx, input, signal }) => takeDeckPictures(ctx, input, signal)),
});
