import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
/** The languages chosen in this tab, also where the browser stores nothing. */
const chosen = new Map<string, string>();

const keyOf = (moduleId: string) => `language/${moduleId}`;

function chosenFor(moduleId: string): string | undefined {
  const here = chosen.get(moduleId);
  if (here !== undefined) return here;
  try {
    return localStorage.getItem(keyOf(moduleId)) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Has a module shown in a language from now on, in this browser. */
export function chooseStudyLanguage(moduleId: string, language: string): void {
  chosen.set(moduleId, language);
  try {
    localStorage.setItem(keyOf(moduleId), language);
  } catch {
    // Storage can be switched off; the choice is then kept until the page is closed.
  }
  for (const listener of listeners) listener();
}

/** Returns the input of `learning.open`: with the language that was chosen, else the server decides. */
export function learningOpenInputOf(moduleId: string): { module_id: string; language?: string } {
  const language = chosenFor(moduleId);
  return language === undefined ? { module_id: moduleId } : { module_id: moduleId, language };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns `learningOpenInputOf`, and renders again when another language is chosen. */
export function useLearningOpenInput(moduleId: string) {
  useSyncExternalStore(subscribe, () => chosenFor(moduleId));
  return learningOpenInputOf(moduleId);
}
