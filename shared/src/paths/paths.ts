import { z } from 'zod';
import { contractMessage } from '#contract';
import { SeveralAssignmentsPreview } from '../assignments/assign-several.ts';
import { Assignment, AssignmentEffectOnPerson } from '../assignments/assignments.ts';
import { ModuleStatus } from '../courses/courses.ts';
import { TeamReach } from '../team/team.ts';
import { Count, Email, Id, PageLimit, PageOffset, Timestamp, labelSchema, textSchema } from '../primitives.ts';

/** The maximum number of modules of a path. */
export const MAX_STEPS_PER_PATH = 30;
/** The maximum number of paths of a workspace, not counting archived ones. */
export const MAX_PATHS_PER_WORKSPACE = 500;

export const PathId = Id.describe('The path.');

const LearningPathStep = z.strictObject({
  module_id: Id,
  requires: z
    .array(Id)
    .max(MAX_STEPS_PER_PATH)
    .default([])
    .describe('The modules, earlier in the path, that have to be done before this one opens.'),
});
export type LearningPathStep = z.infer<typeof LearningPathStep>;

const Steps = z
  .array(LearningPathStep)
  .min(1)
  .max(MAX_STEPS_PER_PATH)
  .superRefine((steps, ctx) => {
    const before = new Set<string>();
    for (const [n, { module_id, requires }] of steps.entries()) {
      if (before.has(module_id))
        ctx.addIssue({ code: 'custom', path: [n, 'module_id'], message: contractMessage('moduleOnce') });
      if (new Set(requires).size < requires.length || requires.some((id) => !before.has(id)))
        ctx.addIssue({ code: 'custom', path: [n, 'requires'], message: contractMessage('requiresEarlier') });
      before.add(module_id);
    }
  });

const written = { title: labelSchema(200), description: textSchema(0, 2000).default(''), steps: Steps };

export const CreatePath = z.strictObject({
  ...written,
  department_id: Id.nullable()
    .default(null)
    .describe('The department whose trainers change the path; null if only super admins do. Trainers name their own.'),
});
export type CreatePath = z.infer<typeof CreatePath>;

/** Replaces everything that can change. The department can't. */
export const UpdatePath = z.strictObject({
  id: PathId,
  version: Count.describe('What was looked at; another one is refused.'),
  ...written,
});
export type UpdatePath = z.infer<typeof UpdatePath>;

export const PathRef = z.strictObject({ id: PathId });
export type PathRef = z.infer<typeof PathRef>;

export const ArchiveOrRestorePath = z.strictObject({
  id: PathId,
  archived: z.boolean().describe('False restores it.'),
});
export type ArchiveOrRestorePath = z.infer<typeof ArchiveOrRestorePath>;

const page = {
  limit: PageLimit.default(25).describe('How many at most.'),
  offset: PageOffset.default(0).describe('How many to skip.'),
};

export const ListPaths = z.strictObject({
  state: z.enum(['active', 'archived']).default('active').describe('Archived ones can’t be assigned.'),
  search: z.string().trim().max(200).default('').describe('Part of a title, in any case.'),
  ...page,
  limit: z.int().min(1).max(100).default(25).describe('How many at most.'),
});
export type ListPaths = z.infer<typeof ListPaths>;

export const LearningPath = z
  .strictObject({
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
  })
  .meta({ id: 'Path' });
export type LearningPath = z.infer<typeof LearningPath>;

export const PathPage = z.strictObject({ paths: z.array(LearningPath), total: Count });
export type PathPage = z.infer<typeof PathPage>;

/** Selects a page of the trainings that a preview lists. */
export const affectedTrainingsShape = {
  outcome: AssignmentEffectOnPerson.optional().describe('Lists only these trainings.'),
  ...page,
};

/** Previews a change of a path's modules without making it. */
export const PreviewPathChange = z.strictObject({
  id: PathId,
  version: Count,
  steps: Steps,
  ...affectedTrainingsShape,
});
export type PreviewPathChange = z.infer<typeof PreviewPathChange>;

/** The effect of a change of modules on the people to whom the path is assigned (rules/paths 7). */
export const PathChangePreview = SeveralAssignmentsPreview.pick({
  counts: true,
  weeks: true,
  trainings: true,
  total: true,
}).extend({
  people: Count.describe('To how many people the path is assigned now.'),
  doors: z
    .array(z.strictObject({ module_id: Id, title: z.string(), opens: Count, closes: Count }))
    .describe('Modules that stay, and for how many people who haven’t begun them they open or close.'),
});
export type PathChangePreview = z.infer<typeof PathChangePreview>;

export const PathStatus = z.enum(['not_started', 'in_progress', 'completed', 'excused']);
export type PathStatus = z.infer<typeof PathStatus>;

const counts = z
  .strictObject({
    people: Count,
    not_started: Count,
    in_progress: Count,
    completed: Count,
    excused: Count,
    overdue: Count,
  })
  .meta({
    id: 'PathCounts',
    description:
      'Of active people whom the caller may see. The first is the sum of the next four; `overdue` are among these.',
  });

/** The terms are those of each of its modules' assignments. */
export const PathAssignment = Assignment.pick({
  to: true,
  due_on: true,
  due_days: true,
  again: true,
  window_days: true,
  version: true,
  created_at: true,
  created_by_name: true,
  may_change: true,
})
  .extend({ id: Id, applying: z.boolean(), counts })
  .meta({ id: 'PathAssignment' });
export type PathAssignment = z.infer<typeof PathAssignment>;

/** Progress of everyone to whom a path is assigned. */
export const PathProgressOfAllPeople = z.strictObject({
  assignments: z.array(PathAssignment).describe('The newest 100 that have not ended.'),
  counts,
  steps: z
    .array(
      z.strictObject({
        module_id: Id,
        title: z.string(),
        completed: Count,
        excused: Count,
        open: Count,
        overdue: Count.describe('Of the open ones.'),
        at: Count.describe('How many people have this module as their first open one.'),
      }),
    )
    .describe('Completed, excused and open are everyone, for each module.'),
});
export type PathProgressOfAllPeople = z.infer<typeof PathProgressOfAllPeople>;

export const ListPathPeople = z.strictObject({
  id: PathId,
  status: PathStatus.describe('Only people with this one.').optional(),
  overdue: z.boolean().default(false).describe('Only people with something overdue.'),
  search: z.string().trim().max(200).default('').describe('Part of a name or an e-mail, in any case.'),
  ...page,
});
export type ListPathPeople = z.infer<typeof ListPathPeople>;

export const PathPeoplePage = z.strictObject({
  people: z.array(
    z.strictObject({
      user_id: Id,
      email: Email.nullable(),
      external_id: z.string().nullable().describe('The number of the HR system.'),
      full_name: z.string(),
      department: z.string().nullable(),
      status: PathStatus,
      done: Count.describe('Modules that are completed or excused.'),
      steps: Count,
      at: z.string().nullable().describe('The first module that is open.'),
      due_on: z.iso.date().nullable().describe('The earliest day of what is open.'),
      overdue: z.boolean(),
      certificate_id: Id.nullable().describe('Of their newest completion of the path.'),
    }),
  ),
  total: Count,
});
export type PathPeoplePage = z.infer<typeof PathPeoplePage>;

export const ListTeamPaths = z.strictObject({ reach: TeamReach.default('all'), ...page });
export type ListTeamPaths = z.infer<typeof ListTeamPaths>;

/** Places of the caller's team in their paths (rules/managers 7). */
export const TeamPathPage = z.strictObject({
  rows: z.array(
    PathPeoplePage.shape.people.element
      .omit({ email: true, external_id: true, certificate_id: true })
      .extend({ path_id: Id, path: z.string() }),
  ),
  total: Count,
});
export type TeamPathPage = z.infer<typeof TeamPathPage>;

/** A path as its learner sees it. */
export const MyPath = z.strictObject({
  id: Id,
  title: z.string(),
  description: z.string(),
  status: PathStatus,
  due_on: z.iso.date().nullable(),
  overdue: z.boolean(),
  steps: z.array(
    z.strictObject({
      module_id: Id,
      title: z.string(),
      state: z
        .enum(['completed', 'excused', 'in_progress', 'open', 'locked', 'paused'])
        .describe('`locked` until the `missing` modules are done; `paused` while it is not published.'),
      progress: z.number(),
      missing: z.array(z.string()),
    }),
  ),
});
export type MyPath = z.infer<typeof MyPath>;

export const MyPathsAndCertificates = z.strictObject({
  paths: z.array(MyPath),
  certificates: z
    .array(z.strictObject({ id: Id, title: z.string(), completed_at: Timestamp, expires_on: z.iso.date().nullable() }))
    .describe('Of completed paths, also of those that are no longer assigned; the newest 100.'),
});
export type MyPathsAndCertificates = z.infer<typeof MyPathsAndCertificates>;
