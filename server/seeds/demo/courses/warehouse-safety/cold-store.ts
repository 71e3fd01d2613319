import type { DemoModule } from '../../content.ts';

export const coldStore: DemoModule = {
  title: 'Working in the cold store',
  status: 'in_review',
  flashcards: [
    {
      front: 'How should you dress for a freezer at −20 °C or colder?',
      back: 'In dry layers under a freezer suit, with insulated gloves, boots and a head cover. Several layers trap air; one thick, damp layer does not insulate.',
    },
    {
      front: 'Why are breaks in a warm room part of the job?',
      back: "Hands and judgement get slower before you notice. Planned warm-up breaks restore both; their length depends on temperature and work, so follow the site's table.",
    },
    {
      front: 'What does early frostnip look and feel like?',
      back: 'Pale, numb or prickling skin, usually on fingers, ears or nose. Go to the warm room and warm the skin gently; do not rub it.',
    },
    {
      front: 'What do you check before you enter a cold room alone?',
      back: 'That the inside door release and the alarm work, and that somebody knows you are in there and when you should be out.',
    },
    {
      front: 'You are shut in. What do you do?',
      back: 'Use the inside release, then the alarm. Keep moving, stay by the door, and do not hide in a corner to keep warm: rescuers look at the door first.',
    },
    {
      front: 'The refrigerant alarm sounds. What now?',
      back: 'Leave at once by the nearest safe exit, go to the assembly point, and let nobody back in. Ammonia burns eyes and lungs, and some other refrigerants suffocate without a smell.',
    },
    {
      front: 'Why is ice at the door more than a nuisance?',
      back: 'It causes slips and skids, stops doors from sealing, and shows that warm air is getting in. Report it; do not just chip it away.',
    },
  ],
  questions: [
    {
      kind: 'single_choice',
      prompt:
        'After 40 minutes at −22 °C a colleague fumbles with the scanner and says that he cannot feel two fingers. What do you do?',
      options: [
        'Have him rub his hands hard to get the blood moving, then finish the pallet',
        'Give him a second pair of gloves and carry on',
        'Hold his hands against the warm truck motor',
        'Take him to the warm room, warm the hands gently, and tell the supervisor',
      ],
      correct: 3,
      explanation:
        'Numbness is an early warning. Rubbing and strong heat can damage cold skin that feels no pain; gentle warming and a report are right.',
    },
    {
      kind: 'multiple_choice',
      prompt: 'What must be in place before you work alone in a cold room? Choose all that apply.',
      options: [
        'A wedge that keeps the door open',
        'A working alarm inside',
        'Someone who knows when you should be back',
        'A door that can be opened from inside',
        'A radio playing, so that people can hear you',
      ],
      correct: [1, 2, 3],
      explanation:
        'Release, alarm and a person who will miss you are the three safeguards. A wedged door lets in warm, moist air and makes ice.',
    },
    {
      kind: 'single_choice',
      prompt: 'The refrigerant leak alarm sounds while you are half-way through a pick. What is right?',
      options: [
        'Finish the pallet quickly, then leave',
        'Look for the leak and close the nearest valve before it gets worse',
        'Leave at once, go to the assembly point, and keep others out',
        'Wait for a smell of ammonia to be sure',
      ],
      correct: 2,
      explanation:
        'Some refrigerants cannot be smelt and small amounts of ammonia can already injure. Only trained people with breathing protection go in.',
    },
    {
      kind: 'short_text',
      prompt: 'Ice keeps forming at a freezer door. What is usually getting in?',
      accepted: [
        'warm air',
        'moist air',
        'humid air',
        'warm moist air',
        'outside air',
        'air',
        'moisture',
        'humidity',
        'warm humid air',
        'damp air',
      ],
      explanation:
        'Warm, moist air enters through a door left open or a failing seal; its water freezes on the cold floor and frame.',
    },
  ],
};
