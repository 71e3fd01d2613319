import {
  AppliedScimPeopleCounts,
  SelectPendingScimPeople,
  MapScimGroups,
  ScimConnectionRef,
  ScimMappingPreview,
  ScimPersonPlanPage,
  ScimConnectionList,
  ScimGroupList,
  ScimRequestLog,
} from '@training/shared/scim/scim';
import { permittedProcedure, router } from '../../http/procedures.ts';
import { listGroupMapping, saveGroupMapping, previewGroupMapping } from './groups/map-groups.ts';
import { listConnections, listRequests } from './read-connections.ts';
import { applySelectedPendingPeople, previewPendingPeople, switchOnConnection } from './switch-connection.ts';

/** Connections of identity providers, for the console. The providers themselves use `/scim/v2`. */
export const scimRouter = router({
  list: permittedProcedure('tokens:write')
    .output(ScimConnectionList)
    .query(({ ctx }) => listConnections(ctx)),
  requests: permittedProcedure('tokens:write')
    .input(ScimConnectionRef)
    .output(ScimRequestLog)
    .query(({ ctx, input }) => listRequests(ctx, input)),
  plan: permittedProcedure('tokens:write')
    .input(SelectPendingScimPeople)
    .output(ScimPersonPlanPage)
    .query(({ ctx, input }) => previewPendingPeople(ctx, input)),
  switchOn: permittedProcedure('tokens:write')
    .input(ScimConnectionRef)
    .mutation(({ ctx, input }) => switchOnConnection(ctx, input)),
  applySome: permittedProcedure('tokens:write')
    .input(SelectPendingScimPeople)
    .output(AppliedScimPeopleCounts)
    .mutation(({ ctx, input }) => applySelectedPendingPeople(ctx, input)),
  groups: permittedProcedure('tokens:write')
    .input(ScimConnectionRef)
    .output(ScimGroupList)
    .query(({ ctx, input }) => listGroupMapping(ctx, input)),
  planMapping: permittedProcedure('tokens:write')
    .input(MapScimGroups)
    .output(ScimMappingPreview)
    .query(({ ctx, input }) => previewGroupMapping(ctx, input)),
  mapGroups: permittedProcedure('tokens:write')
    .input(MapScimGroups)
    .mutation(({ ctx, input }) => saveGroupMapping(ctx, input)),
});
