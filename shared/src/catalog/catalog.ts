import { z } from 'zod';
import { ModuleStatus } from '../courses/courses.ts';
import { Id, Timestamp } from '../primitives.ts';

/** A module inside a course (rules/api 11). */
export const CatalogModule = z
  .strictObject({
    id: Id,
    title: z.string(),
    status: ModuleStatus,
    order: z.int().min(0).describe('Position in the course, from zero.'),
    languages: z
      .array(z.string())
      .describe(
        'Codes of languages (BCP 47): first the one that it is written in, then those that learners can choose.',
      ),
  })
  .meta({ id: 'Module' });
export type CatalogModule = z.infer<typeof CatalogModule>;

/** A course of the workspace, published or not (rules/api 11). */
export const CatalogCourse = z
  .strictObject({
    id: Id,
    title: z.string(),
    emoji: z.string().describe('A single emoji.'),
    department_id: Id.nullable(),
    published: z.boolean(),
    published_at: Timestamp.nullable(),
    created_at: Timestamp,
    modules: z.array(CatalogModule).describe('By `order`.'),
  })
  .meta({ id: 'Course' });
export type CatalogCourse = z.infer<typeof CatalogCourse>;

/** All courses of the workspace, by `created_at` and `id` (rules/api 11). */
export const Catalog = z.array(CatalogCourse);
export type Catalog = z.infer<typeof Catalog>;
