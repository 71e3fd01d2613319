import type { DemoModule } from '../../content.ts';

export const racking: DemoModule = {
  title: 'Pallets, racking and safe stacking',
  status: 'published',
  flashcards: [
    {
      front: 'What does the load notice on a racking bay tell you?',
      back: 'The greatest weight that each level and the whole bay may carry. It holds only for the beam heights shown on it.',
    },
    {
      front: 'Why must nobody move a beam up or down on their own initiative?',
      back: 'A larger gap between levels weakens the uprights. The safe load changes, so the layout has to be recalculated by somebody competent.',
    },
    {
      front: 'Where do the heaviest pallets go?',
      back: 'On the floor or the lowest level. It keeps the weight low and limits the harm if something falls.',
    },
    {
      front: 'You bump an upright with a truck and see a small dent. What do you do?',
      back: 'Report it at once, even if it looks slight. Keep people out of the bay until a competent person has judged it: a bent upright can fail later, under full load.',
    },
    {
      front: 'How do you know that a pallet must not be used?',
      back: 'Broken or missing boards, split blocks, protruding nails, rot, or contamination. Take it out of use and mark it, so that nobody picks it up again.',
    },
    {
      front: 'What is a beam safety lock for?',
      back: 'A small clip that stops a beam being lifted out of the upright by mistake. A missing lock is a defect to report.',
    },
    {
      front: 'Why should goods not overhang the pallet?',
      back: 'Overhanging cartons lose most of their strength, catch on racking and neighbours, and fall when the pallet is moved.',
    },
  ],
  questions: [
    {
      kind: 'single_choice',
      prompt:
        'A bay notice allows 1,000 kg on each level. Somebody has moved the second beam 40 cm higher to fit tall pallets. How much may you load now?',
      options: [
        '1,000 kg, because the beam itself has not changed',
        '800 kg, taking off a safety margin',
        'Nothing, until a competent person has confirmed the new layout',
        '1,000 kg, provided that the pallets are well wrapped and centred',
      ],
      correct: 2,
      explanation:
        'The notice holds only for the beam heights that it was calculated for. A longer free length of upright can buckle at a much lower load.',
    },
    {
      kind: 'multiple_choice',
      prompt: 'Which pallets should be taken out of use? Choose all that apply.',
      options: [
        'One with a faded printed mark',
        'One that is dusty but sound',
        'One soaked with leaked cleaning chemical',
        'One with a cracked bearer block',
        'One with a nail standing out of the deck',
      ],
      correct: [2, 3, 4],
      explanation:
        'Structural damage, sharp points and contamination make a pallet unsafe for people or food. Dust and faded print do not.',
    },
    {
      kind: 'single_choice',
      prompt: 'A carton on level 4 has come loose and leans out over the aisle. What is the right first step?',
      options: [
        'Keep people out of the aisle and call a trained truck operator',
        'Climb the frame and push it back',
        'Nudge it back from the aisle with a long pole while a colleague watches',
        'Leave a note for the next shift',
      ],
      correct: 0,
      explanation:
        'Close off the danger first, then have it recovered with proper equipment. Racking is never a ladder.',
    },
    {
      kind: 'single_choice',
      prompt: 'Where should a 900 kg pallet of tinned fruit normally be stored?',
      options: [
        'At the top, because it is rarely picked',
        "Anywhere, as long as it is below the bay's total",
        'At floor level or on the lowest beam',
        'At eye level, where its label can be read',
      ],
      correct: 2,
      explanation:
        "Low storage keeps the racking stable and shortens any fall. A heavy pallet high up puts the most energy above people's heads.",
    },
  ],
};
