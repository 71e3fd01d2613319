import { CourseDetail, CoursePage, ListCourses, ModuleDetail } from '@training/shared/courses';
import { Id } from '@training/shared/primitives';
import { z } from 'zod';
import { can, router } from '../../http/procedures.ts';
import { preparedOutput } from '../../platform/prepared-json.ts';
import { getCourse, getModule, listCourses } from './read-courses.ts';

const ById = z.strictObject({ id: Id });

export const coursesRouter = router({
  list: can('drafts:read')
    .input(ListCourses)
    .output(preparedOutput(CoursePage))
    .query(({ ctx, input }) => listCourses(ctx, input)),
  get: can('drafts:read')
    .input(ById)
    .output(preparedOutput(CourseDetail))
    .query(({ ctx, input }) => getCourse(ctx, input)),
  module: can('drafts:read')
    .input(ById)
    .output(preparedOutput(ModuleDetail))
    .query(({ ctx, input }) => getModule(ctx, input)),
});
