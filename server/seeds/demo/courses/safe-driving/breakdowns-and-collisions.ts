import type { DemoModule } from '../../content.ts';

export const breakdownsAndCollisions: DemoModule = {
  title: 'Breakdowns, collisions and near misses',
  status: 'published',
  flashcards: [
    {
      front: 'Your vehicle breaks down on a fast road. What are the first steps?',
      back: 'Get as far off the road as you can, hazard lights on, high-visibility vest on, and leave by the side away from traffic.',
    },
    {
      front: 'Where do you wait?',
      back: 'Behind the safety barrier and back from the vehicle, never in it or in front of it. A parked vehicle can be hit and pushed forward.',
    },
    {
      front: 'When do you use a warning triangle?',
      back: 'Where local rules allow it and you can place it safely, well behind the vehicle. On some motorways it is forbidden because placing it is too risky.',
    },
    {
      front: 'What is the order after a collision?',
      back: 'Stop, protect the scene, call for help, give first aid, and then exchange details and take photos.',
    },
    {
      front: 'What do you tell the emergency operator?',
      back: 'Where, what happened, how many are hurt and how badly, and dangers such as leaking fuel. Stay on the line until told to hang up.',
    },
    {
      front: 'What should you not say at the scene?',
      back: 'Do not argue about blame or admit fault. Give your details, stay polite, and write down facts; insurers and police decide the rest.',
    },
    {
      front: 'Why report a near miss when nothing happened?',
      back: 'The same bend, dock or habit will meet the next driver. A two-minute report lets planning change the route or the slot.',
    },
    {
      front: 'When must a collision be reported to the police?',
      back: 'In most countries at least when someone is hurt, a party has left, or details cannot be exchanged. Check your local rule.',
    },
  ],
  questions: [
    {
      kind: 'single_choice',
      prompt:
        'You have stopped on the hard shoulder of a motorway with a puncture. It is raining. Where do you wait for help?',
      options: [
        'Behind the barrier, a little way back from the vehicle',
        'In the cab with the seat belt on',
        'In front of the vehicle, where it shelters you from rain and spray',
        'On the shoulder, waving traffic past',
      ],
      correct: 0,
      explanation:
        'Vehicles on the shoulder do get hit. Behind the barrier and back from the vehicle, you are out of reach of a shunt.',
    },
    {
      kind: 'multiple_choice',
      prompt: 'Which facts belong in your collision record? Choose all that apply.',
      options: [
        'Names of witnesses',
        "Your opinion of the other driver's character",
        'Photos of positions and damage',
        'Time and exact place',
        'Registration numbers and names',
      ],
      correct: [0, 2, 3, 4],
      explanation:
        'Facts that fade quickly matter most: place, people, positions, witnesses. Opinions help nobody and can be used against you.',
    },
    {
      kind: 'single_choice',
      prompt: 'After a light collision the other driver shouts that it was your fault. What do you do?',
      options: [
        'Agree, to calm the situation',
        'Stay calm, exchange details, record facts, and leave blame to the insurers',
        'Explain in detail, while you both remember it, why the fault was theirs',
        'Drive to a quieter street and talk there',
      ],
      correct: 1,
      explanation:
        'Words spoken in shock can bind the company and often turn out wrong. Leaving the scene may be an offence.',
    },
    {
      kind: 'spoken',
      prompt:
        'You come round a bend and find a van on its side, its driver sitting dazed on the verge. Speak the emergency call that you would make.',
      rubric: [
        'Gives the location: road, direction, and a landmark, marker or map position',
        'Says what has happened and which vehicles are involved',
        'Says how many people are hurt and their condition',
        'Names dangers such as fuel, traffic or a blocked lane',
        'Says who is calling, and stays on the line for questions',
      ],
      explanation:
        'Location comes first, because help can set off even if the call is cut. Then what, how many, which dangers, and stay on the line.',
    },
    {
      kind: 'short_text',
      prompt: 'Which item of clothing do you put on before getting out at the roadside, day or night?',
      accepted: [
        'high-visibility vest',
        'high visibility vest',
        'hi-vis',
        'hi vis',
        'hi-vis vest',
        'hi vis vest',
        'high-vis vest',
        'high vis vest',
        'high-vis',
        'safety vest',
        'reflective vest',
        'high-visibility jacket',
        'hi-vis jacket',
      ],
      explanation:
        'A high-visibility vest gives other drivers several seconds more to see you. Keep it within reach in the cab, not in the back.',
    },
  ],
};
