import type { DemoModule } from '../../content.ts';

export const cleaningAndPests: DemoModule = {
  title: 'Cleaning, disinfection and pests',
  status: 'changes_requested',
  flashcards: [
    {
      front: 'What is the difference between cleaning and disinfecting?',
      back: 'Cleaning removes dirt and grease; disinfecting kills germs on what is left. Disinfectant does not work through dirt, so clean first.',
    },
    {
      front: 'What is contact time?',
      back: 'How long a surface must stay wet with disinfectant before it works. It stands on the label; wiping it off early wastes the product.',
    },
    {
      front: 'Why never mix cleaning products?',
      back: 'Some combinations make poisonous gas: bleach with an acid cleaner gives off chlorine. Use one product at a time, diluted as its label says.',
    },
    {
      front: 'What is colour coding of cloths and brushes for?',
      back: "It keeps tools in their area, so that the toilet brush's germs or the nut area's dust never reach food surfaces.",
    },
    {
      front: 'Which signs betray rodents?',
      back: 'Droppings, gnaw marks, torn packaging, greasy smears along walls, and a stale smell. You seldom see the animal itself.',
    },
    {
      front: 'How do you make a warehouse unattractive to pests?',
      back: 'Give them no food, water, shelter or way in: clean up spills, close doors, seal gaps, and keep goods off the floor and away from walls.',
    },
    {
      front: 'You find droppings beside a pallet. What do you do?',
      back: 'Touch nothing, put the goods near it on hold, take a photo, and report it at once. The pest contractor needs to see where the signs lie.',
    },
  ],
  questions: [
    {
      kind: 'single_choice',
      prompt:
        "A disinfectant label says 'contact time 5 minutes'. After spraying, you wipe the bench dry in 30 seconds. What is the result?",
      options: [
        'The bench is disinfected, because wiping adds to the effect',
        'The bench is disinfected if you used twice the dose',
        'The bench may look clean but is not reliably disinfected',
        'The bench is sterile',
      ],
      correct: 2,
      explanation:
        'The product needs the stated time on a wet surface. A stronger dose does not make up for it and can leave residues.',
    },
    {
      kind: 'multiple_choice',
      prompt: 'Which are signs of pests? Choose all that apply.',
      options: [
        'Fine webbing in a bag of grain',
        'Small dark droppings along a wall',
        'Condensation on a cold pipe',
        'Scuff marks from pallet trucks',
        'Gnawed corners of cartons',
      ],
      correct: [0, 1, 4],
      explanation:
        'Droppings and gnawing point to rodents, webbing to moth larvae. Condensation and scuffs are faults to report, but not pests.',
    },
    {
      kind: 'single_choice',
      prompt: 'What is the right order for a greasy food-contact bench?',
      options: [
        'Remove loose dirt, clean with detergent, rinse, disinfect, let it dry',
        'Disinfect, rinse, clean, dry',
        'Disinfect twice, then rinse',
        'Rinse with very hot water, spray disinfectant, wipe dry with a clean cloth',
      ],
      correct: 0,
      explanation:
        'Grease shields germs from the disinfectant. Only a clean, rinsed surface lets it work. Rinse again at the end if the label asks for it.',
    },
    {
      kind: 'short_text',
      prompt: 'Which poisonous gas can form when bleach is mixed with an acid cleaner?',
      accepted: ['chlorine', 'chlorine gas', 'cl2'],
      explanation:
        'Chlorine gas, which injures eyes and lungs even in small amounts. Products are used one at a time and stored apart.',
    },
  ],
};
