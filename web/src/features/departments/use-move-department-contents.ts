import { MAX_PEOPLE_PER_CHANGE, type PersonChangeOutcome } from '@training/shared/users/people';
import { useState } from 'react';
import { trpc } from '../../lib/api/trpc.ts';

/** Moves all people, or all courses, of a department, in batches. */
export function useMoveDepartmentContents(from: string) {
  const utils = trpc.useUtils();
  const change = trpc.users.changeSeveral.useMutation();
  const move = trpc.courses.move.useMutation();
  const [going, setGoing] = useState<'people' | 'courses' | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [refused, setRefused] = useState<PersonChangeOutcome[]>([]);

  async function go(what: 'people' | 'courses', work: () => Promise<void>): Promise<void> {
    setGoing(what);
    setProblem(null);
    setRefused([]);
    try {
      await work();
    } catch (error) {
      setProblem(error);
    }
    setGoing(null);
    void utils.users.invalidate();
    void utils.courses.invalidate();
    void utils.departments.invalidate();
  }

  return {
    going,
    problem,
    refused,
    people: (to: string) =>
      void go('people', async () => {
        const left: PersonChangeOutcome[] = [];
        for (;;) {
          // Skips those that were refused, which stay in the department and sort first.
          const asked = {
            department_id: from,
            order: 'added',
            limit: MAX_PEOPLE_PER_CHANGE,
            offset: left.length,
          } as const;
          const { users } = await utils.client.users.search.query(asked);
          if (users.length === 0) break;
          const user_ids = users.map(({ id }) => id);
          const { outcomes } = await change.mutateAsync({ user_ids, change: { kind: 'move', department_id: to } });
          left.push(...outcomes.filter((outcome) => outcome.refused !== null));
        }
        setRefused(left);
      }),
    courses: (to: string) =>
      void go('courses', async () => {
        while ((await move.mutateAsync({ from, to })).left > 0);
      }),
  };
}
