import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

interface Shown {
  field?: string
  value?: string
  cell?: string
  tones?: Readonly<Record<string, string>>
  toneOf?: string
}

/** Every list of columns or facts, however deep. */
function* shownIn(part: unknown): Generator<readonly Shown[]> {
  if (typeof part !== 'object' || part === null) return
  if (Array.isArray(part) && part.some((one) => one?.cell === 'progress')) yield part
  for (const one of Object.values(part)) yield* shownIn(one)
}

const bars = globSync('catalogue/screens/**/*.json').flatMap((file) =>
  [...shownIn(JSON.parse(readFileSync(file, 'utf8')))].flatMap((shown) => {
    const state = shown.find(
      ({ cell, tones }) => cell === 'badge' && Object.values(tones ?? {}).includes('danger'),
    )
    const bar = shown.find(({ cell }) => cell === 'progress')
    return state && bar ? [{ file, state, bar }] : []
  }),
)

describe('a bar beside a state that may be bad', () => {
  test('is found on several screens', () => expect(bars.length).toBeGreaterThan(5))

  test.each(bars)('has its colour: $file', ({ state, bar }) => {
    expect(bar.toneOf).toBe(state.field ?? state.value)
    for (const [value, tone] of Object.entries(state.tones ?? {}))
      if (tone === 'danger') expect(bar.tones?.[value]).toBe('danger')
  })
})
