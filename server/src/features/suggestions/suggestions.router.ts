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
import { can, router } from '../../http/procedures.ts';
import { preparedOutput } from '../../platform/prepared-json.ts';
import { acceptSuggestion } from './accept-suggestion.ts';
import { dismissSuggestion, restoreSuggestion } from './dismiss-suggestion.ts';
import { moveSuggestion } from './move-suggestion.ts';
import { getSuggestion, listSuggestions } from './read-suggestions.ts';

export const suggestionsRouter = router({
  list: can('suggestions:read')
    .input(ListSuggestions)
    .output(preparedOutput(SuggestionPage))
    .query(({ ctx, input }) => listSuggestions(ctx, input)),
  get: can('suggestions:read')
    .input(z.strictObject({ id: Id }))
    .output(preparedOutput(SuggestionDetail))
    .query(({ ctx, input }) => getSuggestion(ctx, input)),
  dismiss: can('suggestions:dismiss')
    .input(DismissSuggestion)
    .output(preparedOutput(SuggestionDetail))
    .mutation(({ ctx, input }) => dismissSuggestion(ctx, input)),
  restore: can('suggestions:dismiss')
    .input(RestoreSuggestion)
    .output(preparedOutput(SuggestionDetail))
    .mutation(({ ctx, input }) => restoreSuggestion(ctx, input)),
  accept: can('suggestions:accept')
    .input(AcceptSuggestion)
    .output(AcceptedSuggestion)
    .mutation(({ ctx, input }) => acceptSuggestion(ctx, input)),
  move: can('suggestions:move')
    .input(MoveSuggestion)
    .output(preparedOutput(SuggestionDetail))
    .mutation(({ ctx, input }) => moveSuggestion(ctx, input)),
});
