import type { DemoModule } from '../../content.ts';

export const economicalDriving: DemoModule = {
  title: 'Economical driving',
  status: 'draft',
  flashcards: [
    {
      front: 'Which habit saves most fuel in mixed traffic?',
      back: 'Looking far ahead. Easing off early lets the vehicle roll to the lights, instead of turning fuel into brake heat.',
    },
    {
      front: 'Why does speed cost so much on open roads?',
      back: 'Air resistance grows with the square of speed. A few kilometres an hour less costs little time and saves a noticeable share of fuel.',
    },
    {
      front: 'What does low tyre pressure do?',
      back: 'The tyre flexes more, rolls harder, wears at its shoulders and gets hot. Check the tyres cold, to the value for the load.',
    },
    {
      front: 'When is it worth switching the engine off?',
      back: 'When you expect to stand for more than about a minute, at docks and barriers above all. Keep it on if brakes, cooling or safety need it.',
    },
    {
      front: 'How do you use the gears well in a diesel?',
      back: 'Change up early and keep the engine in its economical range, usually the green band of the rev counter.',
    },
    {
      front: 'How can a fridge unit waste fuel?',
      back: 'By cooling the street. Short door times, curtains in place and a pre-cooled load save more than any setting.',
    },
  ],
  questions: [
    {
      kind: 'single_choice',
      prompt: 'You see the lights 300 metres ahead turn red. What is most economical and safe?',
      options: [
        'Keep your speed and brake firmly at the end',
        'Ease off early and let the vehicle slow in gear',
        'Shift to neutral and roll',
        'Keep going at speed, as they may turn green again',
      ],
      correct: 1,
      explanation:
        'Modern engines cut the fuel when rolling in gear. Neutral uses idle fuel and takes away engine braking.',
    },
    {
      kind: 'multiple_choice',
      prompt: 'Which of these raise fuel use? Choose all that apply.',
      options: [
        'Rolling in gear towards a junction',
        'Ten minutes of idling at each drop',
        'An empty roof rack left on',
        'Under-inflated tyres',
        'Changing up early',
      ],
      correct: [1, 2, 3],
      explanation:
        'Rolling resistance, idling and drag all cost fuel without moving goods. Early gear changes and rolling in gear save it.',
    },
    {
      kind: 'single_choice',
      prompt: 'If you drive 10 % faster on an open road, by about how much does the air resistance grow?',
      options: ['About 5 %', 'About 10 %', 'About 21 %', 'About 100 %'],
      correct: 2,
      explanation: 'Resistance grows with the square of speed: 1.1 × 1.1 = 1.21, so about 21 % more.',
    },
    {
      kind: 'short_text',
      prompt: 'Should tyre pressure be checked when the tyres are cold or warm?',
      accepted: ['cold', 'when cold', 'cold tyres', 'when they are cold', 'cold tires'],
      explanation:
        'Driving warms the air and raises the pressure, so a warm tyre looks fuller than it is. The stated value is for cold tyres.',
    },
  ],
};
