/** The API of SCORM 1.2, which the page around the package offers. */
export interface ScormApi {
  LMSInitialize(empty: ''): string | boolean;
  LMSFinish(empty: ''): string | boolean;
  LMSGetValue(name: string): string;
  LMSSetValue(name: string, value: string): string | boolean;
  LMSCommit(empty: ''): string | boolean;
}

/** Levels of frames that are searched; packages are rarely in more than three. */
const LEVELS = 50;

/** The page of another origin can't be asked. */
function apiIn(page: Window): ScormApi | undefined {
  try {
    return 'API' in page ? (page.API as ScormApi | undefined) : undefined;
  } catch {
    return undefined;
  }
}

function apiAbove(page: Window): ScormApi | undefined {
  let at = page;
  for (let level = 0; level < LEVELS; level++) {
    const found = apiIn(at);
    if (found || at.parent === at) return found;
    at = at.parent;
  }
  return undefined;
}

/** Finds the API in the frames around a page, then around the one that opened it (SCORM 1.2 RTE, 3.3.6.1). */
export function findScormApi(page: Window): ScormApi | undefined {
  const opener = page.opener as Window | null;
  return apiAbove(page) ?? (opener ? apiAbove(opener) : undefined);
}

/** An answer, in the words of `cmi.interactions`. */
export interface CmiInteraction {
  id: string;
  type: 'choice' | 'fill-in' | 'matching' | 'numeric' | 'performance' | 'sequencing';
  response: string;
  /** The correct answer. */
  pattern: string;
  result: string;
  /** Milliseconds that it took. */
  took: number;
}

/** Report on the lesson to the learning management system. */
export interface LessonStatusAndScore {
  status: 'incomplete' | 'completed' | 'passed' | 'failed';
  /** 0 to 1; null while there is none. */
  score: number | null;
}

/** Lengths in SCORM 1.2. */
const MOST = { text: 255, suspended: 4_096 } as const;
const FINAL = ['passed', 'completed'];
const two = (number: number) => String(Math.floor(number)).padStart(2, '0');

/** Returns a duration in milliseconds as a `CMITimespan`. */
export function toCmiTimespan(milliseconds: number): string {
  const seconds = Math.max(0, milliseconds) / 1_000;
  const rest = (seconds % 60).toFixed(1).padStart(4, '0');
  // 59.96 is 60.0 by now.
  if (rest === '60.0') return toCmiTimespan((Math.floor(seconds / 60) + 1) * 60_000);
  return `${String(Math.floor(seconds / 3_600)).padStart(4, '0')}:${two((seconds / 60) % 60)}:${rest}`;
}

const clock = (at: Date) => `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;

/** Returns a score as a `CMIDecimal` from 0 to 100. */
export const toCmiScore = (score: number) => String(Number((score * 100).toFixed(2)));

/**
 * The learning management system around the package. `none`: there isn't one. `refused`: it doesn't start. `reviewed`:
 * it only shows the package. In all of these nothing is stored.
 */
export class Lms {
  readonly state: 'stores' | 'reviewed' | 'refused' | 'none';
  /** Values stored at the last visit. */
  readonly suspended: string;
  /** The reason why it doesn't store, if it doesn't any more. */
  isFailing = false;
  readonly #api: ScormApi | undefined;
  readonly #began = Date.now();
  readonly #isFinal: boolean;
  readonly #hasInteractions: boolean;
  #hasFinished = false;

  constructor(api = findScormApi(window)) {
    this.#api = api;
    const isStarted = api !== undefined && isTrue(api.LMSInitialize(''));
    const mode = isStarted ? this.#get('cmi.core.lesson_mode') : '';
    this.state = !api ? 'none' : !isStarted ? 'refused' : ['review', 'browse'].includes(mode) ? 'reviewed' : 'stores';
    this.suspended = isStarted ? this.#get('cmi.suspend_data') : '';
    const status = isStarted ? this.#get('cmi.core.lesson_status') : '';
    this.#isFinal = FINAL.includes(status);
    this.#hasInteractions = isStarted && this.#get('cmi.interactions._children') !== '';
  }

  #get(name: string): string {
    return String(this.#api?.LMSGetValue(name) ?? '');
  }

  /** Sets a value. Some systems lack those that are optional. */
  #set(name: string, value: string, isOptional = false): void {
    const isSet = isTrue(this.#api?.LMSSetValue(name, value));
    if (!isSet && !isOptional) this.isFailing = true;
  }

  /** Stores where the learner is. A result that was reached stays. */
  store({ status, score }: LessonStatusAndScore, location: string, suspended: string): void {
    if (this.state !== 'stores' || this.#hasFinished) return;
    this.isFailing = false;
    this.#set('cmi.core.lesson_location', location.slice(0, MOST.text));
    this.#set('cmi.suspend_data', suspended.slice(0, MOST.suspended));
    if (!this.#isFinal || FINAL.includes(status)) {
      if (score !== null) {
        this.#set('cmi.core.score.raw', toCmiScore(score));
        this.#set('cmi.core.score.min', '0', true);
        this.#set('cmi.core.score.max', '100', true);
      }
      this.#set('cmi.core.lesson_status', status);
    }
  }

  /** Adds an answer to the journal, if the system has one. */
  record({ id, type, response, pattern, result, took }: CmiInteraction): void {
    if (this.state !== 'stores' || this.#hasFinished || !this.#hasInteractions) return;
    const at = `cmi.interactions.${this.#get('cmi.interactions._count') || '0'}`;
    const values = { id, type, time: clock(new Date()), student_response: response.slice(0, MOST.text), result };
    for (const [name, value] of Object.entries(values)) this.#set(`${at}.${name}`, value, true);
    this.#set(`${at}.latency`, toCmiTimespan(took), true);
    this.#set(`${at}.correct_responses.0.pattern`, pattern.slice(0, MOST.text), true);
  }

  /** Has the system write what was stored, with the time of this visit. */
  commit(): void {
    if (this.state !== 'stores' || this.#hasFinished) return;
    this.#set('cmi.core.session_time', toCmiTimespan(Date.now() - this.#began));
    if (!isTrue(this.#api?.LMSCommit(''))) this.isFailing = true;
  }

  /** Ends the visit. The next one resumes it. */
  finish(): void {
    if (!this.#api || this.state === 'refused' || this.#hasFinished) return;
    if (this.state === 'stores') {
      this.#set('cmi.core.exit', 'suspend');
      this.commit();
    }
    this.#hasFinished = true;
    this.#api.LMSFinish('');
  }
}

const isTrue = (answer: unknown) => answer === true || answer === 'true';
