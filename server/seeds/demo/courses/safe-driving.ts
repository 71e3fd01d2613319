import type { DemoCourse } from '../content.ts';
import { breakdownsAndCollisions } from './safe-driving/breakdowns-and-collisions.ts';
import { customerSites } from './safe-driving/customer-sites.ts';
import { driverHours } from './safe-driving/driver-hours.ts';
import { economicalDriving } from './safe-driving/economical-driving.ts';
import { loadSecuring } from './safe-driving/load-securing.ts';
import { vehicleChecks } from './safe-driving/vehicle-checks.ts';

export const safeDriving: DemoCourse = {
  title: 'Safe driving and deliveries',
  emoji: '🚚',
  department: 'transport',
  published: true,
  modules: [vehicleChecks, driverHours, loadSecuring, customerSites, breakdownsAndCollisions, economicalDriving],
};
