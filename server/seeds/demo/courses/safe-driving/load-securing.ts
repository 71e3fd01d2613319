import type { DemoModule } from '../../content.ts';

export const loadSecuring: DemoModule = {
  title: 'Securing the load',
  status: 'published',
  flashcards: [
    {
      front: 'Does a heavy load stay put by its own weight?',
      back: 'No. In hard braking the load keeps moving at its old speed. A heavier load pushes harder in the same proportion.',
    },
    {
      front: 'How much force must the securing withstand?',
      back: "A common European rule for road transport: 80 % of the load's weight forwards, 50 % to each side and to the rear. Check your local rule.",
    },
    {
      front: 'What is form-fit loading?',
      back: 'Filling the space so that goods lean against walls, bars or each other and cannot start to move. What cannot start moving is easiest to hold.',
    },
    {
      front: 'Why use an anti-slip mat under a pallet?',
      back: 'It raises friction, so that fewer straps are needed. A dusty, icy or greasy floor does the opposite: sweep first.',
    },
    {
      front: 'When is a lashing strap scrap?',
      back: 'When it is cut, knotted, burnt or badly frayed, when its hook is bent, or when its label cannot be read. Take it out of use where nobody finds it again.',
    },
    {
      front: 'How should weight be spread in the vehicle?',
      back: 'Low, centred from side to side, and along the length as the load plan says. Too much at the back lightens the steering axle.',
    },
    {
      front: 'When do you check the load again?',
      back: 'After the first few kilometres, after each drop, after hard braking, and at every break. Straps slacken as goods settle.',
    },
    {
      front: 'Why is a half-empty van after four drops risky?',
      back: 'The goods that supported each other are gone. Close the gaps, move what is left against the bulkhead, and secure it again.',
    },
  ],
  questions: [
    {
      kind: 'single_choice',
      prompt:
        "A 1,000 kg pallet stands alone on a clean floor in the middle of the box body. A colleague says: 'That will not move, it is too heavy.' What is right?",
      options: [
        'True, if you brake gently',
        'True, above 800 kg, unless the floor is wet or dusty',
        'False, but only on wet roads',
        'False: friction alone will not hold it in hard braking, so it must be blocked or lashed',
      ],
      correct: 3,
      explanation:
        'Weight raises friction and the braking force in the same proportion, so being heavy gains nothing. Emergency braking exceeds what a bare floor can hold.',
    },
    {
      kind: 'multiple_choice',
      prompt: 'Which straps must be taken out of use? Choose all that apply.',
      options: [
        'One whose hook is bent open',
        'One with a knot tied in it',
        'One with slight dirt but a readable label',
        'One that is new and still stiff',
        'One with a cut at the edge',
      ],
      correct: [0, 1, 4],
      explanation:
        "Knots and cuts cost much of a strap's strength and a bent hook slips off. Dirt and stiffness are harmless while the label and fabric are sound.",
    },
    {
      kind: 'single_choice',
      prompt: 'After the third drop there is a one-metre gap in front of the remaining pallets. What do you do?',
      options: [
        'Nothing, since it was secured at the depot',
        'Keep a longer distance and brake earlier for the rest of the day',
        'Move the pallets up or fill the gap, and lash again',
        'Put the empty crates loosely in the gap',
      ],
      correct: 2,
      explanation:
        'A gap lets the load gain speed before it hits the wall. Securing is redone whenever the load changes.',
    },
    {
      kind: 'single_choice',
      prompt: 'What does too much weight behind the rear axle cause?',
      options: [
        'More weight on the steering axle, so the vehicle steers heavily',
        'Lower fuel use',
        'Nothing, if the total weight is within the limit',
        'Less weight on the steering axle, so the vehicle steers and brakes badly',
      ],
      correct: 3,
      explanation:
        'The rear axle acts as a pivot. The front is lifted, and steering fails just when it is needed; an axle may also be overloaded although the total is legal.',
    },
  ],
};
