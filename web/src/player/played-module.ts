import type { ScormModule } from '@training/shared/courses/scorm';

/** Id of the element that has the module in its page. */
const PLACE = 'module';

/** The module of this page. */
export const packagedModule = JSON.parse(document.querySelector(`#${PLACE}`)?.textContent ?? '{}') as ScormModule;
