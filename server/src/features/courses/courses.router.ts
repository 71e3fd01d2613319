import { CourseDetail, CoursePage, CreateCourse, ListCourses, UpdateCourse } from '@training/shared/courses/courses';
import { MoveCourses, MovedCourseCounts } from '@training/shared/departments/departments';
import { Id } from '@training/shared/primitives';
import { z } from 'zod';
import { permittedProcedure, router } from '../../http/procedures.ts';
import { toPreparedOutputSchema } from '../../platform/prepared-json.ts';
import { createCourse, updateCourse, moveAllCoursesOfDepartment } from './save-course.ts';
import { getCourse, listCourses } from './read-courses.ts';

const ById = z.strictObject({ id: Id });

export const coursesRouter = router({
  list: permittedProcedure('drafts:read')
    .input(ListCourses)
    .output(toPreparedOutputSchema(CoursePage))
    .query(({ ctx, input }) => listCourses(ctx, input)),
  get: permittedProcedure('drafts:read')
    .input(ById)
    .output(CourseDetail)
    .query(({ ctx, input }) => getCourse(ctx, input)),
  create: permittedProcedure('content:author')
    .input(CreateCourse)
    .output(ById)
    .mutation(({ ctx, input }) => createCourse(ctx, input)),
  update: permittedProcedure('content:author')
    .input(UpdateCourse)
    .output(ById)
    .mutation(({ ctx, input }) => updateCourse(ctx, input)),
  move: permittedProcedure('departments:write')
    .input(MoveCourses)
    .output(MovedCourseCounts)
    .mutation(({ ctx, input }) => moveAllCoursesOfDepartment(ctx, input)),
});
