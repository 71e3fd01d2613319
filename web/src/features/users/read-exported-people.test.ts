import { expect, test, vi } from 'vitest';
import { parsePeopleFile } from './parse-people-file.ts';

/** Words of an export in another language than English. */
const WORDS: Record<string, string> = {
  'column.email': 'E-Mail-Adresse',
  'column.full_name': 'Voller Name',
  'column.role': 'Rolle',
  'column.department': 'Abteilung',
  'column.status': 'Zustand',
  'column.added': 'Angelegt am',
  'column.last_sign_in': 'Letzte Anmeldung',
  'role.trainer': 'ausbildende Person',
  'status.active': 'aktiv',
  'status.inactive': 'inaktiv',
};

vi.mock(import('../../lib/i18n/translator.ts'), async (original) => {
  const { translatorOf } = await original();
  const inGerman = (feature: string, key: string, english: string) =>
    feature === 'exports' ? (WORDS[key] ?? english) : english;
  return {
    translatorOf: ((feature: 'exports') => {
      const t = translatorOf(feature);
      return Object.assign((key: 'column.email') => inGerman(feature, key, t(key)), t);
    }) as typeof translatorOf,
  };
});

// rules/users 15
test('an export in another language can be imported again', () => {
  const file =
    'E-Mail-Adresse,Voller Name,Rolle,Abteilung,Zustand,Angelegt am,Letzte Anmeldung\n' +
    'ana@example.com,Ana Souza,ausbildende Person,,inaktiv,2026-01-01,\n' +
    'bo@example.com,Bo,learner,,active,2026-01-01,\n';
  expect(parsePeopleFile(new TextEncoder().encode(file), [])).toMatchObject({
    ignored: [],
    rows: [
      { person: { email: 'ana@example.com', full_name: 'Ana Souza', role: 'trainer', deactivate: true } },
      { person: { email: 'bo@example.com', role: 'learner', deactivate: false } },
    ],
  });
});
