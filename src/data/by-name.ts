const nameOf = (file: string): string => file.slice(file.lastIndexOf('/') + 1, file.lastIndexOf('.'))

/** Files of a glob by their names. */
export const byName = <T>(files: Record<string, T>): Map<string, T> =>
  new Map(Object.entries(files).map(([file, one]) => [nameOf(file), one]))
