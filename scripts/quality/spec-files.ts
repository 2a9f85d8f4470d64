import { globSync, readFileSync } from 'node:fs'

/** A single requirement of the specification, from its section's file in docs/spec. */
export interface Requirement {
  id: string
  what: string
  kind: string
  area: string
}

const row = /^\| (?<id>[123]\.[1-9]-\d{3}) \| (?<what>.*?) \| (?<kind>[^|]+) \| (?<area>[^|]+) \|$/

/** Every requirement of docs/spec, in order. A row that is none, or that stands in another section's file, is an error. */
export function requirementsOfSpec(folder = 'docs/spec'): Requirement[] {
  return globSync('[123].[1-9].md', { cwd: folder })
    .sort()
    .flatMap((file) =>
      readFileSync(`${folder}/${file}`, 'utf8')
        .split('\n')
        .filter((line) => /^\| \d/.test(line))
        .map((line) => {
          const { id = '', what = '', kind = '', area = '' } = row.exec(line)?.groups ?? {}
          if (!id.startsWith(`${file.slice(0, 3)}-`))
            throw new Error(`${file} has a row that is none of it: ${line}`)
          return { id, what: what.replaceAll('\\|', '|'), kind, area }
        }),
    )
}
