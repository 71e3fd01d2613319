import type { DemoModule } from '../../content.ts';

export const allergens: DemoModule = {
  title: 'Allergens in storage and handling',
  status: 'published',
  validityDays: 365,
  flashcards: [
    {
      front: 'What happens in a food allergy?',
      back: 'The immune system reacts to a harmless protein. The reaction can be an itch or can stop somebody breathing within minutes.',
    },
    {
      front: 'How much of an allergen is enough?',
      back: "For some people, traces that you cannot see. That is why 'only a few crumbs' is never safe.",
    },
    {
      front: 'What is allergen cross-contact?',
      back: 'An allergen getting into a food that should not hold it, by spills, dust, hands, tools or shared surfaces. Unlike bacteria, it is not made safe by cooking.',
    },
    {
      front: 'Which foods cause most serious reactions?',
      back: 'Peanuts, tree nuts, milk, egg, fish, shellfish, wheat, soya and sesame. The list that the law names differs: 14 groups in the European Union, 9 in the United States.',
    },
    {
      front: 'Where do you store open or powdery allergens?',
      back: 'Sealed, labelled and below other goods, so that nothing can trickle or blow down onto them.',
    },
    {
      front: 'A label and a delivery note disagree on ingredients. What counts?',
      back: 'Neither, until quality has cleared it. Put the goods on hold: a wrong label is one of the commonest causes of food recalls.',
    },
    {
      front: 'How do you clean up spilt allergen powder?',
      back: 'Stop traffic, contain it, use the marked allergen kit, and bag the waste. No compressed air and no dry sweeping, which spread the dust.',
    },
    {
      front: 'Somebody has swollen lips and struggles to breathe after eating. What do you do?',
      back: "Call the emergency number at once and say 'anaphylaxis'. Help them to use their adrenaline pen if they have one, and keep them sitting or lying, not walking.",
    },
  ],
  questions: [
    {
      kind: 'single_choice',
      prompt:
        'A bag of almond flour bursts over a pallet of sealed cartons of plain rice. What do you do with the rice?',
      options: [
        'Wipe the cartons with a damp cloth and ship them, because the rice itself is sealed',
        "Ship it with a handwritten 'may contain nuts'",
        'Hold the pallet, clean the spill with the allergen kit, and let quality decide',
        'Blow the dust off with the air line',
      ],
      correct: 2,
      explanation:
        'Dust sits in folds and gets onto hands and into the pack on opening. Quality decides; a handwritten warning is not a legal label, and air spreads the dust.',
    },
    {
      kind: 'multiple_choice',
      prompt: 'Which of these can cause allergen cross-contact? Choose all that apply.',
      options: [
        'Two sealed, undamaged pallets side by side',
        'Dry sweeping of soya powder',
        'Gloves worn for nuts and then for oats',
        'A leaking milk drum above cartons of juice',
        'The same scoop for two flours',
      ],
      correct: [1, 2, 3, 4],
      explanation:
        'Tools, gloves, drips and dust carry protein from one food to another. Sealed and undamaged packs next to each other do not.',
    },
    {
      kind: 'single_choice',
      prompt: 'Does thorough cooking make a contaminated food safe for someone with an allergy?',
      options: [
        'No, the protein can still cause a reaction',
        'Yes, heat destroys allergens',
        'Yes, if it reaches 75 °C at the centre',
        'Only for milk and egg, and only above 100 °C',
      ],
      correct: 0,
      explanation:
        'Cooking kills bacteria, but allergens are proteins that still trigger reactions after heating. The only protection is to keep them out.',
    },
    {
      kind: 'spoken',
      prompt:
        "You are repacking and notice that the inner bags say 'contains milk' while the outer carton does not. Say aloud, as if to your shift leader, what you have found and what you have done.",
      rubric: [
        'Says clearly what the mismatch is: milk on the inner bag, missing on the carton',
        'Names the product, and the batch or the quantity affected',
        'Has stopped the work and put the goods on hold or set them apart',
        'Asks for or hands over to quality rather than deciding alone',
        'Mentions stock already sent out or elsewhere that may be affected',
      ],
      explanation:
        'A wrong carton can harm someone who trusts it. The report must stop the flow, identify the batch and ask where else it has gone.',
    },
    {
      kind: 'short_text',
      prompt: 'What is the medical name for a severe, life-threatening allergic reaction?',
      accepted: ['anaphylaxis', 'anaphylactic shock', 'anaphylactic reaction', 'an anaphylactic reaction'],
      explanation: 'Anaphylaxis. Saying that word on the emergency call helps the service to send the right help fast.',
    },
  ],
};
