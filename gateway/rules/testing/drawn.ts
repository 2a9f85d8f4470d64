import fc from 'fast-check'
import type { ActionSet } from '#schemas/generated/entities/rule.ts'

/**
 * Ids of the sets that are done, drawn as somebody would by hand: for each choice all that may be drawn are laid out, and
 * whoever draws goes from one to the next. Of those that are left it is this one where the draw lies in its share. What was
 * drawn is taken out of `left`.
 */
export function drawnByHand(scenes: readonly ActionSet[], left: number[]): string[] {
  const all: ActionSet[][] = []
  for (const set of scenes) {
    const last = all.at(-1)
    if (set.by_chance === 'or' && last) last.push(set)
    else all.push([set])
  }
  return all.map((choice) => {
    const open = choice.map(({ id }) => id)
    if (choice[0]?.by_chance === undefined) return open[0] ?? ''
    while (open.length > 0) {
      const share = 1 / open.length
      const [first = ''] = open.splice(0, 1)
      if ((left.shift() ?? 0) < share) return first
    }
    return ''
  })
}

/** What chance draws: from 0 up to, and without, 1. */
export const draws = fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), {
  ...{ minLength: 25, maxLength: 25 },
})

/** Choices of two to five, plain steps and pauses among them; what a set belongs to stands before the point of its id. */
export const choices: fc.Arbitrary<ActionSet[]> = fc
  .array(fc.record({ size: fc.integer({ min: 1, max: 5 }), delay: fc.constantFrom(0, 5000, 9000) }), {
    ...{ minLength: 1, maxLength: 5 },
  })
  .map((parts) =>
    parts.flatMap(({ size, delay }, part) =>
      Array.from({ length: size }, (_, n): ActionSet => {
        const id = `${part}.${n}`
        return {
          ...{ id, name: id, notifications: [{ type: 1, short_desc: id }] },
          ...(size > 1 && { by_chance: n === 0 ? 'one' : 'or' }),
          ...(delay > 0 && { delay: delay * (n + 1) }),
        }
      }),
    ),
  )
