import { CallFailure } from './call-failure.ts';

export type Patience = {
  /** Aborted when nothing has arrived for too long. */
  signal: AbortSignal;
  /** Call it when a piece has arrived: restarts the timeout. */
  came(): void;
  /** Pauses the timeout until `came` is called. */
  rest(): void;
};

/** Starts a timeout for the first piece of a response, and for each following one. */
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
