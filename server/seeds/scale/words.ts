/** What the names and titles of the generated rows are put together from. */

export const DEPARTMENT_PLACES = [
  'Porto',
  'Leeds',
  'Gdańsk',
  'Malmö',
  'Lyon',
  'Turin',
  'Cork',
  'Ghent',
  'Brno',
  'Sevilla',
];

export const DEPARTMENT_TRADES = ['Operations', 'Logistics', 'Service', 'Quality', 'Administration'];

export const FIRST_NAMES = [
  'Ada',
  'Amir',
  'Beatriz',
  'Bilal',
  'Chloé',
  'Dmytro',
  'Elif',
  'Emeka',
  'Freya',
  'Hugo',
  'Ingrid',
  'Jarek',
  'Kofi',
  'Leïla',
  'Mei',
  'Niamh',
  'Oskar',
  'Priya',
  'Rasa',
  'Søren',
  'Tomás',
  'Uma',
  'Yusuf',
];

export const LAST_NAMES = [
  'Almeida',
  'Bakker',
  'Čapek',
  'Dvořák',
  'Eze',
  'Fischer',
  'García',
  'Hansen',
  'Ito',
  'Jansen',
  'Kowalska',
  'Lindgren',
  'Mensah',
  'Nowak',
  "O'Brien",
  'Papadaki',
  'Quinn',
  'Rossi',
  'Silva',
  'Tanaka',
  'Usman',
  'Varga',
  'Wright',
  'Yılmaz',
  'Zhang',
];

export const EMOJI = ['📦', '🚚', '🧯', '🧪', '💬', '🔒', '🧰', '📊', '🩺', '🌱', '⚡'];

export const SUBJECTS = [
  'Working at height',
  'Chemical storage',
  'Data protection',
  'Customer care',
  'Machine guarding',
  'Fire safety',
  'First response',
  'Manual handling',
  'Waste and recycling',
  'Electrical isolation',
  'Site access',
  'Incident reporting',
  'Quality checks',
];

export const ASPECTS = [
  'Basics',
  'Daily routine',
  'When it goes wrong',
  'Tools and records',
  'Who decides',
  'Refresher',
];
