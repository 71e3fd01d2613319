/** What is measured, in the order of the report. */
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
  'oral_agreement',
  'oral_worst_language',
  'judged_key',
  'judged_answerable',
  'judged_distractors',
  'cases',
  'cost',
  'seconds',
] as const;
export type MeasureName = (typeof MEASURES)[number];

export type Minimum = {
  /** What a report calls it. */
  words: string;
  unit: 'share' | 'times' | 'dollars' | 'seconds';
  /** Whether more is better. */
  bound: 'least' | 'most';
  limit: number;
  /** Of fewer it says nothing: chance decides. */
  from: number;
  why: string;
};

/** What "good enough" means. They are where we would take a model, and not what any was found to reach. */
export const MINIMA: Record<MeasureName, Minimum> = {
  language: least(
    'in the wanted language',
    0.97,
    5,
    'a trainer who gets one item in another language has to write it anew',
  ),
  yield: least(
    'of what was asked for came',
    0.9,
    1,
    'a quarter more is asked for, and replaced: less means that the model forgets or invents',
  ),
  coverage: least('of the parts read', 0.95, 1, 'what is not read is not taught, and nobody sees it in the items'),
  duplicates: most('near duplicates', 0.05, 5, 'one in twenty is what a trainer puts up with'),
  dropped: most(
    'left out by code or the second call',
    0.15,
    5,
    'each is paid for; more and the spare quarter does not make up for it',
  ),
  flagged: most('flagged', 0.3, 5, 'where every third item has to be looked up, writing it is as quick'),
  key_position: most(
    'of the keys at one place',
    0.6,
    12,
    'options are mixed by code: more shows that the mixing fails',
  ),
  key_longest: most(
    'of the keys are the longest option',
    0.5,
    8,
    'chance is a quarter to a third; from a half on, guessing by length pays',
  ),
  key_length: most(
    'key beside its distractors in length',
    1.4,
    8,
    'a key that is so much longer is seen without reading',
  ),
  oral_agreement: least(
    'of the criteria graded as we do',
    0.85,
    10,
    'two trainers hardly agree more; the rest is what trainers override',
  ),
  oral_worst_language: least(
    'of them in the language that fares worst',
    0.75,
    5,
    'nobody is to be graded worse for the language they speak',
  ),
  judged_key: least('of the keys are right to the judge', 0.95, 5, 'a wrong key teaches what is wrong'),
  judged_answerable: least(
    'of the questions can be answered from the source',
    0.95,
    5,
    'others ask for what learners were never told',
  ),
  judged_distractors: least(
    'of the choices have distractors that could be believed',
    0.7,
    5,
    'a choice with one serious option asks nothing; judges are strict here',
  ),
  cases: least(
    'of the cases as expected',
    0.9,
    5,
    'each is an ordinary text, another language, orders in it, or hardly any',
  ),
  cost: {
    words: 'for an item',
    unit: 'dollars',
    bound: 'most',
    limit: 0.05,
    from: 1,
    why: 'twelve cards then stay under a dollar',
  },
  seconds: {
    words: 'to an item, of 95 in 100',
    unit: 'seconds',
    bound: 'most',
    limit: 30,
    from: 5,
    why: 'items are shown as they come; after half a minute people leave',
  },
};

function least(words: string, limit: number, from: number, why: string): Minimum {
  return { words, unit: words.startsWith('key ') ? 'times' : 'share', bound: 'least', limit, from, why };
}

function most(words: string, limit: number, from: number, why: string): Minimum {
  return { ...least(words, limit, from, why), bound: 'most' };
}
