import {
  ArchiveOrRestorePath,
  CreatePath,
  ListPathPeople,
  ListPaths,
  ListTeamPaths,
  MyPathsAndCertificates,
  PathRef,
  LearningPath,
  PathPage,
  PathPeoplePage,
  PathChangePreview,
  PathProgressOfAllPeople,
  PreviewPathChange,
  TeamPathPage,
  UpdatePath,
} from '@training/shared/paths/paths';
import {
  AssignPath,
  EndPathAssignment,
  PathAssignmentPreview,
  PreviewChangedPathAssignment,
  PreviewEndedPathAssignment,
  PreviewNewPathAssignment,
  PreviewPathAssignment,
  UpdatePathAssignment,
} from '@training/shared/paths/path-assignments';
import { permittedProcedure, router } from '../../http/procedures.ts';
import { createRestOperationMeta } from '../../http/rest/procedure-meta.ts';
import { toPreparedOutputSchema } from '../../platform/prepared-json.ts';
import { assignPath, endPathAssignment, updatePathAssignment } from './assign-path.ts';
import { setPathArchived, createPath, updatePath } from './change-path.ts';
import { listPathPeople, readMyPaths, readPathStanding } from './path-standing.ts';
import { previewPathChange, previewPathAssignment } from './preview-path.ts';
import { getPath, listPaths } from './read-paths.ts';
import { listTeamMembersWithPaths } from './team-paths.ts';

const PAGE = { limit: 'integer', offset: 'integer' } as const;
const ofModules = ['module_not_found', 'module_state'] as const;
const ofChange = ['path_not_found', 'stale_version', 'path_archived', ...ofModules] as const;
const ofEnd = ['assignment_not_found', 'assignment_ended'] as const;
const ofTerms = [...ofEnd, 'stale_version', 'user_not_found', 'department_not_found'] as const;
const ofAssignment = ['path_not_found', 'path_archived', 'user_not_found', 'department_not_found'] as const;

export const pathsRouter = router({
  list: permittedProcedure('paths:read')
    .meta(
      createRestOperationMeta('GET', '/paths', {
        operationId: 'listPaths',
        summary: 'List paths',
        description: 'Paths by title, with their modules in order.',
        query: { state: 'text', search: 'text', ...PAGE },
        isAddition: true,
      }),
    )
    .input(ListPaths)
    .output(PathPage)
    .query(({ ctx, input }) => listPaths(ctx, input)),
  get: permittedProcedure('paths:read')
    .meta(
      createRestOperationMeta('GET', '/paths/{id}', {
        operationId: 'getPath',
        summary: 'Read a path',
        description: 'The path with its modules in order.',
        errors: ['path_not_found'],
        isAddition: true,
      }),
    )
    .input(PathRef)
    .output(LearningPath)
    .query(({ ctx, input }) => getPath(ctx, input)),
  create: permittedProcedure('paths:write')
    .meta(
      createRestOperationMeta('POST', '/paths', {
        operationId: 'createPath',
        summary: 'Create a path',
        description: 'Modules have to be published. `requires` names earlier modules that have to be done before.',
        errors: ['department_not_found', 'path_limit_reached', ...ofModules],
        isAddition: true,
      }),
    )
    .input(CreatePath)
    .output(toPreparedOutputSchema(LearningPath))
    .mutation(({ ctx, input }) => createPath(ctx, input)),
  update: permittedProcedure('paths:write')
    .meta(
      createRestOperationMeta('POST', '/paths/{id}', {
        operationId: 'updatePath',
        summary: 'Change a path',
        description:
          'Replaces title, description and modules. Added modules are given to everyone to whom the path is assigned, ' +
          'removed ones are taken away. Preview this first. Another `version` than the current one is 409.',
        errors: [...ofChange],
        isAddition: true,
      }),
    )
    .input(UpdatePath)
    .output(LearningPath)
    .mutation(({ ctx, input }) => updatePath(ctx, input)),
  archive: permittedProcedure('paths:write')
    .meta(
      createRestOperationMeta('POST', '/paths/{id}/archive', {
        operationId: 'archivePath',
        summary: 'Archive or restore a path',
        description: 'A path that is assigned can’t be archived: end its assignments first.',
        errors: ['path_not_found', 'path_assigned', 'path_limit_reached'],
        isAddition: true,
      }),
    )
    .input(ArchiveOrRestorePath)
    .output(LearningPath)
    .mutation(({ ctx, input }) => setPathArchived(ctx, input)),
  preview: permittedProcedure('paths:write')
    .meta(
      createRestOperationMeta('POST', '/paths/{id}/preview', {
        operationId: 'previewPath',
        summary: 'Preview a change of a path',
        description: 'What other modules would change for the people to whom the path is assigned. Nothing is written.',
        errors: [...ofChange],
        isAddition: true,
      }),
    )
    .input(PreviewPathChange)
    .output(PathChangePreview)
    .query(({ ctx, input }) => previewPathChange(ctx, input)),
  assign: permittedProcedure('paths:write')
    .meta(
      createRestOperationMeta('POST', '/paths/{path_id}/assignments', {
        operationId: 'assignPath',
        summary: 'Assign a path',
        description:
          'To a person, a department or a role, and everyone who joins later. Its modules are due on the same day. A ' +
          'repeated `request_id` or `Idempotency-Key` assigns nothing twice. With the key, it is applied within a minute.',
        errors: ['assignment_ended', ...ofAssignment],
        isAddition: true,
      }),
    )
    .input(AssignPath)
    .output(toPreparedOutputSchema(PathRef))
    .mutation(({ ctx, input }) => assignPath(ctx, input)),
  previewNewAssignment: permittedProcedure('paths:write')
    .meta(
      createRestOperationMeta('POST', '/paths/{path_id}/assignments/preview', {
        operationId: 'previewPathAssignment',
        summary: 'Preview an assignment of a path',
        description: 'What each person would owe, and when. Nothing is written.',
        errors: [...ofAssignment],
        isAddition: true,
      }),
    )
    .input(PreviewNewPathAssignment)
    .output(PathAssignmentPreview)
    .query(({ ctx, input }) => previewPathAssignment(ctx, { change: 'create', ...input })),
  updateAssignment: permittedProcedure('paths:write')
    .meta(
      createRestOperationMeta('POST', '/path-assignments/{id}', {
        operationId: 'updatePathAssignment',
        summary: 'Change an assignment of a path',
        description:
          'Replaces the audience and the days of all its modules. Preview this first. Another `version` than the ' +
          'current one, which the path’s standing has, is 409.',
        errors: [...ofTerms],
        isAddition: true,
      }),
    )
    .input(UpdatePathAssignment)
    .output(PathRef)
    .mutation(({ ctx, input }) => updatePathAssignment(ctx, input)),
  endAssignment: permittedProcedure('paths:write')
    .meta(
      createRestOperationMeta('POST', '/path-assignments/{id}/end', {
        operationId: 'endPathAssignment',
        summary: 'End an assignment of a path',
        description: 'Modules that aren’t completed are owed no more, unless another assignment covers them.',
        errors: [...ofEnd],
        isAddition: true,
      }),
    )
    .input(EndPathAssignment)
    .output(PathRef)
    .mutation(({ ctx, input }) => endPathAssignment(ctx, input)),
  previewChangedAssignment: permittedProcedure('paths:write')
    .meta(
      createRestOperationMeta('POST', '/path-assignments/{id}/preview', {
        operationId: 'previewChangedPathAssignment',
        summary: 'Preview a change of an assignment of a path',
        description: 'What each person would owe, and when. Nothing is written.',
        errors: [...ofTerms],
        isAddition: true,
      }),
    )
    .input(PreviewChangedPathAssignment)
    .output(PathAssignmentPreview)
    .query(({ ctx, input }) => previewPathAssignment(ctx, { change: 'update', ...input })),
  previewEndedAssignment: permittedProcedure('paths:write')
    .meta(
      createRestOperationMeta('POST', '/path-assignments/{id}/end/preview', {
        operationId: 'previewEndedPathAssignment',
        summary: 'Preview the end of an assignment of a path',
        description: 'What each person would owe no more. Nothing is written.',
        errors: [...ofEnd],
        isAddition: true,
      }),
    )
    .input(PreviewEndedPathAssignment)
    .output(PathAssignmentPreview)
    .query(({ ctx, input }) => previewPathAssignment(ctx, { change: 'end', ...input })),
  previewAssignment: permittedProcedure('paths:write')
    .input(PreviewPathAssignment)
    .output(PathAssignmentPreview)
    .query(({ ctx, input }) => previewPathAssignment(ctx, input)),
  standing: permittedProcedure('paths:read')
    .meta(
      createRestOperationMeta('GET', '/paths/{id}/standing', {
        operationId: 'readPathStanding',
        summary: 'Count how people stand in a path',
        description: 'Active people to whom the path is assigned, for each assignment and each module.',
        errors: ['path_not_found'],
        isAddition: true,
      }),
    )
    .input(PathRef)
    .output(PathProgressOfAllPeople)
    .query(({ ctx, input }) => readPathStanding(ctx, input)),
  people: permittedProcedure('paths:read')
    .meta(
      createRestOperationMeta('GET', '/paths/{id}/people', {
        operationId: 'listPathPeople',
        summary: 'List the people of a path',
        description:
          'Active people to whom the path is assigned, with their progress; first who has something overdue.',
        query: { status: 'text', overdue: 'boolean', search: 'text', ...PAGE },
        errors: ['path_not_found'],
        isAddition: true,
      }),
    )
    .input(ListPathPeople)
    .output(PathPeoplePage)
    .query(({ ctx, input }) => listPathPeople(ctx, input)),
  ofTeam: permittedProcedure('team:read')
    .input(ListTeamPaths)
    .output(TeamPathPage)
    .query(({ ctx, input }) => listTeamMembersWithPaths(ctx, input)),
  mine: permittedProcedure('results:read')
    .output(MyPathsAndCertificates)
    .query(({ ctx }) => readMyPaths(ctx)),
});
