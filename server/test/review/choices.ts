import type { SectionKind } from '@training/shared/courses/courses';
import fc from 'fast-check';
import { KINDS } from './content.ts';
import { refusal, VERBS, type Command, type Model, type Verb } from './model.ts';
import { EVERYBODY, type PersonName } from './people.ts';

const ALL: Command[] = VERBS.flatMap((verb) =>
  EVERYBODY.flatMap((who) =>
    KINDS.flatMap((section) => [0, 1, 2, 3, 4, 5].map((twist) => ({ verb, who, section, twist, elsewhere: false }))),
  ),
);

function plain(verb: Verb, who: PersonName, section: SectionKind): Command {
  return { verb, who, section, twist: 0, elsewhere: false };
}

/** Verbs that lead on and are tried more often, because chance seldom reaches a published module. */
const FORWARD = ['submit', 'approve', 'resubmit', 'save', 'query', 'revise'];

/** The numbers choose among what can be done when the step is taken; `but` is what is otherwise. */
type Possible = { verb: number; number: number; but?: Partial<Command> };

function possible(model: Model, { verb: verbNumber, number, but }: Possible): Command {
  const accepted = ALL.filter((command) => refusal(model, command) === null);
  const verbs = [...new Set(accepted.map(({ verb }) => verb))];
  const weighted = [
    ...verbs,
    ...verbs.filter((verb) => FORWARD.includes(verb)),
    ...verbs.filter((verb) => FORWARD.includes(verb)),
  ];
  const chosen = accepted.filter(({ verb }) => verb === weighted[verbNumber % weighted.length]);
  return { ...chosen[number % chosen.length]!, ...but };
}

/** The numbers choose among the reasons for which something is refused now, and among what is refused for it. */
type Refused = { code: number; number: number };

function refused(model: Model, { code: codeNumber, number }: Refused): Command {
  const byCode = Map.groupBy(ALL, (command) => refusal(model, command) ?? '');
  byCode.delete('');
  const withCode = [...byCode.values()][codeNumber % byCode.size]!;
  return withCode[number % withCode.length]!;
}

/** Returns the command of a step, in the module's present state. */
export function commandOf(model: Model, choice: Choice): Command {
  if ('who' in choice) return choice;
  return 'code' in choice ? refused(model, choice) : possible(model, choice);
}

/** Beginning of a sequence: a point on the way to a published and revised module. */
export type Start = { creator: PersonName; writer: PersonName; length: number; turns: boolean };

export function roadOf({ creator, writer, length, turns }: Start): Command[] {
  const road = [
    plain('save', creator, 'flashcards'),
    plain('save', writer, 'quiz'),
    plain('submit', 'colleague', 'quiz'),
    plain('claim', 'manager', 'quiz'),
    plain('approve', 'manager', 'flashcards'),
    plain('approve', 'admin', 'quiz'),
    plain('revise', 'colleague', 'quiz'),
  ];
  return [...road.slice(0, length), ...(turns ? [plain('turn', 'turncoat', 'quiz')] : [])];
}

const index = fc.nat(1_000_000);
const anything = fc.record({
  verb: fc.constantFrom(...VERBS),
  who: fc.constantFrom(...EVERYBODY),
  section: fc.constantFrom(...KINDS),
  twist: fc.nat(5),
  elsewhere: fc.nat(15).map((n) => n === 0),
});
/** One difference from a command that is possible now. */
const difference: fc.Arbitrary<Partial<Command>> = fc.oneof(
  fc.constantFrom<Partial<Command>>(
    { twist: 5 },
    { twist: 3 },
    { who: 'turncoat' },
    { who: 'stranger' },
    { elsewhere: true },
  ),
  fc.constantFrom(...EVERYBODY).map((who) => ({ who })),
  fc.constantFrom(...KINDS).map((section) => ({ section })),
  fc.constantFrom(...VERBS).map((verb) => ({ verb })),
);
export type Choice = Command | Possible | Refused;
export const choice: fc.Arbitrary<Choice> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ verb: index, number: index }) },
  { weight: 2, arbitrary: fc.record({ verb: index, number: index, but: difference }) },
  { weight: 3, arbitrary: fc.record({ code: index, number: index }) },
  { weight: 1, arbitrary: anything },
);
export const start: fc.Arbitrary<Start> = fc.record({
  creator: fc.constantFrom('author', 'turncoat'),
  writer: fc.constantFrom('colleague', 'turncoat'),
  length: fc.nat(7),
  turns: fc.boolean(),
});
