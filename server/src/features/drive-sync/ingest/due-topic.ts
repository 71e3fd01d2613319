/** Channel that announces due files in any workspace. */
export const DRIVE_FILES_DUE = 'drive_files_due';
