import type { DeviceHead } from '#engine/ports.ts'
import type { Reading } from './reading.ts'
import type { Mention } from './subjects.ts'
import { stemOf, wordsOfName } from './tokens.ts'

/**
 * Which of those called so is meant: the one that can do it. Where several could, somebody is asked; until then nothing
 * is made of it.
 */
export function chosenOf<T>(
  mention: Mention,
  suits: (head: DeviceHead) => T | undefined,
  many: boolean,
  reading: Reading,
): readonly { head: DeviceHead; found: T }[] | 'none' | 'asked' {
  const fitting = (heads: readonly DeviceHead[]) =>
    heads.flatMap((head) => {
      const found = suits(head)
      return found === undefined ? [] : [{ head, found }]
    })
  let able = fitting(mention.heads)
  // The door has a lock, and a contact of its own tells that it is open.
  if (able.length === 0 && mention.whole) able = fitting(relatives(mention, reading))
  if (able.length === 0) return 'none'
  if (able.length === 1 || many) return able
  const text = reading.textOf([mention.piece])
  const answer = able.filter(({ head }) => head.id === reading.answers[text])
  if (answer.length > 0) return answer
  reading.ask({ text, choices: able.map(({ head: { id, name, room } }) => ({ id, name, room: room?.name })) })
  return 'asked'
}

/** Devices in whose names all words of that one's name stand. */
function relatives({ heads }: Mention, { lexicon }: Reading): DeviceHead[] {
  const own = heads[0]
  if (!own) return []
  const words = wordsOfName(own.name).map(stemOf)
  return lexicon.facts.heads.filter((head) => {
    const theirs = new Set(wordsOfName(head.name).map(stemOf))
    return head.id !== own.id && words.every((word) => theirs.has(word))
  })
}
