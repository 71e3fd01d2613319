/** The anchor of the section about spoken answers on the settings page. */
export const SPOKEN_ANSWERS = 'spoken-answers';
