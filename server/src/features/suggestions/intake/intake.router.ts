import { CreateIntakeSuggestion, IntakeSuggestion } from '@training/shared/suggestions/suggestions';
import { permittedProcedure, router } from '../../../http/procedures.ts';
import { restOperationMeta } from '../../../http/rest/procedure-meta.ts';
import { preparedOutputSchema } from '../../../platform/prepared-json.ts';
import { createPushedSuggestion } from './create-intake.ts';

export const intakeRouter = router({
  create: permittedProcedure('intake:create')
    .meta(
      restOperationMeta('POST', '/intake', {
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
    .output(preparedOutputSchema(IntakeSuggestion))
    .mutation(({ ctx, input }) => createPushedSuggestion(ctx, input)),
});
