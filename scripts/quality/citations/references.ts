/**
 * Whatever code, data and documents cite has to be found in the project: sections and requirements of the
 * specification (docs/spec), requirements of safety (docs/requirements.json), decisions by number, documents with
 * their headings, and the files and folders that documents name.
 */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { decisions } from '../decision-files.ts'
import { requirementsOfSpec } from '../spec-files.ts'

export interface Known {
  /** `2.4` */
  sections: ReadonlySet<string>
  requirements: ReadonlySet<string>
  decisions: ReadonlySet<string>
  exists: (path: string) => boolean
  /** Headings of a document; none when there is no such document. */
  headings: (path: string) => ReadonlySet<string> | undefined
}

const headingsOf = (path: string): ReadonlySet<string> | undefined =>
  existsSync(path)
    ? new Set([...readFileSync(path, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading))
    : undefined

export function knownHere(): Known {
  const atoms = requirementsOfSpec()
  const safety = JSON.parse(readFileSync('docs/requirements.json', 'utf8')) as { id: string }[]
  return {
    sections: new Set(atoms.map(({ id }) => id.slice(0, 3))),
    requirements: new Set([...atoms, ...safety].map(({ id }) => id)),
    decisions: new Set(decisions('docs/decisions').map(({ number }) => number)),
    // With a star as a glob has it, or with an ending left out: `gateway/core/*`, `src/engine/widget`.
    exists: (path) => existsSync(path) || globSync([path, `${path}.*`]).length > 0,
    headings: headingsOf,
  }
}

/** `spec 2 §4`, `spec 2 §4, §5`, and as limits and requirements have it, `2 §9` and `S2 §9`; with a heading in quotes. */
const SECTIONS =
  /(?<![\d.])\bS?(?<document>[123]) (?<sections>§\d+(?:(?:, | and |\/)§\d+)*)(?: "(?<heading>[^"]+)")?/g
const REQUIREMENT = /\b(?:[123]\.[1-9]-\d{3}|[A-Z]-\d{2})\b/g
const DECISION = /\bdecisions? (?<numbers>\d{4}(?:(?:, | and | to )\d{4})*)/gi
const DOCUMENT = /(?<path>(?:[\w-]+\/)*[\w.-]+\.md)\b(?:, "(?<heading>[^"]+)")?/g
/** Between backticks in a document; what holds a placeholder is a pattern, not a path. */
const PATH =
  /`(?<path>(?:src|server|gateway|widgets|scripts|schemas|catalogue|locales|tests|e2e|bench|docs|public)\/[\w./*@-]*)`/g

/** What a text cites and the project does not have, each with its line. */
export function danglingReferences(file: string, text: string, known: Known): string[] {
  const found: string[] = []
  const document = file.endsWith('.md')
  text.split('\n').forEach((line, at) => {
    const say = (what: string) => found.push(`${file}:${at + 1} cites ${what}, which there is not`)
    for (const { groups } of line.matchAll(SECTIONS))
      for (const [, section] of (groups?.sections ?? '').matchAll(/§(\d+)/g)) {
        const name = `${groups?.document}.${section}`
        if (!known.sections.has(name)) say(`spec ${groups?.document} §${section}`)
        else if (groups?.heading && !known.headings(`docs/spec/${name}.md`)?.has(groups.heading))
          say(`"${groups.heading}" in spec ${groups.document} §${section}`)
      }
    for (const [id] of line.matchAll(REQUIREMENT)) if (!known.requirements.has(id)) say(id)
    for (const { groups } of line.matchAll(DECISION))
      for (const [number] of (groups?.numbers ?? '').matchAll(/\d{4}/g))
        if (!known.decisions.has(number)) say(`decision ${number}`)
    for (const { groups, index } of line.matchAll(DOCUMENT)) {
      // Only comments and texts name documents; in code it may be a field of that name.
      if (!document && !/\/\/|\*|['"`]/.test(line.slice(0, index))) continue
      const path = groups?.path ?? ''
      const headings = known.headings(path) ?? known.headings(join(dirname(file), path))
      if (!headings) say(path)
      else if (groups?.heading && !headings.has(groups.heading)) say(`"${groups.heading}" in ${path}`)
    }
    if (document)
      for (const { groups } of line.matchAll(PATH)) {
        const path = groups?.path ?? ''
        if (!known.exists(path)) say(path)
      }
  })
  return found
}
