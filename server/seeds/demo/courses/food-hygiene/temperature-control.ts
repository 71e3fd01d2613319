import type { DemoModule } from '../../content.ts';

export const temperatureControl: DemoModule = {
  title: 'Temperature control from dock to door',
  status: 'published',
  validityDays: 365,
  flashcards: [
    {
      front: 'What is the temperature danger zone?',
      back: 'Roughly 5 °C to 60 °C, in which bacteria grow quickly. The exact limits differ by country: check your local rule.',
    },
    {
      front: 'At what temperature do we keep frozen food?',
      back: 'At −18 °C or colder. Bacteria stop growing but most survive, and start again when the food thaws.',
    },
    {
      front: 'At what temperature do we keep chilled food?',
      back: "Our target is 0 °C to 5 °C unless the label asks for less. Some countries' legal limit is higher, but cooler gives a margin.",
    },
    {
      front: 'Why is air temperature not the same as product temperature?',
      back: 'Air changes in minutes, food in hours. A cold trailer can hold warm food, and an open door warms the air long before the food.',
    },
    {
      front: 'How do you measure wrapped chilled goods without opening them?',
      back: 'Hold a flat probe between two packs, press them together, and wait for the reading to settle. Probe the food itself only when this reading is doubtful.',
    },
    {
      front: 'How do you check a probe thermometer?',
      back: 'In well-stirred crushed ice and water it should read 0 °C, give or take 1 °C. Outside that, take it out of use and label it.',
    },
    {
      front: 'When do you pre-cool a trailer?',
      back: 'Before loading, to the temperature of the load. The unit is built to keep goods cold, not to make warm goods cold.',
    },
    {
      front: "What does 'hold' mean for a delivery?",
      back: 'The goods are set apart, labelled and kept at temperature until quality staff decide. Nobody ships, returns or throws them away meanwhile.',
    },
  ],
  questions: [
    {
      kind: 'single_choice',
      prompt:
        'A chilled delivery arrives. The trailer display shows 3 °C but a between-pack reading of the yoghurt shows 9 °C. What do you do?',
      options: [
        'Put it on hold, record both readings and call quality',
        'Accept it, because the trailer is at 3 °C',
        'Put it in the cold room, let it cool down and measure again tomorrow',
        'Accept it with a shorter date',
      ],
      correct: 0,
      explanation:
        "The food's own temperature counts. Cold air over warm food means that it was loaded warm or warmed on the way, and only quality can judge for how long.",
    },
    {
      kind: 'short_text',
      prompt: 'What reading, in °C, should a good probe give in stirred ice water?',
      accepted: ['0', '0 °C', '0°C', 'zero', '0 degrees', '0 C', '0C', 'zero degrees'],
      explanation:
        'Melting ice is at 0 °C, which makes a reliable test that needs no instrument. A difference of more than 1 °C takes the probe out of use.',
    },
    {
      kind: 'multiple_choice',
      prompt: 'Which habits keep the cold chain unbroken while loading? Choose all that apply.',
      options: [
        'Keep the doors shut between pallets where possible',
        'Pre-cool the trailer before the first pallet',
        'Leave space for air to flow around the load',
        'Stack right up to the air outlet to use the space',
        'Stage chilled pallets on the dock an hour ahead to save time',
      ],
      correct: [0, 1, 2],
      explanation:
        'A cold box, moving air and closed doors keep goods cold. An hour on a warm dock or a blocked outlet warms them without any alarm.',
    },
    {
      kind: 'single_choice',
      prompt:
        'Frozen fish was found at −6 °C after a unit failed and has been refrozen overnight. It is hard again. What is true?',
      options: [
        'It is safe, because freezing kills bacteria',
        'It is on hold: quality decides, since growth during the warm time is not undone',
        'It may go out today if the ice crystals are brushed off and the packs are undamaged',
        'It may be sold as chilled fish',
      ],
      correct: 1,
      explanation:
        'Freezing pauses bacteria; it does not kill them or remove what they made. The record of time and temperature decides, not how hard the fish feels.',
    },
    {
      kind: 'single_choice',
      prompt: 'Why do you clean and disinfect the probe between products?',
      options: [
        'To stop it from corroding',
        'To bring the sensor back to its starting value before the next reading',
        'To avoid carrying bacteria or allergens from one product to the next',
        'To make it react faster',
      ],
      correct: 2,
      explanation:
        'A probe goes into the middle of the food. Without cleaning it carries bacteria and allergens along with it.',
    },
  ],
};
