import { useEffect, useEffectEvent, useState } from 'react';
import { jitterReconnectDelay } from '../../lib/api/live-stream.ts';
import { isTemporaryStatus } from '../../lib/api/http-error.ts';
import type { DisplayableProblem } from '../../lib/api/problem.ts';
import { FailedState } from './states.tsx';

/** Milliseconds before an automatic retry, approximate; doubled after each failure. */
const AGAIN = { first: 5_000, longest: 60_000 };

interface HealingStateProps {
  what: string;
  problem: DisplayableProblem;
  onRetry: () => void;
  retrying: boolean;
}

/**
 * A loading error. Temporary failures are retried with backoff, and immediately when the browser is online again or the
 * user returns to the page. Only for requests without side effects.
 */
export function RetryingState({ what, problem, onRetry, retrying }: HealingStateProps) {
  const isHealing = isTemporaryStatus(problem.status);
  const seconds = useRetry(isHealing, retrying, onRetry);
  return (
    <FailedState
      what={what}
      problem={problem}
      onRetry={onRetry}
      retrying={retrying}
      retryIn={isHealing ? seconds : undefined}
    />
  );
}

/** Returns the seconds until the next retry; null while retrying. */
function useRetry(isOn: boolean, retrying: boolean, onRetry: () => void): number | null {
  const [failures, setFailures] = useState(0);
  const [wasRetrying, setWasRetrying] = useState(retrying);
  if (retrying !== wasRetrying) {
    setWasRetrying(retrying);
    if (!retrying) setFailures(failures + 1);
  }
  const [left, setLeft] = useState<number | null>(null);
  const retry = useEffectEvent(onRetry);
  useEffect(() => {
    if (!isOn || retrying) return;
    const due = Date.now() + jitterReconnectDelay(Math.min(AGAIN.first * 2 ** failures, AGAIN.longest));
    const tryNow = () => {
      if (document.visibilityState === 'hidden') return;
      end();
      setLeft(null);
      retry();
    };
    const tick = () => {
      const wait = due - Date.now();
      if (wait > 0) setLeft(Math.ceil(wait / 1_000));
      else tryNow();
    };
    const timer = setInterval(tick, 500);
    tick();
    addEventListener('online', tryNow);
    addEventListener('focus', tryNow);
    document.addEventListener('visibilitychange', tryNow);
    function end() {
      clearInterval(timer);
      removeEventListener('online', tryNow);
      removeEventListener('focus', tryNow);
      document.removeEventListener('visibilitychange', tryNow);
    }
    return end;
  }, [isOn, retrying, failures]);
  return left;
}
