import catalogue from '#catalogue/statuses.json'

type Say = (key: string, fallback?: string) => string

const names: ReadonlySet<string> = new Set(catalogue.names.map(({ name }) => name))
const icons: ReadonlyMap<string, string> = new Map(catalogue.icons.map(({ id, name }) => [String(id), name]))

/** Names of the catalogue are kept as codes and read as words; those that somebody gave are shown as they are. */
export const statusWord = (name: string, say: Say): string =>
  names.has(name) ? say(`statuses.names.${name}`, name) : name

/** What the drawing of an icon id shows. */
export function statusIconWord(id: string | number, say: Say): string {
  const name = icons.get(String(id))
  return name === undefined ? String(id) : say(`statuses.names.${name}`, name)
}
