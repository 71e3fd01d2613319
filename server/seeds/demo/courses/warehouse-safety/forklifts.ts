import type { DemoModule } from '../../content.ts';

export const forklifts: DemoModule = {
  title: 'On foot around forklifts',
  status: 'published',
  validityDays: 365,
  flashcards: [
    {
      front: 'What is the most reliable way to keep people safe from forklifts?',
      back: 'Keep them apart. Barriers, separate doors and marked walkways work even on a day when somebody is tired or distracted.',
    },
    {
      front: 'You must cross a truck aisle. What do you do first?',
      back: 'Stop at the crossing, make eye contact with the driver, and wait for a clear signal. Seeing the truck does not mean that its driver has seen you.',
    },
    {
      front: 'Why is the rear of a turning forklift so dangerous?',
      back: 'It steers with its back wheels, so the counterweight swings out wide and fast. Someone standing beside it can be crushed in a turn that looked harmless.',
    },
    {
      front: 'Where must nobody ever stand?',
      back: 'Under raised forks or a raised load, loaded or not. Hydraulics can fail and loads can shift without a sound.',
    },
    {
      front: "A load blocks the driver's forward view. How should the truck travel?",
      back: 'In reverse, looking in the direction of travel, or with a guide. If the driver cannot see ahead, neither people nor edges are protected.',
    },
    {
      front: 'How does a forklift look when it is parked correctly?',
      back: 'Forks flat on the floor, brake on, controls in neutral, key removed, and clear of exits, walkways and fire equipment.',
    },
    {
      front: 'Who may drive a forklift?',
      back: 'Only people trained for that type of truck and authorised by the company for that site. A car licence is not enough; check your local rule for certificates.',
    },
    {
      front: 'What is a near miss, and why report it?',
      back: 'An event that hurt nobody but could have. Each one shows where the next injury will happen while it is still free to fix.',
    },
  ],
  questions: [
    {
      kind: 'single_choice',
      prompt:
        'You are at a marked crossing and a forklift is coming slowly. The driver is looking at the racking. What do you do?',
      options: [
        'Cross quickly, because pedestrians have right of way at a crossing',
        'Raise your arm and step out so that you are noticed',
        'Walk behind the truck as soon as it has passed',
        'Wait until the driver has looked at you and signalled',
      ],
      correct: 3,
      explanation:
        'Right of way does not stop a truck weighing several tonnes. Wait for eye contact and a signal, and stay clear of the rear end, which swings out.',
    },
    {
      kind: 'multiple_choice',
      prompt: 'Which of these mean that a forklift has been parked safely? Choose all that apply.',
      options: [
        'The forks are lowered to the floor',
        'The key has been removed',
        'The parking brake is on',
        'The forks are raised above head height so that nobody trips',
        'It stands in front of the fire door, where it is easy to find',
      ],
      correct: [0, 1, 2],
      explanation:
        'Lowered forks cannot fall or be walked into, the brake stops it rolling, and a removed key keeps untrained people out of the seat. Exits stay clear at all times.',
    },
    {
      kind: 'single_choice',
      prompt:
        "A colleague without forklift training asks to move one pallet 'just this once'. The trained driver is on a break. What is right?",
      options: [
        'Allow it if the truck is empty at the start',
        'Allow it if you walk in front as a guide',
        'Refuse, and wait for an authorised driver or use a hand pallet truck if the load allows',
        'Allow it if the colleague has a car licence, has watched the driver and goes slowly',
      ],
      correct: 2,
      explanation:
        'Forklifts tip over and steer from the rear, so car experience misleads. Only trained and authorised people drive, whatever the hurry.',
    },
    {
      kind: 'short_text',
      prompt: 'What do we call an event that could have injured someone but did not?',
      accepted: ['near miss', 'a near miss', 'near-miss', 'near misses', 'near hit', 'close call'],
      explanation: 'It is a near miss. Reporting it lets us change the place or the method before somebody is hurt.',
    },
    {
      kind: 'single_choice',
      prompt: 'Why should you keep well away from the side of a forklift that is about to turn?',
      options: [
        'The exhaust is on that side',
        'The rear end swings outwards because the back wheels steer',
        'The mast blocks the mirrors, so the driver has to lean out on that side',
        'The forks widen when the wheels turn',
      ],
      correct: 1,
      explanation:
        'Rear-wheel steering moves the counterweight sideways faster than most people expect. That is how people are pinned against racking.',
    },
  ],
};
