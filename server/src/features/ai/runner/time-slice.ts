/** Maximum time in milliseconds that a job may keep its slot while it has steps left. */
const TIME_SLICE = 60_000;

/** The job's time slice is over: it is requeued in its place, with its finished steps. */
export class TimeSliceOver extends Error {
  override readonly name = 'TimeSliceOver';
}

/**
 * Starts a time slice. Call the returned function before each step. The first step always runs, so that a job with a
 * slow start still makes progress.
 */
export function startTimeSlice(): () => void {
  const began = performance.now();
  let steps = 0;
  return () => {
    if (steps++ > 0 && performance.now() - began > TIME_SLICE) throw new TimeSliceOver();
  };
}
