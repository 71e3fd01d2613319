/** Says that files of some workspace are due. */
export const DRIVE_FILES_DUE = 'drive_files_due';
