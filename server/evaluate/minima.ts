/** Everything that is measured, in the order of the report. */
export const MEASURES = [
  'language',
  'yield',
  'coverage',
  'duplicates',
  'dropped',
  'flagged',
  'key_position',
  'key_longest',
  'key_length',
  'caught',
  'caught_by_second_call',
  'false_alarms',
  'kappa',
  'kappa_middle',
  'kappa_worst_language',
  'pairs_together',
  'to_trainer',
  'judged_cards',
  'judged_questions',
  'judged_distractors',
  'cases',
  'cost',
  'seconds',
] as const;
export type MeasureName = (typeof MEASURES)[number];

/** A figure's unit. A `share` is shown as a percentage, a `kappa` as it is. */
type Unit = 'share' | 'kappa' | 'times' | 'dollars' | 'seconds';

export type Minimum = {
  /** Its name in reports. */
  words: string;
  unit: Unit;
  /** `least` if more is better. */
  bound: 'least' | 'most';
  limit: number;
  /** Fewer say nothing: chance decides. */
  from: number;
  why: string;
  /** True if a model can be good enough without it: it wasn't asked for, or the price isn't known. */
  isOptional?: true;
};

const least = (words: string, limit: number, from: number, why: string): Minimum => ({
  words,
  unit: 'share',
  bound: 'least',
  limit,
  from,
  why,
});

const most = (...minimum: Parameters<typeof least>): Minimum => ({ ...least(...minimum), bound: 'most' });

/** The meaning of "good enough": the figures with which we would accept a model. None is known to reach them. */
export const MINIMA: Record<MeasureName, Minimum> = {
  language: least('in the requested language', 0.97, 20, 'a trainer has to rewrite an item in another language'),
  yield: least(
    'of the requested items',
    0.9,
    20,
    'a quarter more is requested, and replaced: fewer means that the model forgets or invents',
  ),
  coverage: least('of the parts read', 0.9, 5, 'an unread part isn’t taught, and the items don’t show it'),
  duplicates: most('near duplicates', 0.05, 20, 'trainers accept one in twenty'),
  dropped: most(
    'left out by code or the second call',
    0.2,
    20,
    'each is paid for; with more, the spare quarter doesn’t make up for it',
  ),
  flagged: most('flagged', 0.3, 20, 'if every third item must be looked up, writing it is as quick'),
  key_position: most('of the keys at one place', 0.7, 12, 'code shuffles options: more means that it fails'),
  key_longest: most(
    'of the keys are the longest option',
    0.5,
    8,
    'by chance it is a quarter to a third; from a half on, guessing by length pays',
  ),
  key_length: {
    ...most('key beside its distractors in length', 1.4, 8, 'such a key is recognised without reading'),
    unit: 'times',
  },
  caught: least(
    'of the planted faults are caught by code or the second call',
    0.85,
    30,
    'trainers look at flagged items first, and learn to trust the others',
  ),
  caught_by_second_call: least(
    'of the planted faults that it can see are caught by the second call',
    0.6,
    20,
    'a second call that agrees with everything is paid for nothing',
  ),
  false_alarms: most(
    'of good items are objected to',
    0.2,
    20,
    'flags that are mostly wrong are soon ignored; dropped good items are lost',
  ),
  kappa: {
    ...least('weighted kappa with people', 0.8, 30, 'below it, grades differ from people’s more than people’s do'),
    unit: 'kappa',
  },
  kappa_middle: {
    ...least('the same for answers in the middle third', 0.7, 20, 'clear answers are easy; these decide about passing'),
    unit: 'kappa',
  },
  kappa_worst_language: {
    ...least('the same in the language with the least', 0.7, 20, 'nobody is graded worse for their language'),
    unit: 'kappa',
  },
  pairs_together: least(
    'of the pairs that differ in dialect, length, spelling or name are within one point',
    0.85,
    15,
    'how somebody speaks, or is called, isn’t graded',
  ),
  to_trainer: most('of the answers go to a trainer', 0.4, 20, 'with more, trainers could as well grade everything'),
  judged_cards: least('of the cards are right', 0.9, 30, 'a wrong card teaches what is wrong'),
  judged_questions: least(
    'of the questions have the right key and can be answered from the source',
    0.9,
    30,
    'a wrong key teaches what is wrong',
  ),
  judged_distractors: least(
    'of the choices have distractors that somebody could believe',
    0.6,
    20,
    'a choice with one serious option asks nothing; judges are strict here',
  ),
  cases: {
    ...least('of the cases as expected', 0.8, 5, 'each is an ordinary text, another language, or orders in it'),
    isOptional: true,
  },
  cost: {
    ...most('for an item', 0.05, 1, 'twelve cards then stay under a dollar'),
    unit: 'dollars',
    isOptional: true,
  },
  seconds: {
    ...most('to an item, for 95 of 100', 30, 5, 'items are shown one by one; people leave after half a minute'),
    unit: 'seconds',
  },
};
