// Recomputes the figures of an AI grading report from its rows, and compares them.
//
//   node server/examples/grading-figures.ts grading-rows-acme-2026-12-01.csv grading-figures-acme-2026-12-01.csv
//
// Download both under Settings → Spoken answers → AI grading report. Needs no server, and shares no code with it. Exits
// with 1 if a figure differs. `drift_shift` may differ by 0.001, because it is a mean of fractions.
import { readFileSync } from 'node:fs';

type Line = Record<string, string>;
type Answer = { place: number; grades: Line[]; checks: Line[]; appeals: Line[] };
type Graded = { grade: Line; answer: Answer; next: Line | undefined; check: Line | undefined; openAppeal: boolean };

const DAY = 86_400_000;

/** Returns the lines of CSV by RFC 4180 whose cells are all quoted, by the names in its first line. */
function linesOf(file: string): Line[] {
  const [names = [], ...lines] = readFileSync(file, 'utf8')
    .replace(/^\uFEFF/, '')
    .split('\r\n')
    .filter(Boolean)
    .map((line) => [...line.matchAll(/"((?:[^"]|"")*)"/g)].map(([, cell = '']) => cell.replaceAll('""', '"')));
  return lines.map((cells) => Object.fromEntries(names.map((name, at) => [name, cells[at] ?? ''])));
}

/** Points in ten-thousandths: whole numbers can be added up exactly. */
const points = (line: Line) => Math.round(Number(line['score']) * 10_000);
const time = (moment = '') => Date.parse(moment);

function answersIn(rows: Line[]): Answer[] {
  const answers = new Map<string, Answer>();
  for (const row of rows) {
    const id = row['answer'] ?? '';
    const answer = answers.get(id) ?? { place: Number(id), grades: [], checks: [], appeals: [] };
    answers.set(id, answer);
    if (row['row'] === 'grade') answer.grades.push(row);
    else if (row['row'] === 'check') answer.checks.push(row);
    else answer.appeals.push(row);
  }
  return [...answers.values()];
}

/** Each grade of a model, with what directly followed it. */
function gradedIn(answers: Answer[]): Graded[] {
  return answers.flatMap((answer) =>
    answer.grades
      .filter((grade) => grade['by'] === 'model')
      .map((grade) => {
        const number = Number(grade['number']);
        const next = answer.grades.find((each) => Number(each['number']) === number + 1);
        const open = answer.appeals.find((appeal) => appeal['done_at'] === '');
        // What is appealed is the grade that counted then.
        const openAppeal =
          open !== undefined && grade['counts'] === 'true' && !(next && time(next['at']) <= time(open['at']));
        return {
          grade,
          answer,
          next,
          check: answer.checks.find((each) => Number(each['number']) === number),
          openAppeal,
        };
      }),
  );
}

/**
 * Cohen's kappa by its definition, with a table of how often each pair of points was given: 1 − Σ weight × observed ÷
 * Σ weight × expected, where the weight is the squared difference.
 */
function kappa(pairs: [model: number, person: number][]): string {
  const count = (values: number[]) => {
    const counts = new Map<number, bigint>();
    for (const value of values) counts.set(value, (counts.get(value) ?? 0n) + 1n);
    return [...counts];
  };
  const total = BigInt(pairs.length);
  const weight = (one: number, other: number) => BigInt(one - other) ** 2n;
  let observed = 0n;
  for (const [model, person] of pairs) observed += weight(model, person) * total;
  let expected = 0n;
  for (const [model, times] of count(pairs.map(([model]) => model))) {
    for (const [person, others] of count(pairs.map(([, person]) => person))) {
      expected += weight(model, person) * times * others;
    }
  }
  if (total < 2n || expected === 0n) return '';
  // Half of the last decimal is added, and the rest cut off towards minus infinity.
  const [dividend, divisor] = [2_000n * (expected - observed) + expected, 2n * expected];
  const rest = ((dividend % divisor) + divisor) % divisor;
  return String(Number((dividend - rest) / divisor) / 1_000);
}

function figuresOf(all: Graded[]): Line {
  const number = (is: (graded: Graded) => boolean) => String(all.filter(is).length);
  const counts = ({ grade }: Graded) => grade['counts'] === 'true';
  const by = (kind: string, sign: number) => (graded: Graded) =>
    graded.next?.['by'] === kind && Math.sign(points(graded.next) - points(graded.grade)) === sign;
  const checked = all.filter(({ check }) => check !== undefined && check['done_at'] !== '');
  const pairs = checked.map(({ grade, check }): [number, number] => [points(grade), points(check!)]);
  return {
    graded: String(all.length),
    counted: number(counts),
    unsure: number((each) => !counts(each) && each.grade['compared'] !== ''),
    doubted: number((each) => !counts(each) && each.grade['compared'] === ''),
    proposals_confirmed: number(by('trainer', 0)),
    proposals_raised: number(by('trainer', 1)),
    proposals_lowered: number(by('trainer', -1)),
    proposals_waiting: number((each) => !counts(each) && each.next === undefined),
    overrides_confirmed: number(by('override', 0)),
    overrides_raised: number(by('override', 1)),
    overrides_lowered: number(by('override', -1)),
    appeals_open: number(({ openAppeal }) => openAppeal),
    appeals_upheld: number(by('appeal', 0)),
    appeals_raised: number(by('appeal', 1)),
    appeals_lowered: number(by('appeal', -1)),
    drawn: number(({ check }) => check !== undefined),
    checked: String(checked.length),
    agreed: String(pairs.filter(([model, person]) => model === person).length),
    kappa: kappa(pairs),
  };
}

/** The last points that a person gave after the model; undefined where nobody did. */
function lastWord({ grade, answer }: Graded): number | undefined {
  const later = answer.grades.filter(
    (each) => each['by'] !== 'model' && Number(each['number']) > Number(grade['number']),
  );
  const last = later.toSorted((one, other) => Number(one['number']) - Number(other['number'])).at(-1);
  return last && points(last);
}

const checkedPoints = ({ check }: Graded) => (check && check['done_at'] !== '' ? points(check) : undefined);

/** True or false if people left or changed the points; undefined while that is open. */
function stood(graded: Graded): boolean | undefined {
  if (graded.answer.appeals.some((appeal) => appeal['done_at'] === '')) return undefined;
  const said = lastWord(graded) ?? checkedPoints(graded);
  if (said !== undefined) return said === points(graded.grade);
  return graded.grade['counts'] === 'true' ? true : undefined;
}

/** The lowest confidence from which at most 1 in 20 is wrong, as docs/rules/grading.md 11 derives it. */
function lowest(look: Graded[]): number {
  const known = look.flatMap((graded) => {
    const is = stood(graded);
    return is === undefined ? [] : [{ ...graded, wrong: !is, counted: graded.grade['counts'] === 'true' }];
  });
  if (known.length < 30) return look.length < 500 ? 0.7 : Infinity;
  for (let hundredths = 70; hundredths <= 100; hundredths += 5) {
    const sure = known.filter(({ grade }) => Math.round(Number(grade['compared']) * 10_000) >= hundredths * 100);
    const counted = sure.filter((each) => each.counted);
    const sample = counted.filter((each) => checkedPoints(each) !== undefined);
    const wrong = (those: typeof sure) => those.filter((each) => each.wrong).length;
    const bySample = sample.length === 0 ? 0 : (wrong(sample) / sample.length) * counted.length;
    const all = wrong(sure.filter((each) => !each.counted)) + Math.max(4 * wrong(counted), bySample);
    if ((all + 1) * 20 <= sure.length + 1) return hundredths / 100;
  }
  return Infinity;
}

function threshold(newestFirst: Graded[], until: number): string {
  const ripe = newestFirst.filter(({ grade }) => time(grade['at']) <= until - 7 * DAY);
  const figure = Math.max(lowest(newestFirst.slice(0, 500)), lowest(ripe.slice(0, 500)));
  return figure === Infinity ? '' : String(figure);
}

/** Compares the newest grades with what people said of them and with earlier answers to the same questions. */
function drift(newestFirst: Graded[]): Line {
  const looked = newestFirst.slice(0, 500);
  const judged = looked.flatMap((each) => {
    const said = lastWord(each) ?? checkedPoints(each);
    return said === undefined ? [] : [said === points(each.grade)];
  });
  const verdicts = judged.slice(0, 50);
  const wrong = verdicts.filter((agrees) => !agrees).length;
  const before = Map.groupBy(looked.slice(50), ({ grade }) => grade['question'] ?? '');
  const usual = (graded: Graded) => {
    const earlier = (before.get(graded.grade['question'] ?? '') ?? []).map(({ grade }) => Number(grade['score']));
    if (earlier.length < 5) return [];
    const mean = earlier.reduce((sum, score) => sum + score, 0) / earlier.length;
    const variance = earlier.reduce((sum, score) => sum + (score - mean) ** 2, 0) / earlier.length;
    const error = Math.max(variance, 0.01) * (1 + 1 / earlier.length);
    return [{ difference: Number(graded.grade['score']) - mean, error }];
  };
  const compared = looked.slice(0, 50).flatMap(usual);
  const shift = compared.reduce((sum, { difference }) => sum + difference, 0) / compared.length;
  const error = Math.sqrt(compared.reduce((sum, each) => sum + each.error, 0)) / compared.length;
  const isKnown = compared.length >= 20;
  const isShifted = isKnown && Math.abs(shift) >= 0.15 && Math.abs(shift) >= 4 * error;
  return {
    drift_verdicts: String(verdicts.length),
    drift_wrong: String(wrong),
    drift_shift: isKnown ? String(Math.round(shift * 1_000) / 1_000) : '',
    drift_alarm: String(isShifted || wrong >= 8),
  };
}

const nameOf = (line: Line, ...names: string[]) => names.map((name) => line[name]).join(' · ');

/** The figures of a version and of its groups, by their names. */
function figuresBy(all: Graded[], total: Line): Map<string, Line> {
  const times = all.map(({ grade }) => grade['at'] ?? '').toSorted();
  const newestFirst = all
    .filter(({ grade }) => grade['compared'] !== '')
    .toSorted((one, other) => time(other.grade['at']) - time(one.grade['at']) || one.answer.place - other.answer.place);
  const isAsked = total['provider'] !== '';
  const byTrainers = isAsked ? threshold(newestFirst, time(total['until'])) : '0.7';
  const figures = new Map<string, Line>([
    [
      'all · all',
      {
        ...figuresOf(all),
        first: times[0] ?? '',
        newest: times.at(-1) ?? '',
        // A fixed threshold is a setting, and follows from no rows.
        ...(total['threshold_by'] === 'trainers' && { threshold: byTrainers }),
        ...(isAsked && drift(newestFirst)),
      },
    ],
  ]);
  const groups = Map.groupBy(all, ({ grade }) => nameOf(grade, 'language', 'given'));
  for (const [name, those] of groups) figures.set(name, figuresOf(those));
  return figures;
}

const [rowsFile, figuresFile] = process.argv.slice(2);
if (!rowsFile || !figuresFile) throw new Error('grading-figures.ts <rows.csv> <figures.csv>');
const reported = Map.groupBy(linesOf(figuresFile), (line) => nameOf(line, 'provider', 'model', 'prompt'));
const graded = Map.groupBy(gradedIn(answersIn(linesOf(rowsFile))), ({ grade }) =>
  nameOf(grade, 'provider', 'model', 'prompt'),
);
let [same, different] = [0, 0];
for (const version of graded.keys()) {
  if (reported.has(version)) continue;
  different++;
  console.error(`${version}: not in the report`);
}
for (const [version, lines] of reported) {
  const total = lines.find((line) => line['language'] === 'all');
  const counted = figuresBy(graded.get(version) ?? [], total ?? {});
  for (const group of counted.keys()) {
    if (lines.some((line) => nameOf(line, 'language', 'given') === group)) continue;
    different++;
    console.error(`${version}, ${group}: not in the report`);
  }
  for (const line of lines) {
    const group = nameOf(line, 'language', 'given');
    for (const [figure, value] of Object.entries(counted.get(group) ?? { graded: '0' })) {
      const given = line[figure] ?? '';
      const isNear = figure === 'drift_shift' && value !== '' && Math.abs(Number(value) - Number(given)) < 0.0015;
      if (given === value || isNear) same++;
      else {
        different++;
        console.error(
          `${version}, ${group}: ${figure} is ${value || 'nothing'} by the rows, ${given || 'nothing'} in the report`,
        );
      }
    }
  }
}
console.log(`${same} figures are the same, ${different} differ`);
process.exitCode = different > 0 ? 1 : 0;
