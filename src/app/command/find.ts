import { plainLetters } from '#gateway/lib/names/letters.ts'
import type { IconName } from '#ui/Icon.tsx'

const GROUPS = ['screens', 'actions', 'scenes', 'devices', 'rooms', 'gateways'] as const
export type CommandGroup = (typeof GROUPS)[number]

/** Something that the palette can do. */
export interface Command {
  id: string
  group: CommandGroup
  text: string
  /** Where it is, what state it is in: searched too, after the text. */
  note?: string
  /** What one may call it as well: searched, never shown. */
  also?: string
  icon: IconName
  /** Why it cannot be run; it stays in its place, so that nobody looks for it in vain. */
  why?: string
  /** Asks something first: the palette only gives way, and goes when it is done. */
  asks?: true
  run(): void
}

/** The beginning of the text, then of a word, then anywhere, then the note; every word of the search must be there. */
function rank({ text, note, also }: Command, words: readonly string[]): number {
  const name = plainLetters(text)
  const all = `${name} ${plainLetters(`${note ?? ''} ${also ?? ''}`)}`
  if (!words.every((word) => all.includes(word))) return Number.POSITIVE_INFINITY
  const [first = ''] = words
  if (name.startsWith(first)) return 0
  if (name.includes(` ${first}`)) return 1
  return name.includes(first) ? 2 : 3
}

/** What fits the search, at most so many of a group, the groups in their order. */
export function find(commands: readonly Command[], search: string, most: number): readonly Command[] {
  const words = plainLetters(search).split(/\s+/).filter(Boolean)
  const found = commands
    .map((command, at) => ({ command, at, rank: rank(command, words) }))
    .filter((one) => one.rank < Number.POSITIVE_INFINITY)
    .toSorted((a, b) => a.rank - b.rank || a.at - b.at)
  return GROUPS.flatMap((group) =>
    found
      .filter(({ command }) => command.group === group)
      .slice(0, most)
      .map(({ command }) => command),
  )
}
