import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { FORMS_WITH_STORED_INPUT } from './stored-forms.ts';

const src = path.resolve(import.meta.dirname, '../..');
const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'));
const textOf = (file: string) => readFileSync(path.join(src, file), 'utf8');

/** Matches elements that accept typed text. */
const FIELD =
  /<(TextInput|Textarea|MultilineField|NumberField|PasswordInput|JsonInput|TagsInput|Autocomplete|SecretField|MarkdownField)\b|\bcontentEditable\b/;
/** Also matches forms, regardless of their fields. */
const TYPED = new RegExp(`${FIELD.source}|<form\\b`);
const KEEPS = /\buse(ContractForm|StoredFormState|StoredFormInput)\(/;

/** Files with fields whose text is stored elsewhere, or that contain no text worth storing. */
const ELSEWHERE: Record<string, string> = {
  'ui/dialogs/form-dialog.tsx': 'draws the form that it is given, and asks for its stored input',
  'ui/lists/filter-bar.tsx': 'what is searched for stands in the address',
  'ui/popups/search-select.tsx': 'what is typed narrows a list of choices',
  'ui/forms/secret-field.tsx': 'a field of other forms, for secrets',
  'ui/forms/number-field.tsx': 'a field of other forms',
  'features/modules/editor/markdown-field.tsx': 'the section’s draft keeps it',
  'features/modules/editor/media-fields.tsx': 'the section’s draft keeps it',
  'features/modules/editor/question-editor.tsx': 'the section’s draft keeps it',
  'features/modules/editor/line-fields.tsx': 'the section’s draft keeps it',
  'features/modules/editor/hotspot-fields.tsx': 'the section’s draft keeps it',
  'features/modules/editor/other-kinds.tsx': 'the section’s draft keeps it',
  'features/modules/editor/topic-field.tsx': 'the section’s draft keeps it',
  'features/modules/topic-score-fields.tsx': 'the form of the settings keeps it',
  'features/modules/editor/module-editor.tsx': 'the section’s draft keeps it',
  'features/modules/editor/item-frame.tsx': 'the section’s draft keeps it',
  'features/modules/preview-page.tsx': 'answers that are tried are stored nowhere',
  'features/ai/forms/source-fields.tsx': 'fields of forms that keep them',
  'features/provider-keys/endpoint-fields.tsx': 'fields of forms that keep them, but for the key',
  'features/provider-keys/key-form.tsx': 'a field of other forms, for secrets',
  'features/courses/chosen-course.tsx': 'fields of forms that keep them',
  'features/courses/emoji-field.tsx': 'a field of forms that keep it',
  'player/quiz.tsx': 'packages in other systems store answers there, once they are given',
  'features/learning/quiz/answer-field.tsx': 'the question’s page keeps it',
  'features/passkeys/recovery-code-form.tsx': 'a secret, which is stored nowhere',
  'features/settings/escalation-fields.tsx': 'fields of forms that keep them',
  'features/settings/retention-fields.tsx': 'fields of forms that keep them',
  'features/pins/change-pin-form.tsx': 'secrets, which are stored nowhere',
  'features/sign-in/pin-page.tsx': 'secrets, which are stored nowhere',
  'features/sign-in/shared-device-page.tsx': 'secrets, which are stored nowhere',
  'features/sign-in/set-up-device-page.tsx': 'a code, of nobody who is signed in',
  'features/sign-in/link-form.tsx': 'one address, of nobody who is signed in',
  'features/assignments/rule-fields.tsx': 'fields of forms that keep them',
};

test('every file in which something is typed keeps it, or says who does', () => {
  const forgetful = files.filter((file) => TYPED.test(textOf(file)) && !KEEPS.test(textOf(file)));
  expect(forgetful.toSorted()).toEqual(Object.keys(ELSEWHERE).toSorted());
});

test('a form says that there is nothing to type only where that is so', () => {
  const inputless = files.filter((file) => /storedInput=\{null\}|, 'choice'\)/.test(textOf(file)));
  expect(inputless.length).toBeGreaterThan(0);
  // The new name of a passkey is a word or two.
  expect(inputless.filter((file) => FIELD.test(textOf(file)))).toEqual(['features/passkeys/passkey-list.tsx']);
});

test('every name of a form is one of a form that there is', () => {
  const all = files.map(textOf).join('\n');
  expect(
    FORMS_WITH_STORED_INPUT.filter((name) => !all.includes(`['${name}'`) && !all.includes(`[\n    '${name}'`)),
  ).toEqual([]);
});

test('a form that does not use its restored input itself says that it is there', () => {
  const silent = files.filter((file) => {
    const text = textOf(file);
    return KEEPS.test(text) && !/RestoredNotice|FormInDialog|CommentForm|'secret'|'signed out'|'choice'/.test(text);
  });
  expect(silent).toEqual([]);
});
