/** Words of our own in schemas: what the text that they describe names, for editors. They allow and forbid nothing. */
export const ANNOTATIONS: string[] = ['x-names', 'x-by']
