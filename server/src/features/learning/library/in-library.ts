/** SQL condition: the module `m` can be studied. */
export const IN_LIBRARY = "m.status = 'published'";
