import { Id } from '@training/shared/primitives';
import {
  AcceptSuggestion,
  AcceptedSuggestion,
  DismissSuggestion,
  ListSuggestions,
  MoveSuggestion,
  RestoreSuggestion,
  SuggestionDetail,
  SuggestionPage,
} from '@training/shared/suggestions/suggestions';
import { z } from 'zod';
import { permittedProcedure, router } from '../../http/procedures.ts';
import { toPreparedOutputSchema } from '../../platform/prepared-json.ts';
import { acceptSuggestion } from './accept-suggestion.ts';
import { dismissSuggestion, restoreSuggestion } from './dismiss-suggestion.ts';
import { moveSuggestionToDepartment } from './move-suggestion.ts';
import { getSuggestion, listSuggestions } from './read-suggestions.ts';

export const suggestionsRouter = router({
  list: permittedProcedure('suggestions:read')
    .input(ListSuggestions)
    .output(toPreparedOutputSchema(SuggestionPage))
    .query(({ ctx, input }) => listSuggestions(ctx, input)),
  get: permittedProcedure('suggestions:read')
    .input(z.strictObject({ id: Id }))
    .output(toPreparedOutputSchema(SuggestionDetail))
    .query(({ ctx, input }) => getSuggestion(ctx, input)),
  dismiss: permittedProcedure('suggestions:dismiss')
    .input(DismissSuggestion)
    .output(toPreparedOutputSchema(SuggestionDetail))
    .mutation(({ ctx, input }) => dismissSuggestion(ctx, input)),
  restore: permittedProcedure('suggestions:dismiss')
    .input(RestoreSuggestion)
    .output(toPreparedOutputSchema(SuggestionDetail))
    .mutation(({ ctx, input }) => restoreSuggestion(ctx, input)),
  accept: permittedProcedure('suggestions:accept')
    .input(AcceptSuggestion)
    .output(AcceptedSuggestion)
    .mutation(({ ctx, input }) => acceptSuggestion(ctx, input)),
  move: permittedProcedure('suggestions:move')
    .input(MoveSuggestion)
    .output(toPreparedOutputSchema(SuggestionDetail))
    .mutation(({ ctx, input }) => moveSuggestionToDepartment(ctx, input)),
});
