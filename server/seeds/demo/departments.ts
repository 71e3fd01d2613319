import type { DemoDepartment } from './content.ts';

/** Harbour & Field: a made-up food-logistics company with two depots, forty lorries and a customer desk. */
export const companyName = 'Harbour & Field';

export const departments: DemoDepartment[] = [
  { key: 'warehouse', name: 'Warehouse' },
  { key: 'transport', name: 'Transport' },
  { key: 'customer_service', name: 'Customer Service' },
  { key: 'people_compliance', name: 'People & Compliance' },
];
