import { z } from 'zod';
import { say } from '#contract';
import { ModuleStatus } from '../courses/courses.ts';
import { Count, Id, Offset, Timestamp, label, text } from '../primitives.ts';

/** The most modules of a path. */
export const MOST_STEPS = 30;
/** The most paths of a workspace that aren't archived. */
export const MOST_PATHS = 500;

const Step = z.strictObject({
  module_id: Id,
  requires: z
    .array(Id)
    .max(MOST_STEPS)
    .default([])
    .describe('The modules, earlier in the path, that have to be done before this one opens.'),
});
export type Step = z.infer<typeof Step>;

const Steps = z
  .array(Step)
  .min(1)
  .max(MOST_STEPS)
  .superRefine((steps, ctx) => {
    const before = new Set<string>();
    for (const [n, { module_id, requires }] of steps.entries()) {
      if (before.has(module_id)) ctx.addIssue({ code: 'custom', path: [n, 'module_id'], message: say('moduleOnce') });
      if (new Set(requires).size < requires.length || requires.some((id) => !before.has(id)))
        ctx.addIssue({ code: 'custom', path: [n, 'requires'], message: say('requiresEarlier') });
      before.add(module_id);
    }
  });

const written = { title: label(200), description: text(0, 2000).default(''), steps: Steps };

export const CreatePath = z.strictObject({
  ...written,
  department_id: Id.nullable()
    .default(null)
    .describe('The department whose trainers change the path; null if only super admins do. Trainers name their own.'),
});
export type CreatePath = z.infer<typeof CreatePath>;

/** Replaces everything that can change. The department can't. */
export const UpdatePath = z.strictObject({
  id: Id,
  version: Count.describe('What was looked at; another one is refused.'),
  ...written,
});
export type UpdatePath = z.infer<typeof UpdatePath>;

export const NamePath = z.strictObject({ id: Id });
export type NamePath = z.infer<typeof NamePath>;

export const ArchivePath = z.strictObject({ id: Id, archived: z.boolean() });
export type ArchivePath = z.infer<typeof ArchivePath>;

export const ListPaths = z.strictObject({
  state: z.enum(['active', 'archived']).default('active'),
  search: z.string().trim().max(200).default('').describe('Part of a title, in any case.'),
  limit: z.int().min(1).max(100).default(25),
  offset: Offset.default(0),
});
export type ListPaths = z.infer<typeof ListPaths>;

export const Path = z.strictObject({
  id: Id,
  title: z.string(),
  description: z.string(),
  department: z.strictObject({ id: Id, name: z.string() }).nullable(),
  version: Count,
  created_at: Timestamp,
  created_by_name: z.string(),
  updated_at: Timestamp,
  archived_at: Timestamp.nullable(),
  archived_by_name: z.string().nullable(),
  may_change: z.boolean().describe('Whether who asks may change the path: trainers those of their own department.'),
  steps: z.array(
    z.strictObject({
      module_id: Id,
      title: z.string(),
      course: z.string(),
      status: ModuleStatus.describe('A module that isn’t published is owed by no one, and keeps no other closed.'),
      requires: z.array(Id),
    }),
  ),
  assignments: Count.describe('Assignments that have not ended.'),
});
export type Path = z.infer<typeof Path>;

export const PathPage = z.strictObject({ paths: z.array(Path), total: Count });
export type PathPage = z.infer<typeof PathPage>;
