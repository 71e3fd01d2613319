import { convert } from 'convert';
import { conversions } from 'convert/conversions';

/** Languages whose names of units are known. */
const LOCALES = ['en', 'de', 'es', 'pl', 'fr'];

/** Symbols that can't be mistaken for a word; the library knows more, such as "in" and "a". */
const SYMBOLS = (
  'μm mm cm dm m km ft yd mi mm2 cm2 m2 km2 ha ml mL cl dl l L hl m3 cm3 mg µg μg g kg t lb lbs oz mbar bar kPa MPa hPa Pa ' +
  'psi N kN J kJ MJ kWh Wh MWh W kW MW hp Hz kHz MHz GHz lx s ms min h °C °F K kB MB GB TB gal'
).split(' ');

/** Unit of a number of repetitions. */
export const REPETITIONS_UNIT = 'times';

/** Unit of a day of a month. */
export const DATE_UNIT = 'date';
/** Days that a month counts for in the value of a date, so that months tell dates apart. */
export const DATE_VALUE_DAYS_PER_MONTH = 31;
/** Months by name, from 0. */
const MONTHS = new Map(
  ['en', 'de', 'es', 'pl', 'fr'].flatMap((locale) =>
    Array.from({ length: 12 }, (_, month) => {
      const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone: 'UTC' });
      const parts = format.formatToParts(new Date(Date.UTC(2024, month, 1)));
      return [parts.find(({ type }) => type === 'month')?.value.toLowerCase() ?? '', month] as const;
    }),
  ),
);
/** Months that are other words as well, in small letters. */
const OTHER_WORDS = new Set(['may', 'march']);
/** Returns the month that a word names, from 0; undefined for other words. */
export const parseMonthName = (word: string): number | undefined =>
  OTHER_WORDS.has(word) ? undefined : MONTHS.get(word.toLowerCase());

/** Units that neither `convert` nor Unicode names, and inflected forms that Unicode lacks. */
const OTHERS: Record<string, string> = {
  [REPETITIONS_UNIT]: 'times veces fois razy mal',
  '%': '% percent prozent procent procenta procentów pourcent',
  '°': '° degree degrees grad grados grado stopień stopnie stopni stopnia degré degrés',
  ppm: 'ppm',
  ppb: 'ppb',
  rpm: 'rpm u/min obr/min tr/min',
  dB: 'db dba decibel decibels dezibel decibelios decibeli décibels',
  V: 'V volt volts voltios wolt woltów',
  kV: 'kV kilovolt kilovolts kilovoltios',
  A: 'A ampere amperes amps amp amperios amperów ampères',
  mA: 'mA milliampere milliamperes milliamps miliamperios miliamperów milliampères',
  Ah: 'Ah',
  mAh: 'mAh',
  Ω: 'Ω ohm ohms ohmios omów',
  kΩ: 'kΩ kiloohm',
  MΩ: 'MΩ megaohm megohm',
  VA: 'VA',
  kVA: 'kVA',
  Nm: 'Nm N·m newtonmeter newtonmetern newton-metre newton-metres newton-meters newtonometrów',
  Sv: 'Sv sievert sieverts',
  mSv: 'mSv millisievert millisieverts milisieverts',
  'm/s': 'm/s',
  'l/min': 'l/min',
  'l/h': 'l/h',
  'm3/h': 'm3/h',
  EUR: '€ eur euro euros',
  cent: 'cent cents centimes centime céntimos céntimo',
  USD: '$ usd dollar dollars dólares dolarów',
  GBP: '£ gbp',
  CHF: 'chf franken',
  PLN: 'zł pln złotych złote złoty',
  kph: 'km/h kmh kph kilometres/hour',
  mph: 'mph mi/h',
  bar: 'bars bares barów bary barach',
  psi: 'psi lbf/in2',
  liter: 'litern litrach litrami ltr',
  milliliter: 'millilitern',
  gram: 'gramm gr',
  kilogram: 'kilo kilos',
  tonne: 'tonnen ton tons tonelada toneladas tona tony ton tonnes',
  kilowatt: 'kilowatios kilowatów',
  watt: 'vatios watów',
  pound: 'pfund',
  second: 'sec secs sek sekund sekundy sekundach',
  minute: 'mins min minutach minutami',
  hour: 'hrs std uhr godzinach godzinami heure heures',
  day: 'tagen dniach doby doba dobę',
  week: 'wochen tygodniach',
  month: 'monaten miesiącach',
  year: 'jahren lat latach lata an ans',
  millimeter: 'millimetern milimetry',
  centimeter: 'zentimetern',
  meter: 'metern metrach',
  kilometer: 'kilometern',
  gallon: 'gallonen galonów galony',
  inch: 'zoll cali cale',
  foot: 'fuß stóp stopy',
  milligram: 'milligram milligrams milligramm miligramos miligramo miligramów milligrammes',
};
/** Units that are so much of another one. */
const PARTS_OF = new Map([
  ['cent', { of: 'EUR', worth: 0.01 }],
  ['kV', { of: 'V', worth: 1_000 }],
  ['mA', { of: 'A', worth: 0.001 }],
  ['mAh', { of: 'Ah', worth: 0.001 }],
  ['kΩ', { of: 'Ω', worth: 1_000 }],
  ['MΩ', { of: 'Ω', worth: 1e6 }],
  ['kVA', { of: 'VA', worth: 1_000 }],
  ['mSv', { of: 'Sv', worth: 0.001 }],
  ['l/h', { of: 'l/min', worth: 1 / 60 }],
]);

/** A key under which spellings of a unit are found: without spaces and signs between its words. */
const keyOf = (written: string) => written.normalize('NFKC').replaceAll(/[\s.⋅-]/g, '');

/** Names that the library knows, by unit. */
const KINDS = new Map<string, number>();
const UNITS = new Map<string, string>();

for (const [kind, { units }] of conversions) {
  for (const { names, symbols } of units) {
    const unit = names[0] ?? symbols[0] ?? '';
    KINDS.set(unit, kind);
    for (const name of names) UNITS.set(keyOf(name.toLowerCase()), unit);
    for (const symbol of symbols) {
      const written = symbol.normalize('NFKC');
      if (SYMBOLS.includes(written)) UNITS.set(written, unit);
    }
  }
}
for (const locale of LOCALES) {
  for (const unit of Intl.supportedValuesOf('unit')) {
    if (!KINDS.has(unit) || unit === 'degree' || unit === 'stone') continue;
    const format = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' });
    // One number of each plural form.
    for (const count of [1, 2, 5, 1.5]) {
      const parts = format.formatToParts(count);
      const name = parts.filter(({ type }) => type === 'unit').map(({ value }) => value);
      if (name.length > 0) UNITS.set(keyOf(name.join('').toLowerCase()), unit);
    }
  }
}
for (const [unit, written] of Object.entries(OTHERS)) {
  for (const word of written.split(' ')) UNITS.set(keyOf(word), unit);
}
/** Names that mean other things more often, such as "pies" (feet) and "cal" (inch). */
const AMBIGUOUS =
  'point points are ares cup cups turn turns moment moments stone mil grade grads bit kip shake shakes mu pica cal pie pies'.split(
    ' ',
  );
for (const word of AMBIGUOUS) UNITS.delete(word);
UNITS.set('fahrenheit', 'fahrenheit').set('celsius', 'celsius');

/** Words that are their own key. */
const PLAIN = /^[A-Za-z]+$/;

/** Most tokens of a unit, as in "pounds per square inch". */
const MOST_TOKENS = 4;

/** Unit at the beginning of `words`, and the number of words that it takes. The longest match counts. */
export function leadingUnitOf(words: readonly string[]): { unit: string; length: number } | undefined {
  let found: { unit: string; length: number } | undefined;
  let key = '';
  for (let length = 1; length <= Math.min(words.length, MOST_TOKENS); length++) {
    const word = words[length - 1] ?? '';
    key += PLAIN.test(word) ? word : keyOf(word);
    // A full stop behind a unit ends the sentence.
    if (word === '.') continue;
    const unit = UNITS.get(key) ?? (key.length > 2 ? UNITS.get(key.toLowerCase()) : undefined);
    if (unit !== undefined) found = { unit, length };
  }
  return found;
}

/** Dimension of a unit: units of one dimension measure the same, and may be converted. */
export function dimensionOf(unit: string): string {
  const whole = PARTS_OF.get(unit);
  if (whole) return whole.of;
  if (unit === '°') return dimensionOf('celsius');
  const kind = KINDS.get(unit);
  return kind === undefined ? unit : String(kind);
}

/** Share by which a converted figure may differ, because people round. */
const ROUNDING = 0.02;

/** Returns true if two figures with units are the same quantity. */
export function isSameQuantity(one: number, unit: string, other: number, otherUnit: string): boolean {
  if (unit === otherUnit) return one === other;
  if (dimensionOf(unit) !== dimensionOf(otherUnit)) return false;
  // A degree without a scale may be of either.
  if (unit === '°' || otherUnit === '°') return one === other;
  const changed = converted(one, unit, otherUnit);
  return Math.abs(changed - other) <= Math.max(Math.abs(other) * ROUNDING, 1e-9);
}

function converted(value: number, from: string, to: string): number {
  const [one, other] = [PARTS_OF.get(from), PARTS_OF.get(to)];
  if (one || other) return (value * (one?.worth ?? 1)) / (other?.worth ?? 1);
  // The names come from the library itself.
  return convert(value, from as 'meter').to(to as 'meter');
}
