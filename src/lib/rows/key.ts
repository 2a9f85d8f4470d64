/** Where rows of an operation are cached: the engine asks there, live events patch there. */
export const rowsKey = (operation: string, query?: object): readonly unknown[] =>
  query === undefined ? ['rows', operation] : ['rows', operation, query]
