import type { DemoModule } from '../../content.ts';

export const vehicleChecks: DemoModule = {
  title: 'The daily vehicle check',
  status: 'published',
  flashcards: [
    {
      front: 'When do you check the vehicle?',
      back: 'Before the first drive of your shift, each time you take over a vehicle, and again whenever something changes: a trailer swap, a knock, an odd noise.',
    },
    {
      front: 'Who answers for the state of the vehicle on the road?',
      back: "The driver, together with the company. 'The last driver did not report it' is no defence in most countries; check your local rule.",
    },
    {
      front: 'Why walk round the vehicle in the same direction every time?',
      back: 'A fixed route turns the check into a habit, so that an interruption does not make you skip a wheel or a lamp.',
    },
    {
      front: 'What do you look for on a tyre?',
      back: 'Tread depth, cuts, bulges, a soft look, something stuck in it, and loose or missing wheel nuts. A bulge means broken cords: do not drive.',
    },
    {
      front: 'What is a nil-defect report?',
      back: 'A record that the check was done and nothing was found. Without it there is no proof that anybody looked.',
    },
    {
      front: 'How do you check brakes before leaving the yard?',
      back: 'Watch the pressure or warning lamps build up and clear, listen for air leaks, then test the brakes at walking pace in a clear space.',
    },
    {
      front: 'What belongs in the check of a refrigerated vehicle?',
      back: 'Unit starts and holds its set point, fuel or power for it, door seals whole, interior clean and dry, recorder working.',
    },
  ],
  questions: [
    {
      kind: 'single_choice',
      prompt:
        'On your walk round you find a bulge on the side of a front tyre. Your first drop is in 40 minutes. What do you do?',
      options: [
        'Report it and do not drive until it has been changed',
        'Drive slowly and have it changed at the end of the shift',
        'Lower the pressure slightly so that it does not burst',
        'Note it on the sheet and carry on, as the tread is fine',
      ],
      correct: 0,
      explanation:
        'A bulge means that the structure inside is broken and the tyre can burst without warning. A burst front tyre takes the steering with it.',
    },
    {
      kind: 'multiple_choice',
      prompt: 'When is a fresh check needed? Choose all that apply.',
      options: [
        'When you take over a vehicle from another driver',
        'After every red light',
        'At the start of your shift',
        'After coupling a different trailer',
        'After hitting a kerb hard',
      ],
      correct: [0, 2, 3, 4],
      explanation: 'Each change of driver, trailer or condition can bring a new defect. Stops in traffic do not.',
    },
    {
      kind: 'single_choice',
      prompt: 'You found no defects. What do you write down?',
      options: [
        'Nothing, since only defects have to be reported',
        'A nil-defect report, with time and vehicle',
        "A copy of yesterday's report",
        'A note only if the manager asks',
      ],
      correct: 1,
      explanation:
        'The record shows that the check took place today, on this vehicle. It protects you as much as the company.',
    },
    {
      kind: 'single_choice',
      prompt:
        'You hear air escaping near the rear axle with the foot brake applied and the engine off. What does it suggest?',
      options: [
        'A leak in the brake system that has to be repaired before driving',
        'Normal emptying of the tanks',
        'The air suspension levelling itself, which stops after a few minutes',
        'A blocked exhaust filter',
      ],
      correct: 0,
      explanation:
        'A hiss that lasts while the pedal is held means that the pressure is leaving the brakes. The vehicle stays parked until it is repaired.',
    },
  ],
};
