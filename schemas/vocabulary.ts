/**
 * Words of our own in schemas, that allow and forbid nothing: what the text that they describe names, for editors;
 * and in which words a pattern is asked for (`faults.forms` of the locales).
 */
export const ANNOTATIONS: string[] = ['x-names', 'x-by', 'x-form']
