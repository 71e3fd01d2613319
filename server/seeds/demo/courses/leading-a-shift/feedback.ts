import type { DemoModule } from '../../content.ts';

export const feedback: DemoModule = {
  title: 'Feedback that helps',
  status: 'draft',
  flashcards: [
    {
      front: 'What are the three parts of useful feedback?',
      back: "Situation, behaviour, effect: 'This morning at dock 1 you checked the seal twice; that caught the wrong trailer.'",
    },
    {
      front: 'Behaviour or character: what do you talk about?',
      back: "Behaviour. 'The last three labels were on the wrong side' can be changed; 'you are careless' only hurts.",
    },
    {
      front: 'When is the right time?',
      back: 'Soon, usually the same shift, and when both have a minute. Danger is stopped at once; the talk comes after.',
    },
    {
      front: 'Where do you give critical feedback?',
      back: 'In private. In front of others people defend themselves instead of listening.',
    },
    {
      front: 'What do you do after saying your part?',
      back: 'Ask how the other person saw it, and listen. There may be a broken scanner behind the slow picking.',
    },
    {
      front: 'How does it end?',
      back: 'With one agreed step and a time to look at it again. Three steps at once are none.',
    },
  ],
  questions: [
    {
      kind: 'single_choice',
      prompt: 'Which sentence is useful feedback?',
      options: [
        "'You are not a team player.'",
        "'You always leave a mess behind, and it is always the others who have to clear up after you.'",
        "'Others manage it too.'",
        "'Yesterday two pallets stayed in the fire exit; the night team had to move them.'",
      ],
      correct: 3,
      explanation:
        'Situation, behaviour and effect in one sentence. The others judge the person, exaggerate or compare.',
    },
    {
      kind: 'multiple_choice',
      prompt: 'Which make critical feedback easier to accept? Choose all that apply.',
      options: [
        'Saving it up for the yearly review',
        'Agreeing on one next step',
        'Giving it in private',
        "Asking for the other person's view",
        "Starting with 'everybody says that you …'",
      ],
      correct: [1, 2, 3],
      explanation:
        "Privacy, listening and one clear step let people change. Saving up and hiding behind 'everybody' feel like an ambush.",
    },
    {
      kind: 'single_choice',
      prompt: 'Someone walks under a raised load in front of the whole team. What do you do?',
      options: [
        'Wait for a private moment in the afternoon',
        "Mention it in tomorrow's briefing, with the name, as a lesson for all",
        "Call 'Stop!' at once, and talk about it in private afterwards",
        'Write it in the appraisal',
      ],
      correct: 2,
      explanation: 'Danger to life is stopped immediately, whoever listens. The explanation follows in private.',
    },
    {
      kind: 'short_text',
      prompt: 'Situation, behaviour, ____: which part completes the pattern?',
      accepted: ['effect', 'impact', 'the effect', 'the impact', 'consequence', 'result', 'outcome'],
      explanation:
        'Effect, also called impact: it shows why the behaviour matters and gives a reason to change or to continue.',
    },
  ],
};
