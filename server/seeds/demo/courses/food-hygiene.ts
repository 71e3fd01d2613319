import type { DemoCourse } from '../content.ts';
import { allergens } from './food-hygiene/allergens.ts';
import { cleaningAndPests } from './food-hygiene/cleaning-and-pests.ts';
import { personalHygiene } from './food-hygiene/personal-hygiene.ts';
import { stockRotation } from './food-hygiene/stock-rotation.ts';
import { temperatureControl } from './food-hygiene/temperature-control.ts';

export const foodHygiene: DemoCourse = {
  title: 'Food hygiene and the cold chain',
  emoji: '🧊',
  department: 'warehouse',
  published: true,
  modules: [personalHygiene, temperatureControl, allergens, stockRotation, cleaningAndPests],
};
