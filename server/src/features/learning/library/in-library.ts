/** As SQL, whether the module in the row `m` can be studied. */
export const IN_LIBRARY = "m.status = 'published'";
