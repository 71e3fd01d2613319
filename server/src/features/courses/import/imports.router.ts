import { ImportFile, ReadUpload, TakenPictures, TakePictures } from '@training/shared/courses/imports';
import { PackagePreview, ReadPackage } from '@training/shared/courses/course-packages';
import { readPackage } from './read-package.ts';
import { can, router } from '../../../http/procedures.ts';
import { readUpload } from './read-upload.ts';
import { takeDeckPictures } from './take-deck-pictures.ts';

/** Decks, workbooks and QTI packages that become cards and questions (rules/courses-and-modules 20, 22). */
export const importsRouter = router({
  read: can('content:author')
    .input(ImportFile)
    .output(ReadUpload)
    .mutation(({ ctx, input, signal }) => readUpload(ctx, input, signal)),
  takePictures: can('content:author')
    .input(TakePictures)
    .output(TakenPictures)
    .mutation(({ ctx, input, signal }) => takeDeckPictures(ctx, input, signal)),
  readPackage: can('content:author')
    .input(ReadPackage)
    .output(PackagePreview)
    .mutation(({ ctx, input, signal }) => readPackage(ctx, input, signal)),
});
