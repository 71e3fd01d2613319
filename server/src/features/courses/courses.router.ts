import { CourseDetail, CoursePage, CreateCourse, ListCourses, UpdateCourse } from '@training/shared/courses/courses';
import { MoveCourses, MovedCourses } from '@training/shared/departments/departments';
import { Id } from '@training/shared/primitives';
import { z } from 'zod';
import { can, router } from '../../http/procedures.ts';
import { preparedOutput } from '../../platform/prepared-json.ts';
import { createCourse, updateCourse, moveCourses } from './save-course.ts';
import { getCourse, listCourses } from './read-courses.ts';

const ById = z.strictObject({ id: Id });

export const coursesRouter = router({
  list: can('drafts:read')
    .input(ListCourses)
    .output(preparedOutput(CoursePage))
    .query(({ ctx, input }) => listCourses(ctx, input)),
  get: can('drafts:read')
    .input(ById)
    .output(CourseDetail)
    .query(({ ctx, input }) => getCourse(ctx, input)),
  create: can('content:author')
    .input(CreateCourse)
    .output(ById)
    .mutation(({ ctx, input }) => createCourse(ctx, input)),
  update: can('content:author')
    .input(UpdateCourse)
    .output(ById)
    .mutation(({ ctx, input }) => updateCourse(ctx, input)),
  move: can('departments:write')
    .input(MoveCourses)
    .output(MovedCourses)
    .mutation(({ ctx, input }) => moveCourses(ctx, input)),
});
