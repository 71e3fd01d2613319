import { isSignedIn } from './auth.ts';
import { lockDevice } from './shared-device.ts';

const SECOND = 1000;
/** Time without input after which the device locks. */
const IDLE = 60 * SECOND;
/** Time to read the result of a quiz. */
const AFTER_QUIZ = 20 * SECOND;
/** Time that its reader can add, each time they ask. */
const MORE = 60 * SECOND;
/** A clock that jumps this far was asleep. */
const ASLEEP = 10 * SECOND;
/** While somebody reads, so that the server doesn't end the session. */
const PING = 30 * SECOND;

const INPUTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove', 'scroll', 'input'];
const OTHERS = 'training.shared-device';

let lastInput = 0;
let locksAt: number | undefined;

/** Locks soon, whatever the input: at the end of a quiz. Returns the seconds that are left. */
export function scheduleLockAfterQuiz(): number {
  locksAt ??= Date.now() + AFTER_QUIZ;
  return Math.max(0, Math.ceil((locksAt - Date.now()) / SECOND));
}

/** Gives more time to read. Returns the seconds that are left. */
export function extendScheduledLock(): number {
  locksAt = Date.now() + MORE;
  return scheduleLockAfterQuiz();
}

/** Takes back `scheduleLockAfterQuiz`, because its person goes on. */
export function cancelLock(): void {
  locksAt = undefined;
}

/** Tells other pages of this browser to lock: a cookie has one session. */
export function lockOtherPages(): void {
  new BroadcastChannel(OTHERS).postMessage('opened');
}

/** Locks the page from now on as soon as it is left, hidden, frozen, asleep or without input. */
export function lockWhenLeft(): void {
  const stayAwake = () => {
    lastInput = Date.now();
  };
  stayAwake();
  let [lastTick, lastPing] = [Date.now(), Date.now()];
  for (const type of INPUTS) addEventListener(type, stayAwake, { capture: true, passive: true });
  setInterval(() => {
    const now = Date.now();
    const isOver = now - lastInput >= IDLE || now - lastTick >= ASLEEP || (locksAt !== undefined && now >= locksAt);
    lastTick = now;
    if (isOver) return lockDevice();
    if (now - lastPing < PING) return;
    lastPing = now;
    isSignedIn().then(
      (is) => is || lockDevice(),
      () => undefined,
    );
  }, SECOND);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && lockDevice());
  document.addEventListener('freeze', lockDevice);
  addEventListener('pagehide', lockDevice);
  new BroadcastChannel(OTHERS).addEventListener('message', lockDevice);
}
