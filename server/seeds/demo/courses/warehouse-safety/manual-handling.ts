import type { DemoModule } from '../../content.ts';

export const manualHandling: DemoModule = {
  title: 'Lifting, carrying, pushing',
  status: 'published',
  validityDays: 365,
  flashcards: [
    {
      front: 'What is the first question before any lift?',
      back: 'Does it have to be lifted by hand at all? A pallet truck, a trolley or a different delivery spot removes the risk altogether.',
    },
    {
      front: 'Which four things do you look at before you lift?',
      back: 'The task, the load, the place, and yourself: how far and how often; weight and grip; floor, space and light; your strength and health today.',
    },
    {
      front: 'How do you stand for a lift?',
      back: 'Feet about shoulder-width apart, one slightly forward, close to the load. A stable base lets the legs do the work.',
    },
    {
      front: 'Why hold the load close to your body?',
      back: "Distance multiplies the strain on your lower back. The same box held at arm's length can load the spine several times more than one held at the waist.",
    },
    {
      front: 'How do you turn with a load in your hands?',
      back: 'Move your feet. Twisting the back while bent or loaded is one of the most common causes of injury.',
    },
    {
      front: 'Push or pull a loaded trolley?',
      back: 'Push where you can. You use your body weight, you see where you are going, and the load cannot run over your heels.',
    },
    {
      front: 'Two people lift one item. What makes it safe?',
      back: 'One person gives the orders, both know the route, and both lift and lower on the same count.',
    },
    {
      front: 'Your back hurts slightly after a lift. What now?',
      back: 'Stop, tell your supervisor, and have it recorded the same day. Small strains that are worked through become long absences.',
    },
  ],
  questions: [
    {
      kind: 'single_choice',
      prompt: 'A pallet of 15 kg boxes has to go to a bench 30 metres away. Which plan is best?',
      options: [
        'Bring the whole pallet to the bench with a pallet truck',
        'Carry two boxes at a time to halve the trips',
        'Carry one at a time with a straight back',
        'Ask the strongest two people on the shift to carry them together, taking turns',
      ],
      correct: 0,
      explanation:
        'Removing the carry beats improving it. Technique only reduces a risk that a pallet truck takes away.',
    },
    {
      kind: 'multiple_choice',
      prompt: 'Which of these raise the risk of a lift? Choose all that apply.',
      options: [
        'Twisting while lifting',
        'Holding the load away from the body',
        'Keeping the feet apart',
        'Moving the feet to turn',
        'Lifting from floor level',
      ],
      correct: [0, 1, 4],
      explanation:
        'Reach, low starting height and twisting each add strain on the lower back. A wide base and turning with the feet both reduce it.',
    },
    {
      kind: 'single_choice',
      prompt: 'You cannot see over the box that you are about to carry. What do you do?',
      options: [
        'Carry it on one shoulder',
        'Split the load, use a trolley, or get a second person',
        'Walk backwards, looking behind you',
        'Carry it slowly, feel for the edge with your feet and call out',
      ],
      correct: 1,
      explanation:
        'A blocked view means trips and collisions. Make the load smaller or change the method; going slowly does not let you see.',
    },
    {
      kind: 'short_text',
      prompt: 'To turn while holding a load, which part of your body should you move instead of twisting your back?',
      accepted: ['feet', 'your feet', 'my feet', 'the feet', 'foot', 'legs', 'your legs'],
      explanation:
        'Step round with your feet, so that hips and shoulders stay in line and the spine does not twist under load.',
    },
    {
      kind: 'spoken',
      prompt:
        'A 28 kg sack of flour lies on the floor at the far side of a narrow aisle and must go to a shelf at chest height. Talk through what you would do before and during the move.',
      rubric: [
        'Asks first whether an aid such as a trolley or lift table, or splitting the load, can avoid the lift',
        'Checks the route and the place: space, floor, obstacles, the destination',
        'Asks for a second person or recognises that the weight and low start are too much alone',
        'Describes a stable stance, the load close to the body and no twisting',
        'If two people lift, names one person who gives the count',
      ],
      explanation:
        'A good answer starts by avoiding or changing the lift, then plans the route, gets help, and only then describes posture.',
    },
  ],
};
