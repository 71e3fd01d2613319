import type { DemoModule } from '../../content.ts';

export const customerSites: DemoModule = {
  title: "Arriving at a customer's site",
  status: 'published',
  flashcards: [
    {
      front: 'What do you do before driving into an unfamiliar yard?',
      back: 'Stop, report to the gate or office, and learn the route, speed limit, pedestrian areas and dock. Each yard has its own rules.',
    },
    {
      front: 'Why is reversing the most dangerous move in a yard?',
      back: 'The largest blind area lies behind you, where people walk. Avoid it if you can; otherwise use a trained guide, mirrors and camera together.',
    },
    {
      front: 'You are reversing with a guide and lose sight of them. What now?',
      back: 'Stop at once and wait until you see them again. If you cannot see them, they may be behind you.',
    },
    {
      front: 'What is a drive-away accident, and what prevents it?',
      back: 'The vehicle leaves while somebody is still loading it. Handing in the key, dock locks, wheel chocks or traffic lights prevent it.',
    },
    {
      front: 'How do you open trailer doors safely?',
      back: 'Undo one leaf, stand to the side, and open slowly while holding it. Goods may have shifted and wind can tear a door from your hand.',
    },
    {
      front: 'What makes a proof of delivery useful?',
      back: 'Name in clear letters, time, quantity, temperature where needed, and any shortage or damage written down before the signature.',
    },
    {
      front: 'A customer asks you to leave chilled goods outside a closed shop. What do you do?',
      back: 'Do not leave them. Call customer service for instructions: unattended food is neither cold nor secure.',
    },
  ],
  questions: [
    {
      kind: 'single_choice',
      prompt: 'You are reversing to a dock and your guide disappears from the mirror. What do you do?',
      options: [
        'Stop and wait until you see the guide again',
        'Sound the horn and continue slowly',
        'Rely on the camera',
        'Open the window, listen for a shout and reverse on',
      ],
      correct: 0,
      explanation:
        'A guide out of sight may be behind the vehicle. Cameras have blind areas too, so a stop is the only safe answer.',
    },
    {
      kind: 'multiple_choice',
      prompt: 'Which measures prevent a vehicle from leaving the dock too early? Choose all that apply.',
      options: [
        'Handing the ignition key to the dock staff',
        'Keeping the engine running for a fast start',
        'Waiting in the cab with your phone',
        'Wheel chocks',
        'A red and green light at the dock',
      ],
      correct: [0, 3, 4],
      explanation:
        'Key, chocks and lights each make it physically or visibly impossible to leave. Waiting in the cab has led to many drive-aways after a misread signal.',
    },
    {
      kind: 'single_choice',
      prompt:
        "Two of twelve crates are dented at delivery. The customer says: 'Just sign, we will sort it out.' What is best?",
      options: [
        'Take a clean signature, since the customer agreed to it',
        "Note '2 crates dented', take a photo, then have it signed",
        'Take the whole delivery back',
        'Give a discount on the spot',
      ],
      correct: 1,
      explanation:
        "A clean signature says that all was well. A note and a photo settle the claim fairly for both sides; discounts are not the driver's to give.",
    },
    {
      kind: 'short_text',
      prompt: 'What do you place against a wheel so that a parked vehicle cannot roll?',
      accepted: ['chock', 'chocks', 'wheel chock', 'wheel chocks', 'a chock', 'wedge', 'wheel wedge', 'a wheel chock'],
      explanation: 'A wheel chock holds the vehicle even if the brake fails or somebody releases it by mistake.',
    },
  ],
};
