import { CallFailure } from './call-failure.ts';

export type Patience = {
  /** Aborts once nothing has come for too long. */
  signal: AbortSignal;
  /** Something has come: the next piece has its time from now on. */
  came(): void;
  /** Nothing is waited for until `came` is called. */
  rest(): void;
};

/** Waits so many milliseconds for the first piece of an answer, and for each that follows. */
export function startPatience({ firstChunk, nextChunk }: { firstChunk: number; nextChunk: number }): Patience {
  const controller = new AbortController();
  const giveUp = () => controller.abort(new CallFailure('unreachable'));
  let timer: NodeJS.Timeout | undefined = setTimeout(giveUp, firstChunk);
  const rest = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  return {
    signal: controller.signal,
    rest,
    came() {
      rest();
      timer = setTimeout(giveUp, nextChunk);
    },
  };
}
