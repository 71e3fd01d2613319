import { expect, test } from 'vitest';
import { stepRunnerWithoutProgress } from './feature.ts';
import { agreeing } from './fixtures/agreeing-fixture.ts';
import { generateCards } from './generate-cards.ts';

/** Flags of a card of a source that a second look agrees with. */
async function flagsOf(text: string, [front, back, quote]: readonly [string, string, string]) {
  const answer = { cards: [{ front, back, quote, level: 'recall' }] };
  const ask = agreeing(({ schema }) => Promise.resolve(schema.parse(answer)));
  const { cards } = await generateCards(ask, { source: { title: 'Press', text }, count: 5 }, stepRunnerWithoutProgress);
  return cards[0]?.flags.map(({ kind }) => kind);
}

const UNITS = [
  ['20 °C', '20 °F'],
  ['3 litres', '3 gallons'],
  ['6 feet', '6 metres'],
  ['4 inches', '4 centimetres'],
  ['5 pounds', '5 kilograms'],
  ['30 psi', '30 bar'],
  ['50 ppm', '50 mg'],
  ['10 mg', '10 g'],
  ['15 mm', '15 cm'],
  ['50 µm', '50 mm'],
  ['30 mA', '30 A'],
  ['230 V', '230 kV'],
  ['120 Nm', '120 kN'],
  ['20 mSv', '20 Sv'],
  ['45 Ah', '45 A'],
  ['2 m/s', '2 km/h'],
  ['12 l/min', '12 l/h'],
  ['80 CHF', '80 EUR'],
] as const;

// rules/ai 8
test.each(UNITS)('%s told as %s is flagged as a figure that the source lacks', async (right, wrong) => {
  const quote = `The device is set to ${right} before the shift begins.`;
  const text = `${quote} The tank is cleaned by the crew on every Friday afternoon.`;
  expect(await flagsOf(text, ['What is the device set to?', wrong, quote])).toContain('figure');
  expect(await flagsOf(text, ['What is the device set to?', right, quote])).toEqual([]);
});

/** A limit, a negation, an order and an "only" with answers that turn them round. */
const TURNED = {
  en: [
    [
      'For how long is the lid opened?',
      'At least 5 minutes',
      'The lid is opened for at most 5 minutes, then the machine beeps.',
    ],
    [
      'What do you do while the motor is running?',
      'Open the lid',
      'Never open the lid while the motor of the machine is running.',
    ],
    [
      'When is the guard checked?',
      'After the machine is started',
      'Before the machine is started, the guard is checked with care.',
    ],
    [
      'Who may set the press?',
      'Also the foreman of the hall',
      'Only the foreman of the hall may set the press and release it.',
    ],
  ],
  de: [
    [
      'Wie lange wird die Klappe geöffnet?',
      'Mindestens 5 Minuten',
      'Die Klappe wird höchstens 5 Minuten geöffnet, danach piept die Maschine laut.',
    ],
    [
      'Was macht man, solange der Motor läuft?',
      'Den Deckel öffnen',
      'Den Deckel öffnet man nie, solange der Motor der Maschine läuft.',
    ],
    [
      'Wann prüft man die Schutzhaube?',
      'Nach dem Start der Maschine',
      'Vor dem Start der Maschine prüft man die Schutzhaube genau.',
    ],
    [
      'Wer darf die Presse einstellen?',
      'Auch der Meister der Halle',
      'Nur der Meister der Halle darf die Presse einstellen und freigeben.',
    ],
  ],
  es: [
    [
      '¿Cuánto tiempo se abre la tapa?',
      'Al menos 5 minutos',
      'La tapa se abre como máximo 5 minutos y después la máquina pita.',
    ],
    [
      '¿Qué haces mientras el motor está en marcha?',
      'Abrir la tapa',
      'Nunca abras la tapa mientras el motor de la máquina está en marcha.',
    ],
    [
      '¿Cuándo se revisa la protección?',
      'Después de arrancar la máquina',
      'Antes de arrancar la máquina se revisa la protección con cuidado.',
    ],
    [
      '¿Quién puede ajustar la prensa?',
      'También el maestro de la nave',
      'Solo el maestro de la nave puede ajustar la prensa grande.',
    ],
  ],
  pl: [
    [
      'Na jak długo otwiera się pokrywę?',
      'Co najmniej 5 minut',
      'Pokrywę otwiera się najwyżej na 5 minut, potem maszyna piszczy głośno.',
    ],
    [
      'Co robisz, dopóki silnik pracuje?',
      'Otwieram pokrywę',
      'Nigdy nie otwieraj pokrywy, dopóki silnik maszyny pracuje na hali.',
    ],
    [
      'Kiedy sprawdza się osłonę?',
      'Po uruchomieniu maszyny',
      'Przed uruchomieniem maszyny sprawdza się osłonę bardzo dokładnie.',
    ],
    ['Kto może ustawiać prasę?', 'Także mistrz hali', 'Tylko mistrz hali może ustawiać prasę i zwalniać ją do pracy.'],
  ],
  fr: [
    [
      'Combien de temps s’ouvre le couvercle ?',
      'Au moins 5 minutes',
      'Le couvercle s’ouvre au plus 5 minutes, ensuite la machine sonne fort.',
    ],
    [
      'Que fait-on tant que le moteur tourne ?',
      'Ouvrir le couvercle',
      'N’ouvrez jamais le couvercle tant que le moteur de la machine tourne.',
    ],
    [
      'Quand vérifie-t-on la protection ?',
      'Après avoir démarré la machine',
      'Avant de démarrer la machine, on vérifie la protection avec soin.',
    ],
    [
      'Qui peut régler la presse ?',
      'Aussi le chef de l’atelier',
      'Seul le chef de l’atelier peut régler la presse et la libérer.',
    ],
  ],
} as const;

// rules/ai 8
test.each(Object.entries(TURNED))(
  'limits, negations, orders and exclusions that are turned round are flagged: %s',
  async (_language, cards) => {
    const text = cards.map(([, , quote]) => quote).join(' ');
    const found = await Promise.all(cards.map((card) => flagsOf(text, card)));
    expect(found).toEqual(['limit', 'negation', 'limit', 'limit'].map((kind) => expect.arrayContaining([kind])));
  },
);
