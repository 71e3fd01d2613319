import type { DemoModule } from '../../content.ts';

export const personalHygiene: DemoModule = {
  title: 'Personal hygiene at work',
  status: 'published',
  validityDays: 365,
  flashcards: [
    {
      front: 'How long should a proper hand wash take?',
      back: 'At least 20 seconds of rubbing with soap, including backs, thumbs, between the fingers and under the nails; then rinse and dry completely.',
    },
    {
      front: 'Why does drying your hands matter?',
      back: 'Wet hands pass on bacteria far more easily than dry ones. Use a clean paper towel, not your clothes.',
    },
    {
      front: 'When must you wash your hands?',
      back: 'Before starting work and touching food or its packaging, and after the toilet, breaks, smoking, coughing, waste, cleaning and raw spills.',
    },
    {
      front: 'Do gloves replace hand washing?',
      back: 'No. Gloves get dirty just as skin does. Wash before putting them on, and change them when they tear or when the task changes.',
    },
    {
      front: 'You have vomiting or diarrhoea. May you work with food?',
      back: 'No. Tell your manager and stay away until you have been free of symptoms for the period that your site sets; 48 hours is usual. Check your local rule.',
    },
    {
      front: 'How do you cover a cut?',
      back: 'With a clean, waterproof dressing in a colour that food never has, usually blue, so that a lost one is found. Add a glove on the hand.',
    },
    {
      front: 'Why no jewellery, watch or false nails in food areas?',
      back: "They hold dirt that washing does not reach, and parts of them can fall into food. Sites may allow a plain band; check the site's rule.",
    },
    {
      front: 'What is the point of clean work clothes put on at work?',
      back: 'Street clothes bring in dirt, hair and animal fur. Work clothes protect the food from you, so do not wear them on the way home.',
    },
  ],
  questions: [
    {
      kind: 'single_choice',
      prompt: 'You had an upset stomach with vomiting last night and feel well this morning. What do you do?',
      options: [
        'Come in and wear gloves all day',
        'Come in, but stay with wrapped goods and keep away from colleagues',
        'Come in and wash your hands twice as often',
        'Call your manager before the shift and follow the exclusion period',
      ],
      correct: 3,
      explanation:
        'People still carry and spread stomach infections after they feel better. The exclusion period, often 48 hours after the last symptom, covers that time.',
    },
    {
      kind: 'multiple_choice',
      prompt: 'After which of these must you wash your hands? Choose all that apply.',
      options: [
        'Handling a burst pack of raw chicken',
        'Sneezing into your hand',
        'A cigarette break',
        'Emptying a bin',
        'Reading a delivery note in the office with clean hands',
      ],
      correct: [0, 1, 2, 3],
      explanation:
        'Waste, nose and mouth, smoking and raw meat all put bacteria on your hands. Reading paper with clean hands does not, though a wash before food is still needed.',
    },
    {
      kind: 'short_text',
      prompt: 'For at least how many seconds should you rub your hands with soap?',
      accepted: ['20', 'twenty', '20 seconds', '20s', '20 s', 'twenty seconds', 'at least 20', 'at least 20 seconds'],
      explanation:
        'Twenty seconds gives the soap time to lift dirt and bacteria from all parts of the hand, thumbs and fingertips included.',
    },
    {
      kind: 'single_choice',
      prompt: 'Why are dressings in food areas usually blue?',
      options: [
        'Blue dye kills bacteria',
        'Blue dressings are made to stick better on cold and damp skin',
        'Hardly any food is blue, so a lost dressing is easy to see',
        'To show who has had first-aid training',
      ],
      correct: 2,
      explanation: 'The colour is for finding it. Many also hold a metal strip, so that a detector stops the pack.',
    },
    {
      kind: 'single_choice',
      prompt: 'You wear gloves while repacking cheese and then move an empty bin. What now?',
      options: [
        'Wipe the gloves on your apron',
        'Spray the gloves with hand gel and rub them for 20 seconds',
        'Turn the gloves inside out',
        'Take the gloves off, wash your hands, put on new gloves',
      ],
      correct: 3,
      explanation:
        'The gloves now carry what was on the bin. New gloves on unwashed hands would be dirtied while you put them on.',
    },
  ],
};
