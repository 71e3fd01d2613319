import type { DemoModule } from '../../content.ts';

export const slipsAndSpills: DemoModule = {
  title: 'Slips, trips and spills',
  status: 'published',
  flashcards: [
    {
      front: 'You find a spill. What is the order of action?',
      back: 'Stay with it and warn others, mark it, clean it, dry it, and only then remove the sign. An unguarded spill is where the accident happens.',
    },
    {
      front: 'Why is a wet floor sign alone not enough?',
      back: 'A sign warns; it does not remove the hazard. People in a hurry, or with their hands full, walk past signs.',
    },
    {
      front: 'What do you check before you clean up an unknown liquid?',
      back: 'What it is. Read the label and the safety data sheet: some liquids need gloves, ventilation or specialist help.',
    },
    {
      front: 'Which shoes help against slips?',
      back: 'Closed shoes with slip-resistant soles that are clean and not worn smooth. Grease in the tread cancels the grip.',
    },
    {
      front: 'What is the commonest trip hazard in a warehouse?',
      back: 'Things left where people walk: shrink wrap, straps, empty pallets, cables. If you drop it or see it, you own it.',
    },
    {
      front: 'How should you use stairs with goods in your hands?',
      back: 'With one hand free for the rail. If the load needs both hands, use the lift or make two trips.',
    },
    {
      front: 'The same spot by the dock is wet every morning. What should happen?',
      back: 'Report it so that the cause is fixed, such as a leaking door seal. Mopping every day treats the sign, not the fault.',
    },
  ],
  questions: [
    {
      kind: 'single_choice',
      prompt: 'You see cooking oil on the floor of the main walkway and you are alone. What comes first?',
      options: [
        'Hurry to the store at the other end and come back with absorbent and a sign',
        'Stay, warn people, and call somebody to bring absorbent and a sign',
        'Write it in the defect book',
        'Cover it with a flattened carton and carry on',
      ],
      correct: 1,
      explanation:
        'Someone can slip in the minute that you are away. Guard the spot and have the materials brought to you; cardboard on oil slides.',
    },
    {
      kind: 'multiple_choice',
      prompt: 'Which of these are good practice after cleaning a spill? Choose all that apply.',
      options: [
        'Put used absorbent into the correct waste',
        'Rinse everything into the nearest drain',
        'Remove the sign as soon as mopping is done',
        'Report a cause that may come back',
        'Leave the sign until the floor is dry',
      ],
      correct: [0, 3, 4],
      explanation:
        'A freshly mopped floor is still slippery, contaminated absorbent may be special waste, and a repeated spill needs its cause fixed. Drains may lead straight to a river.',
    },
    {
      kind: 'short_text',
      prompt: 'Which document, supplied with a chemical, tells you its hazards and how to clean up a spill of it?',
      accepted: [
        'safety data sheet',
        'sds',
        'the safety data sheet',
        'a safety data sheet',
        'msds',
        'material safety data sheet',
        'data sheet',
      ],
      explanation: 'The safety data sheet (SDS) lists hazards, protective equipment, first aid and spill measures.',
    },
    {
      kind: 'single_choice',
      prompt: 'Shrink wrap lies on the floor of an aisle that you do not work in. What is expected of you?',
      options: [
        'Step over it; that aisle has its own team',
        'Tell your team leader at the end of the shift',
        'Push it under the racking',
        'Pick it up and put it in the bin now',
      ],
      correct: 3,
      explanation:
        'Housekeeping belongs to whoever sees it. Five seconds now prevents a fall, and film under racking comes back out.',
    },
  ],
};
