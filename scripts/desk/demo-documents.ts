/**
 * The documents in the demo's drives: few, short, and each with learnable content. Google exports its documents as
 * Markdown.
 */
export const DEMO_DOCUMENTS = {
  google: {
    folder: 'Site handbook',
    documents: [
      {
        name: 'Charging forklift batteries',
        text: [
          '# Charging forklift batteries',
          '',
          'Charge batteries only in the charging bay next to gate 3. The fan must run for as long as a battery is charging.',
          'Switch the charger off before the plug is pulled. Never lay tools on a battery.',
          'Acid on skin is rinsed for fifteen minutes, and reported to the shift leader.',
        ].join('\n'),
      },
      {
        name: 'Fire doors',
        text: [
          '# Fire doors',
          '',
          'A fire door is never wedged open. The magnet lets go of it when the alarm sounds.',
          'Pallets stand at least one metre away from every fire door. Whoever finds one blocked clears it and tells facilities.',
        ].join('\n'),
      },
    ],
  },
  lark: {
    folder: 'Night shift',
    documents: [
      {
        name: 'Working in the cold store',
        text: [
          'Working in the cold store',
          '',
          'Nobody works in the cold store alone. After fifty minutes inside comes a break of ten minutes in the warm room.',
          'The emergency button beside the door opens it from inside, and is tested every Monday.',
        ].join('\n'),
      },
    ],
  },
} as const;
