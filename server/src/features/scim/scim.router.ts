import {
  AppliedPeople,
  ApplyPeople,
  MapGroups,
  ConnectionRef,
  PlannedMapping,
  PlannedPeople,
  ScimConnectionList,
  ScimGroupList,
  ScimRequests,
} from '@training/shared/scim/scim';
import { can, router } from '../../http/procedures.ts';
import { listMapping, mapGroups, planMapping } from './groups/map-groups.ts';
import { listConnections, listRequests } from './read-connections.ts';
import { applyPeople, planPeople, switchOnConnection } from './switch-connection.ts';

/** Connections of identity providers, for the console. The providers themselves use `/scim/v2`. */
export const scimRouter = router({
  list: can('tokens:write')
    .output(ScimConnectionList)
    .query(({ ctx }) => listConnections(ctx)),
  requests: can('tokens:write')
    .input(ConnectionRef)
    .output(ScimRequests)
    .query(({ ctx, input }) => listRequests(ctx, input)),
  plan: can('tokens:write')
    .input(ApplyPeople)
    .output(PlannedPeople)
    .query(({ ctx, input }) => planPeople(ctx, input)),
  switchOn: can('tokens:write')
    .input(ConnectionRef)
    .mutation(({ ctx, input }) => switchOnConnection(ctx, input)),
  applySome: can('tokens:write')
    .input(ApplyPeople)
    .output(AppliedPeople)
    .mutation(({ ctx, input }) => applyPeople(ctx, input)),
  groups: can('tokens:write')
    .input(ConnectionRef)
    .output(ScimGroupList)
    .query(({ ctx, input }) => listMapping(ctx, input)),
  planMapping: can('tokens:write')
    .input(MapGroups)
    .output(PlannedMapping)
    .query(({ ctx, input }) => planMapping(ctx, input)),
  mapGroups: can('tokens:write')
    .input(MapGroups)
    .mutation(({ ctx, input }) => mapGroups(ctx, input)),
});
