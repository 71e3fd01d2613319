import { CreateIntakeSuggestion, IntakeSuggestion } from '@training/shared/suggestions/suggestions';
import { permittedProcedure, router } from '../../../http/procedures.ts';
import { createRestOperationMeta } from '../../../http/rest/procedure-meta.ts';
import { toPreparedOutputSchema } from '../../../platform/prepared-json.ts';
import { createPushedSuggestion } from './create-intake.ts';

export const intakeRouter = router({
  create: permittedProcedure('intake:create')
    .meta(
      createRestOperationMeta('POST', '/intake', {
        operationId: 'createIntake',
        summary: 'Push content as a draft suggestion',
        description:
          'The content becomes a suggestion in the Recommended queue: 201. It makes no module and goes through review ' +
          'like everything else. The same text from the same source answers 200 with the suggestion that is there, a dismissed one too. ' +
          'A newer text of the same `source_url` supersedes the one that waits in the same department, and `duplicate_of` names an earlier suggestion ' +
          'from another source whose text is the same or nearly so.',
        errors: ['department_not_found'],
      }),
    )
    .input(CreateIntakeSuggestion)
    .output(toPreparedOutputSchema(IntakeSuggestion))
    .mutation(({ ctx, input }) => createPushedSuggestion(ctx, input)),
});
