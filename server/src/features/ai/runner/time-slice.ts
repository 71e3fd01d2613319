/** How long a job may hold its slot while it has steps left, in milliseconds. */
const TURN = 60_000;

/** The job has had its turn: it goes back into its place in the queue, with what it has finished. */
export class TimeSliceOver extends Error {
  override readonly name = 'TurnOver';
}

/**
 * A turn, which begins now. What it gives is called before each step, of which the first is always done: a job that
 * takes long to begin comes on all the same.
 */
export function startTurn(): () => void {
  const began = performance.now();
  let steps = 0;
  return () => {
    if (steps++ > 0 && performance.now() - began > TURN) throw new TimeSliceOver();
  };
}
