import type { DemoSuggestion } from './content.ts';

/** What other systems have pushed through the intake in the last two months, newest first. */
export const suggestions: DemoSuggestion[] = [
  {
    title: 'Battery room: new charging bays and what changes for you',
    sourceName: 'Confluence',
    sourceUrl: 'https://wiki.harbour-field.example/display/WH/battery-room-charging-bays',
    department: 'warehouse',
    daysAgo: 1,
    content: `The battery room at the Eastgate depot has eight new charging bays. Six are for the counterbalance trucks and two for the reach trucks. Please read this before your next shift with an electric truck.

## What changes

- Each bay has a number and a charger that fits one type of battery only. Match the coloured plug to the coloured mark on the truck; never use an adapter.
- Park with the forks flat on the floor, switch the truck off and remove the key before you plug in.
- Switch the charger off before you pull the plug. Pulling it under load makes a spark, and lead-acid batteries give off hydrogen while they charge.
- Leave the battery cover open on lead-acid trucks so that the gas can escape. The extractor fan must be running; if the fan lamp is red, do not charge and call maintenance.

## What stays the same

No smoking, no phones on charge and no storage of cartons in the room. Topping up with water is done after charging, not before, and only by people trained for it, with goggles, gloves and apron. The eye-wash bottle hangs beside the door: check its date when you pass.

If acid gets on skin or in eyes, rinse with plenty of water at once, for at least 20 minutes, and have somebody call the first-aider.

Questions go to the warehouse trainers.`,
  },
  {
    sourceName: 'Safety bulletin',
    department: 'warehouse',
    daysAgo: 4,
    content: `# Near miss: pallet dropped from level 3 in aisle 7

On Tuesday at 05:40 a pallet of bottled juice came down from level 3 in aisle 7. Nobody was hurt. The aisle was empty because the picker who normally works there had stopped to change a scanner battery.

## What happened

A reach truck placed the pallet at an angle, so that one corner rested on the beam by only a few centimetres. The operator noticed a knock but could not see the rear of the pallet from the cab. Twenty minutes later the neighbouring bay was loaded, the beam flexed slightly, and the pallet tipped.

## Why it could happen

- The camera on the mast had been reported as blurred two days before and was still in use.
- The pallet had a cracked bottom board, which kept it from sitting flat.
- There was no rule that an aisle stays empty after a doubtful placement.

## What we ask of everybody

1. If a placement feels or sounds wrong, lower the pallet and do it again. Nobody will count the minutes.
2. If you cannot see both beams, ask for a second pair of eyes at a safe distance.
3. Take cracked pallets out before they go up, not after.
4. Close the aisle with the red chain whenever a load above head height is in doubt, and tell the shift leader.

The camera has been replaced. Mast cameras are now part of the daily truck check: a blurred picture means that the truck is out of use.`,
  },
  {
    title: 'Winter driving: what to carry and when to turn back',
    sourceName: 'SharePoint',
    sourceUrl: 'https://intranet.harbour-field.example/sites/transport/winter-driving',
    department: 'transport',
    daysAgo: 9,
    content: `Winter rules apply from the first of the month until further notice.

**Before you leave.** Clear all glass, all lamps and the roof. Ice sliding from a trailer roof can go through the windscreen behind you. Check washer fluid for frost protection, and look at the forecast for the whole route, not just for the depot.

**In the cab.** Warm jacket, gloves, blanket, torch, water, some food, a charged phone with a cable, a shovel, and a bag of grit. Whether snow chains or winter tyres are compulsory depends on the country and sometimes on the road: planning lists the rule for each route on the run sheet.

**On the road.** Double your following distance on wet roads, and make it much longer on snow and ice. Brake, steer and accelerate gently, one after the other rather than together. Bridges and shaded bends freeze first. If the steering suddenly feels light and the tyre noise stops, you may be on ice: ease off and keep the wheel straight.

**When to stop.** You decide, and planning will back you. If you cannot see two marker posts ahead, if the wind moves an empty trailer across the lane, or if the police advise against travel, find a safe place to park and call in. A late delivery can be explained. Keep the refrigeration unit running and note its temperature every hour while you wait.`,
  },
  {
    title: 'Reading the new carrier tracking page',
    sourceName: 'Confluence',
    sourceUrl: 'https://wiki.harbour-field.example/display/CS/carrier-tracking-page',
    department: 'customer_service',
    daysAgo: 13,
    content: `The carriers that deliver for us outside our own region now share one tracking page. This note explains the five states, so that we all tell customers the same thing.

| State | What it means | What to tell the customer |
|---|---|---|
| Announced | The carrier has the data, not yet the goods | "It is being prepared; it leaves tonight." |
| Collected | The goods were scanned on to the first lorry | "It is on its way." |
| At hub | It is in a sorting depot | "It is on its way." Do not name the hub: routes change. |
| Out for delivery | It is on the lorry that will come to the customer | Give the two-hour window shown |
| Exception | Something has stopped it | Open the details first, and never read the code aloud |

An exception is not always a problem. Code 12 means that the receiver asked for another day. Code 31 means that the temperature recorder raised an alarm: in that case do not promise delivery, put the order on hold, and call quality.

The time on the page is that of the last scan, not of the goods. "No change for six hours" on a night route is normal; for chilled goods by day, call the carrier after two.

Please do not send customers a link to this page. It shows other consignments on the same lorry, and those are none of their business.`,
  },
  {
    sourceName: 'HR newsletter',
    sourceUrl: 'https://people.harbour-field.example/newsletter/working-in-hot-weather',
    daysAgo: 18,
    content: `# Working in hot weather

The dock was at 34 °C on three afternoons last week. Heat is a hazard like any other: it can be planned for, and the early signs can be learnt.

**Drink before you are thirsty.** A cup of water every 15 to 20 minutes works better than a litre at lunch. Go easy on very sweet and energy drinks. If you take medicines or have a heart or kidney condition, ask your doctor what is right for you, and tell us only what you wish to.

**Get used to it.** New starters, and everyone who has been away for a week or more, need several days to adapt. Shift leaders will start them on shorter periods in the hottest places.

**Know the signs.** Headache, dizziness, cramps, feeling sick and heavy sweating mean heat exhaustion: stop, go somewhere cool, loosen clothing, drink, and tell somebody. Confusion, fainting or very hot skin may be heat stroke. That is an emergency: call the emergency number, move the person into the shade, and cool them with water and air until help comes. Do not leave them alone.

**What we have changed.** Heavy unloading moves to the morning where customers agree. There are water points at docks 2, 6 and 9, fans in the packing hall, and extra breaks when the dock is above 30 °C. Light work clothes are available from the store.

Look out for each other: people with heat exhaustion are often the last to notice.`,
  },
  {
    title: 'Answering questions about allergens by phone',
    sourceName: 'SharePoint',
    sourceUrl: 'https://intranet.harbour-field.example/sites/quality/allergen-questions',
    department: 'customer_service',
    daysAgo: 24,
    content: `Several customers have asked us by phone whether a product is "safe for" somebody. This page sets out how we answer.

**We give information; we do not give assurance.** Read out the allergen statement of the current specification, word for word, including "may contain". Do not add "that should be fine", do not leave out a line because it seems unlikely, and do not answer from memory. Recipes change.

**Check which version you are reading.** The specification carries a date. The label on the pack in the customer's hand wins over our screen: ask them to read it to you. If the two differ, do not choose one. Tell the customer not to use the product, note the batch code, and send the case to quality as urgent.

**"Free from" is a claim with a legal meaning.** Not being listed as an ingredient is not the same. Say "sesame is not listed as an ingredient, and the label carries no warning for sesame", if that is the case, and never "it is sesame-free" unless the pack says so.

**Somebody is ill now.** If the caller describes swelling, trouble breathing or fainting, ask them to hang up and call the emergency number. Everything else can wait.

**Follow up in writing.** Send the specification as a PDF after the call, so that the customer has the exact words. Note in the record which version you sent.`,
  },
  {
    title: 'Canteen menu and opening hours for the holiday weeks',
    sourceName: 'SharePoint',
    sourceUrl: 'https://intranet.harbour-field.example/sites/facilities/canteen-holiday-weeks',
    daysAgo: 29,
    dismissed: { reason: 'A notice, not something to learn: it belongs on the noticeboard.' },
    content: `During the two holiday weeks the canteen at Eastgate opens from 05:30 to 14:00 only. The evening service returns on the Monday after.

The hot menu is reduced to one dish with meat or fish and one without. Soup, salad, bread and fruit are available all the time. As always, the allergen folder lies at the counter; ask the cook if you are not sure about a dish, and please do not use the serving spoon of one dish for another.

**Night shift.** The vending machines in the corridor will be filled with sandwiches and soups every afternoon. They take cards as well as the staff badge. If a machine keeps your money, write your name and the amount on the sheet beside it, and it will be paid back with the next wages.

**Quayside depot.** The van with hot food comes at 11:45 as usual, except on the two public holidays.

**Fridges.** All staff fridges will be emptied and cleaned on the last Friday before the holidays at 15:00. Anything without a name and a date will be thrown away, including the box. Please take home what you want to keep.

We wish everybody a good meal and some rest.`,
  },
  {
    title: 'Working alone: check-in procedure for the Quayside depot',
    sourceName: 'Confluence',
    sourceUrl: 'https://wiki.harbour-field.example/display/PC/lone-working-quayside',
    department: 'people_compliance',
    daysAgo: 37,
    content: `Since the late shift at Quayside was reduced, one person is sometimes alone on site between 22:00 and 05:00. This procedure applies to everyone who works there without another person in sight or within call: warehouse, maintenance, cleaning and security.

## Before the shift

1. Sign in on the lone-worker board and call the Eastgate control room, giving your name, task and expected finish.
2. Test the personal alarm: press until it buzzes, and wait for the control room to answer.
3. Look at the list of tasks that are not done alone: work at height, work on live electrical parts, entry into tanks or pits, picking in the freezer, and work on a machine with its guard removed.

## During the shift

Call in every hour. If the control room has not heard from you ten minutes after the hour, they call you twice. If you do not answer, they send the patrol and, where there is reason to fear harm, call the emergency services. Nobody will be annoyed by a false alarm; a missed call that is not followed up is treated as an incident.

## Strangers on site

Do not challenge them. Lock yourself into the office, press the alarm, and wait.

## After the shift

Sign out, by phone, before you leave the gate. Report any time when you felt unsafe, even if nothing happened: lighting, doors and patrol times are changed on the strength of these reports.`,
  },
  {
    title: 'Floor tape colours, second edition',
    sourceName: 'Safety bulletin',
    department: 'warehouse',
    daysAgo: 46,
    dismissed: { reason: 'Already covered by the site induction, and the colours change again in spring.' },
    content: `The floor at Eastgate has been marked again. The colours have changed slightly since the first edition of this bulletin, so please look at them even if you have worked here for years.

- **Yellow**: edges of traffic lanes. Trucks on one side, people on the other.
- **White**: places for pallets and equipment. If it has wheels and is not in use, it stands in a white box.
- **Red and white stripes**: keep clear at all times. Fire equipment, electrical panels, exits, and the eye wash.
- **Black and yellow stripes**: a danger that stays, such as a low beam, a ramp edge or the swing of a gate.
- **Blue**: goods on hold. Nobody moves anything out of a blue box except quality.
- **Green**: first aid, emergency showers and the route to the assembly point.

Pedestrian walkways have a green surface with white footprints. They have the right of way only at the marked crossings, and even there you stop and make eye contact before you step out.

Tape wears. If you see a line that is torn or no longer visible, tell the shift leader, who has rolls of every colour. Please do not repair a line with another colour "for the time being": people act on what they see, and a wrong colour is worse than none.`,
  },
  {
    sourceName: 'HR newsletter',
    sourceUrl: 'https://people.harbour-field.example/newsletter/confidential-line',
    department: 'people_compliance',
    daysAgo: 57,
    content: `# The confidential line: how it works and what happens afterwards

Since spring there has been a confidential line for concerns that you do not want to raise with your own manager. Twelve reports have come in. Many of you have asked what happens to them, so here it is, step by step.

**Who answers.** An outside company, in eleven languages, by phone or web form, at any hour. You may stay anonymous. If you do, you get a number and a code, with which you can read questions and answer them without giving your name.

**What happens first.** The report goes to two people: the head of People & Compliance and the head of audit. If one of them is mentioned in the report, that person does not receive it. You get a confirmation within a few days.

**Who looks into it.** Somebody from outside your department, who was not involved. They speak with the people who may know something, look at records, and write down facts. The person reported is heard as well: that is fair, and it is how mistakes come to light.

**What you hear.** That it is closed, and whether something was changed. You may not hear what was said to an individual, because they too have a right to privacy.

**What we promise.** Nobody suffers for a report made honestly, even if it turns out to be mistaken. If you think that you are being treated worse since you spoke up, tell us: we look into that first.`,
  },
];
