import { ArchivePath, CreatePath, ListPaths, NamePath, Path, PathPage, UpdatePath } from '@training/shared/paths/paths';
import { can, router } from '../../http/procedures.ts';
import { archivePath, createPath, updatePath } from './change-path.ts';
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
});
