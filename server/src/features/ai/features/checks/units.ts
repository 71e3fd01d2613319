/** Spellings of units in lower case: English, German and symbols. Words not listed are not units. */
const WRITTEN: Record<string, string> = {
  l: 'l litre litres liter liters litern',
  ml: 'ml millilitre millilitres milliliter milliliters millilitern',
  g: 'g gram grams gramm',
  kg: 'kg kilo kilos kilogram kilograms kilogramm',
  t: 't tonne tonnes tonnen ton tons',
  mm: 'mm millimetre millimetres millimeter millimeters millimetern',
  cm: 'cm centimetre centimetres centimeter centimeters zentimeter zentimetern',
  m: 'm metre metres meter meters metern',
  km: 'km kilometre kilometres kilometer kilometers kilometern',
  '°': '° degree degrees grad celsius fahrenheit',
  '%': '% percent prozent',
  s: 's sec second seconds sekunde sekunden',
  min: 'min minute minutes minuten',
  h: 'h hour hours stunde stunden',
  d: 'day days tag tage tagen',
  week: 'week weeks woche wochen',
  month: 'month months monat monate monaten',
  year: 'year years jahr jahre jahren',
  bar: 'bar',
  v: 'v volt volts',
  kw: 'kw kilowatt kilowatts',
  w: 'w watt watts',
  db: 'db decibel decibels dezibel',
  '€': '€ eur euro euros',
  $: '$ usd dollar dollars',
};

const UNITS = new Map(
  Object.entries(WRITTEN).flatMap(([unit, written]) => written.split(' ').map((word) => [word, unit] as const)),
);

export const unitOf = (word: string | undefined): string | undefined =>
  word === undefined ? undefined : UNITS.get(word);
