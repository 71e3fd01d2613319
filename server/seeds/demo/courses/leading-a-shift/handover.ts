import type { DemoModule } from '../../content.ts';

export const handover: DemoModule = {
  title: 'Handing over a shift',
  status: 'draft',
  flashcards: [
    {
      front: 'Why are handovers risky?',
      back: 'Work goes on while knowledge changes hands. What is not said is lost: half-done jobs, held goods, isolated machines.',
    },
    {
      front: 'What are the four headings of a handover?',
      back: 'Safety, stock on hold, open work, and people. The same order each time, so that nothing is left out.',
    },
    {
      front: 'Written or spoken?',
      back: 'Both. The written note carries the facts; talking brings out questions and shows what was understood.',
    },
    {
      front: 'How does the incoming leader confirm?',
      back: 'By repeating the key points and walking past the critical places together: the held pallets, the locked-off machine.',
    },
    {
      front: 'Who is in charge during the handover?',
      back: "The outgoing leader, until the incoming one says 'I have it'. There is never a moment with no one or with two.",
    },
    {
      front: 'A machine is locked off for repair. What must the handover contain?',
      back: "What is locked, why, by whom, and that only that person, or the site's formal procedure, may remove the lock.",
    },
  ],
  questions: [
    {
      kind: 'single_choice',
      prompt: 'A conveyor is locked off and its fitter has gone home. The next shift needs it. What is right?',
      options: [
        'Cut the lock, since the repair looks finished',
        "Follow the site's formal lock removal procedure, and do not use it until then",
        'Use it slowly with the guard open',
        'Ask the fitter by text whether the repair is finished, and remove the lock yourself',
      ],
      correct: 1,
      explanation:
        'The lock says that a person could be inside or the repair is not safe. Only its owner, or the formal procedure with its checks, may remove it.',
    },
    {
      kind: 'multiple_choice',
      prompt: 'What belongs in a handover? Choose all that apply.',
      options: [
        'Who went home ill, and what their task was',
        'Orders that must leave before six',
        'A spill that is being dried at dock 5',
        'Gossip about the next shift',
        'Goods on hold, and why',
      ],
      correct: [0, 1, 2, 4],
      explanation:
        'Holds, hazards, missing people and deadlines change what the next leader does first. Gossip does not.',
    },
    {
      kind: 'single_choice',
      prompt: 'When does responsibility pass to the incoming leader?',
      options: [
        'At the hour on the rota',
        'When the note lies on the desk',
        'When the outgoing leader has signed the log and left the building for the day',
        'When the incoming leader has understood and says that they take over',
      ],
      correct: 3,
      explanation:
        'A spoken take-over leaves no gap. A clock or a note does not show that somebody knows what is going on.',
    },
    {
      kind: 'short_text',
      prompt: 'Besides being written down, how should a handover be given?',
      accepted: [
        'spoken',
        'verbally',
        'orally',
        'face to face',
        'face-to-face',
        'in person',
        'by talking',
        'verbal',
        'oral',
        'aloud',
        'talking',
      ],
      explanation:
        'Spoken, best face to face, so that the incoming leader can ask and repeat. Reading alone hides misunderstandings.',
    },
  ],
};
