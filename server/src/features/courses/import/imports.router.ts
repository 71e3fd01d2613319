import {
  ImportFileRef,
  ImportFileContent,
  ImportDeckPicturesOutcomes,
  ImportDeckPictures,
} from '@training/shared/courses/imports';
import { QtiPackagePreview, ReadQtiPackage } from '@training/shared/courses/qti-packages';
import { readUploadedQtiPackage } from './read-uploaded-qti-package.ts';
import { permittedProcedure, router } from '../../../http/procedures.ts';
import { readSlidesOrWorkbook } from './read-deck-or-workbook.ts';
import { storeSlideDeckPictures } from './store-deck-pictures.ts';

/** Decks, workbooks and QTI packages that become cards and questions (rules/courses-and-modules 20, 22). */
export const itemImportsRouter = router({
  read: permittedProcedure('content:author')
    .input(ImportFileRef)
    .output(ImportFileContent)
    .mutation(({ ctx, input, signal }) => readSlidesOrWorkbook(ctx, input, signal)),
  takePictures: permittedProcedure('content:author')
    .input(ImportDeckPictures)
    .output(ImportDeckPicturesOutcomes)
    .mutation(({ ctx, input, signal }) => storeSlideDeckPictures(ctx, input, signal)),
  readPackage: permittedProcedure('content:author')
    .input(ReadQtiPackage)
    .output(QtiPackagePreview)
    .mutation(({ ctx, input, signal }) => readUploadedQtiPackage(ctx, input, signal)),
});
