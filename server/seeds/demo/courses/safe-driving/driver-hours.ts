import type { DemoModule } from '../../content.ts';

export const driverHours: DemoModule = {
  title: 'Driver hours, rest and fatigue',
  status: 'published',
  validityDays: 365,
  flashcards: [
    {
      front: 'Why are driving hours limited by law?',
      back: 'Tired drivers react late and misjudge. Limits on driving time, breaks and daily and weekly rest differ by country: know the rule where you drive.',
    },
    {
      front: 'What does 17 hours without sleep do to you?',
      back: 'It slows reactions about as much as a blood alcohol level of 0.05 %, a drink-driving limit in many countries.',
    },
    {
      front: 'At which times of day is falling asleep at the wheel likeliest?',
      back: 'Between about 2 and 6 in the morning, and again in the early afternoon. The body clock dips then, even after a good night.',
    },
    {
      front: 'Which warning signs mean that you should stop?',
      back: 'Heavy eyes, yawning, drifting in the lane, missing signs, and not remembering the last few kilometres.',
    },
    {
      front: 'What helps when you are sleepy on the road?',
      back: 'Stop somewhere safe, drink a coffee, and nap for 15 to 20 minutes. The caffeine starts to work as you wake. It buys a short time, not a shift.',
    },
    {
      front: 'Do an open window or loud music help?',
      back: 'Hardly, and only for minutes. They hide tiredness from you while your reactions stay slow.',
    },
    {
      front: 'What counts as rest?',
      back: 'Time that you may dispose of freely. Loading, paperwork and waiting on call are usually work, even with the engine off; check your local rule.',
    },
    {
      front: 'The route cannot be finished within your hours. What do you do?',
      back: 'Call planning as soon as you see it. Never stretch hours or alter records: the plan has to change, not the rule.',
    },
  ],
  questions: [
    {
      kind: 'single_choice',
      prompt:
        'Traffic has put you two hours behind and the last drop would take you past your driving limit. What do you do?',
      options: [
        'Finish, and take a longer rest tomorrow',
        "Switch the recorder to 'rest' for the last stretch, and explain it later",
        'Call planning now, and stop in a safe place within your limit',
        'Drive faster to make up the time',
      ],
      correct: 2,
      explanation:
        'An early call leaves planning a choice: relief driver, new slot, overnight stop. False records are an offence and hide a danger.',
    },
    {
      kind: 'multiple_choice',
      prompt: 'Which are signs of dangerous tiredness? Choose all that apply.',
      options: [
        'You cannot recall the last few kilometres',
        'You keep blinking and yawning',
        'You drift over the lane marking',
        'You feel hungry',
        'You notice the scenery',
      ],
      correct: [0, 1, 2],
      explanation:
        'Drifting, gaps in memory and heavy eyes come just before short involuntary sleep. Hunger and attention to your surroundings do not show it.',
    },
    {
      kind: 'single_choice',
      prompt: 'You feel sleepy at 3 a.m. with 90 minutes to go, and hours in hand. Which is best?',
      options: [
        'Stop, have a coffee, nap for about 20 minutes, then reassess',
        'Open the window and sing',
        'Have an energy drink and keep going',
        'Sleep deeply for an hour and set off in the minute that you wake',
      ],
      correct: 0,
      explanation:
        'Caffeine takes about 20 minutes to work, so it meets you as you wake from a short nap. A long nap leaves you groggy, so allow time before driving if you take one.',
    },
    {
      kind: 'single_choice',
      prompt:
        'You wait at a dock for an hour while your trailer is unloaded, and you must move it when told. Is that rest?',
      options: [
        'Yes, because the engine is off and you are not at the wheel',
        'Yes, as long as the wait was not planned and lasts less than an hour',
        'Usually not, because you are not free to use the time as you like',
        'Only at night',
      ],
      correct: 2,
      explanation:
        'Rest means that the time is yours. Being on call at the dock is normally other work or availability; check your local rule for the exact class.',
    },
    {
      kind: 'short_text',
      prompt:
        'About how many minutes should a nap last, so that it refreshes without leaving you groggy? Give one number.',
      accepted: [
        '15',
        '20',
        '15-20',
        '15 to 20',
        '15–20',
        '20 minutes',
        '15 minutes',
        'twenty',
        'fifteen',
        '15 to 20 minutes',
        '15-20 minutes',
      ],
      explanation:
        'Fifteen to twenty minutes ends before deep sleep begins, from which it takes long to wake up fully.',
    },
  ],
};
