import type { ReadAnalytics } from '@training/shared/analytics/analytics';

/** Rows as the database has them; moments are milliseconds, shares are ten-thousandths. */
export type World = {
  departments: { id: string; name: string }[];
  users: {
    id: string;
    email: string;
    name: string;
    role: string;
    department: string | null;
    manager: string | null;
    active: boolean;
    created: number;
  }[];
  courses: { id: string; department: string | null; created: number }[];
  modules: {
    id: string;
    course: string;
    title: string;
    position: number;
    validityDays: number | null;
    passScore: number;
    status: 'published' | 'archived' | 'draft';
  }[];
  enrollments: {
    id: string;
    user: string;
    module: string;
    cycle: number;
    current: boolean;
    assigned: number;
    due: number | null;
    started: number | null;
    completed: number | null;
    expires: number | null;
    active: number | null;
    progress: number;
    attempts: number;
    best: number | null;
    /** By the pass score that held when the score was given. */
    passed: boolean;
    source: 'assignment' | 'library';
    waived: boolean;
    /** Completed elsewhere: without a part in the time that completing takes. */
    attested: boolean;
  }[];
};
export type Viewer =
  | { reach: 'workspace' }
  | { reach: 'own' | 'department'; userId: string; departmentId: string | null };

const DAY = 86_400_000;
const time = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0);
const earliest = (moments: number[]) => time(moments.length > 0 ? Math.min(...moments) : null);
const latest = (moments: number[]) => time(moments.length > 0 ? Math.max(...moments) : null);
const known = (values: (number | null)[]) => values.filter((value) => value !== null);
const order = (a: { created: number; id: string }, b: { created: number; id: string }) =>
  a.created - b.created || (a.id < b.id ? -1 : 1);

/** n / d in whole `units`, half up, without a fraction on the way. */
function divide(n: number, d: number, units: number): number | null {
  return d === 0 ? null : Math.floor((2 * n * units + d) / (2 * d)) / units;
}

/**
 * The rules of `GET /analytics` (rules/analytics) as loops over everything: slow, and independent of the SQL.
 * Answers the error code when a filter names what is unknown or out of the viewer's sight.
 */
export function analyticsModel(world: World, viewer: Viewer, input: ReadAnalytics, now: number): unknown {
  const mayDepartment = (id: string) => viewer.reach === 'workspace' || viewer.departmentId === id;
  const mayUser = (user: World['users'][number]) =>
    viewer.reach === 'workspace' ||
    (viewer.reach === 'own'
      ? user.id === viewer.userId
      : user.department !== null && user.department === viewer.departmentId);
  const lacks = (id: string | undefined, rows: { id: string }[]) => id && !rows.some((row) => row.id === id);
  if (
    lacks(
      input.department_id,
      world.departments.filter(({ id }) => mayDepartment(id)),
    )
  )
    return 'department_not_found';
  if (lacks(input.course_id, world.courses)) return 'course_not_found';
  if (lacks(input.module_id, world.modules)) return 'module_not_found';
  if (lacks(input.user_id, world.users.filter(mayUser))) return 'user_not_found';
  if (lacks(input.manager_id, world.users.filter(mayUser))) return 'manager_not_found';

  const ranged = input.from !== undefined || input.to !== undefined;
  const from = input.from === undefined ? -Infinity : Date.parse(input.from);
  const to = input.to === undefined ? Infinity : Date.parse(input.to);
  const isOutside = ({ completed }: World['enrollments'][number]) =>
    completed !== null && (completed < from || completed >= to);
  const statusOf = (e: World['enrollments'][number]) => {
    if (e.completed === null) return e.started === null ? 'not_started' : 'in_progress';
    return isOutside(e) ? 'completed_outside' : 'completed';
  };

  const courses = new Map(world.courses.map((course) => [course.id, course]));
  const modules = world.modules
    .filter(({ id, course }) => (input.module_id ?? id) === id && (input.course_id ?? course) === course)
    .sort((a, b) =>
      a.course === b.course ? a.position - b.position : order(courses.get(a.course)!, courses.get(b.course)!),
    );
  const managersOf = ({ manager }: World['users'][number]): string[] =>
    manager === null ? [] : [manager, ...managersOf(world.users.find(({ id }) => id === manager)!)];
  const users = world.users.filter(
    (user) =>
      mayUser(user) &&
      (user.active || input.include_inactive) &&
      (input.department_id ?? user.department) === user.department &&
      (input.user_id ?? user.id) === user.id &&
      (input.manager_id === undefined || managersOf(user).includes(input.manager_id)),
  );
  // The one that lasts longest; but if the newest completion counts for ever, nothing runs out.
  type Certificate = { until: number | null } | null;
  const certificateOf = (user: string, module: string): Certificate => {
    const done = world.enrollments
      .filter((e) => e.user === user && e.module === module && e.completed !== null)
      .sort((a, b) => b.cycle - a.cycle);
    if (!done[0]) return null;
    return { until: done[0].expires === null ? null : Math.max(...known(done.map((e) => e.expires))) };
  };
  // What nobody can study is not owed; what was completed stays, if by an earlier cycle. What was waived is not owed,
  // and neither is what somebody took from the library, unless they renew a certificate.
  const inView = users.flatMap((user) =>
    modules.flatMap((module) => {
      const cycles = world.enrollments.filter((e) => e.user === user.id && e.module === module.id);
      const current = cycles.find((e) => e.current);
      const renews = (certificateOf(user.id, module.id)?.until ?? null) !== null;
      const isOwnChoice = current?.source === 'library' && !renews;
      if (!current || (current.completed === null && (current.waived || isOwnChoice))) return [];
      if (current.completed !== null || module.status === 'published') return [current];
      const done = cycles.filter((e) => e.completed !== null).sort((a, b) => b.cycle - a.cycle);
      return done.slice(0, 1);
    }),
  );
  const certificationOf = (certificate: Certificate) => {
    if (!certificate) return 'never_certified';
    const { until } = certificate;
    if (until === null || until > now + input.window_days * DAY) return 'current';
    return until > now ? 'due_soon' : 'expired';
  };
  const counts = (rows: World['enrollments']) => {
    const of = (status: string) => rows.filter((e) => statusOf(e) === status).length;
    return {
      assigned: rows.length,
      not_started: of('not_started'),
      in_progress: of('in_progress'),
      completed: of('completed'),
      attested: rows.filter((e) => e.attested && statusOf(e) === 'completed').length,
      ...(ranged && { completed_outside: of('completed_outside') }),
      overdue: rows.filter((e) => e.completed === null && e.due !== null && e.due < now).length,
    };
  };
  const triedOf = (rows: World['enrollments']) => rows.filter((e) => e.attempts > 0 && !isOutside(e));
  const averageScore = (rows: World['enrollments']) => {
    const scores = known(triedOf(rows).map((e) => e.best));
    return divide(sum(scores), scores.length * 10_000, 10_000);
  };

  const listedModules = modules.filter(
    ({ id, course }) =>
      viewer.reach === 'workspace' ||
      inView.some((e) => e.module === id) ||
      (viewer.reach === 'department' &&
        viewer.departmentId !== null &&
        courses.get(course)!.department === viewer.departmentId),
  );
  const moduleItems = listedModules.map((module) => {
    const rows = inView.filter((e) => e.module === module.id);
    const done = rows.filter((e) => statusOf(e) === 'completed');
    const tried = triedOf(rows);
    const took = done
      .filter((e) => !e.attested)
      .map((e) => Math.max(0, e.completed! - e.assigned))
      .sort((a, b) => a - b);
    const middle = [took[(took.length - 1) >> 1] ?? 0, took[took.length >> 1] ?? 0];
    const passed = tried.filter((e) => e.passed);
    return {
      module_id: module.id,
      title: module.title,
      course_id: module.course,
      department_id: courses.get(module.course)!.department,
      ...counts(rows),
      completion_rate: divide(done.length, rows.length, 10_000),
      pass_rate: divide(passed.length, tried.length, 10_000),
      average_score: averageScore(rows),
      median_days_to_complete: took.length > 0 ? divide(sum(middle), 2 * DAY, 100) : null,
      last_completed_at: latest(known(done.map((e) => e.completed))),
    };
  });

  const narrowed = input.course_id !== undefined || input.module_id !== undefined;
  const listed = users
    .filter((user) => inView.some((e) => e.user === user.id) || (!narrowed && user.role === 'learner'))
    .sort(order);
  const learnerItems = listed.slice(input.offset, input.offset + input.limit).map((user) => {
    const rows = inView.filter((e) => e.user === user.id);
    const entries = modules.flatMap((module) => {
      const e = rows.find((row) => row.module === module.id);
      if (!e) return [];
      const certificate = certificateOf(user.id, module.id);
      const expires = certificate?.until ?? null;
      return {
        module_id: module.id,
        status: statusOf(e),
        progress: e.progress / 10_000,
        attempts: e.attempts,
        best_score: e.best === null ? null : e.best / 10_000,
        assigned_at: time(e.assigned),
        due_at: time(e.due),
        started_at: time(e.started),
        completed_at: time(e.completed),
        attested: e.attested,
        expires_at: time(expires),
        certification: module.validityDays === null && expires === null ? null : certificationOf(certificate),
      };
    });
    return {
      user_id: user.id,
      email: user.email,
      full_name: user.name,
      department_id: user.department,
      department: world.departments.find(({ id }) => id === user.department)?.name ?? null,
      is_active: user.active,
      ...counts(rows),
      progress: divide(sum(rows.map((e) => e.progress)), rows.length * 10_000, 10_000),
      average_score: averageScore(rows),
      last_activity_at: latest(known(rows.map((e) => e.active))),
      next_due_at: earliest(known(rows.filter((e) => e.completed === null).map((e) => e.due))),
      modules: entries,
    };
  });

  const byModule = listedModules
    .filter(({ validityDays }) => validityDays !== null)
    .map(({ id, validityDays }) => {
      const certificates = inView.filter((e) => e.module === id).map((e) => certificateOf(e.user, id));
      const of = (state: string) => certificates.filter((each) => certificationOf(each) === state).length;
      const expiries = certificates.map((each) => each?.until ?? null);
      return {
        module_id: id,
        validity_days: validityDays,
        never_certified: of('never_certified'),
        current: of('current'),
        due_soon: of('due_soon'),
        expired: of('expired'),
        next_expiry_at: earliest(known(expiries).filter((expires) => expires > now)),
      };
    });

  const include = ['modules', 'learners', 'recertification'] as const;
  const parts = include.filter((part) => input.include === undefined || input.include.includes(part));
  return {
    generated_at: time(now),
    filters: {
      department_id: input.department_id ?? null,
      course_id: input.course_id ?? null,
      module_id: input.module_id ?? null,
      user_id: input.user_id ?? null,
      manager_id: input.manager_id ?? null,
      from: time(input.from === undefined ? null : from),
      to: time(input.to === undefined ? null : to),
      include: parts,
      include_inactive: input.include_inactive,
      window_days: input.window_days,
    },
    ...(parts.includes('modules') && { modules: moduleItems }),
    ...(parts.includes('learners') && {
      learners: { total: listed.length, limit: input.limit, offset: input.offset, items: learnerItems },
    }),
    ...(parts.includes('recertification') && {
      recertification: {
        window_days: input.window_days,
        never_certified: sum(byModule.map((m) => m.never_certified)),
        current: sum(byModule.map((m) => m.current)),
        due_soon: sum(byModule.map((m) => m.due_soon)),
        expired: sum(byModule.map((m) => m.expired)),
        by_module: byModule,
      },
    }),
  };
}
