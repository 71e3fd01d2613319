import {
  ArchivePath,
  AssignPath,
  CreatePath,
  EndPathAssignment,
  ListPathPeople,
  ListPaths,
  MyPaths,
  NamePath,
  Path,
  PathAssignmentPreview,
  PathPage,
  PathPeople,
  PathPreview,
  PathStanding,
  PreviewPath,
  PreviewPathAssignment,
  UpdatePath,
  UpdatePathAssignment,
} from '@training/shared/paths/paths';
import { can, router } from '../../http/procedures.ts';
import { assignPath, endPathAssignment, updatePathAssignment } from './assign-path.ts';
import { archivePath, createPath, updatePath } from './change-path.ts';
import { listPathPeople, readMyPaths, readPathStanding } from './path-standing.ts';
import { previewPath, previewPathAssignment } from './preview-path.ts';
import { getPath, listPaths } from './read-paths.ts';

export const pathsRouter = router({
  list: can('assignments:manage')
    .input(ListPaths)
    .output(PathPage)
    .query(({ ctx, input }) => listPaths(ctx, input)),
  get: can('assignments:manage')
    .input(NamePath)
    .output(Path)
    .query(({ ctx, input }) => getPath(ctx, input)),
  create: can('assignments:manage')
    .input(CreatePath)
    .output(Path)
    .mutation(({ ctx, input }) => createPath(ctx, input)),
  update: can('assignments:manage')
    .input(UpdatePath)
    .output(Path)
    .mutation(({ ctx, input }) => updatePath(ctx, input)),
  archive: can('assignments:manage')
    .input(ArchivePath)
    .output(Path)
    .mutation(({ ctx, input }) => archivePath(ctx, input)),
  preview: can('assignments:manage')
    .input(PreviewPath)
    .output(PathPreview)
    .query(({ ctx, input }) => previewPath(ctx, input)),
  assign: can('assignments:manage')
    .input(AssignPath)
    .output(NamePath)
    .mutation(({ ctx, input }) => assignPath(ctx, input)),
  updateAssignment: can('assignments:manage')
    .input(UpdatePathAssignment)
    .output(NamePath)
    .mutation(({ ctx, input }) => updatePathAssignment(ctx, input)),
  endAssignment: can('assignments:manage')
    .input(EndPathAssignment)
    .output(NamePath)
    .mutation(({ ctx, input }) => endPathAssignment(ctx, input)),
  previewAssignment: can('assignments:manage')
    .input(PreviewPathAssignment)
    .output(PathAssignmentPreview)
    .query(({ ctx, input }) => previewPathAssignment(ctx, input)),
  standing: can('assignments:manage')
    .input(NamePath)
    .output(PathStanding)
    .query(({ ctx, input }) => readPathStanding(ctx, input)),
  people: can('assignments:manage')
    .input(ListPathPeople)
    .output(PathPeople)
    .query(({ ctx, input }) => listPathPeople(ctx, input)),
  mine: can('results:read')
    .output(MyPaths)
    .query(({ ctx }) => readMyPaths(ctx)),
});
