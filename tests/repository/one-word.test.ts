import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { valueAt } from '#lib/value-at.ts'

/** How something fares has one word in each language; these say the same, and "Status" is what a home is set to. */
const WORD: Readonly<Record<string, { one: string; others: readonly string[] }>> = {
  ch_DE: { one: 'Zustand', others: ['Stand', 'Status', 'Lage'] },
  ch_EN: { one: 'State', others: ['Status', 'Standing', 'Condition'] },
}

/** Every value that is drawn as a badge, by where its name stands in `locales/<language>/fields.json`. */
function* badgesIn(part: unknown, words: string): Generator<string> {
  if (typeof part !== 'object' || part === null) return
  const { resource, block, id, cell, field, value } = part as Record<string, unknown>
  if (cell === 'badge' && typeof field === 'string') yield `${words}.${field}`
  if (cell === 'badge' && typeof value === 'string') yield value.replace(/^row\./, `${words}.`)
  const own = resource ?? (block !== undefined && id)
  for (const inner of Object.values(part)) yield* badgesIn(inner, typeof own === 'string' ? own : words)
}

const badges = globSync('catalogue/screens/**/*.json').flatMap((file) => {
  const screen = JSON.parse(readFileSync(file, 'utf8')) as { id: string }
  return [...badgesIn(screen, screen.id)]
})

describe.each(Object.entries(WORD))('how something fares, in %s', (language, { one, others }) => {
  const fields: unknown = JSON.parse(readFileSync(`locales/${language}/fields.json`, 'utf8'))
  const named = badges.map((badge) => ({ badge, word: valueAt(fields, badge) }))

  test('has its word on several pages', () =>
    expect(named.filter(({ word }) => word === one).length).toBeGreaterThan(12))

  test('has no other word on any', () =>
    expect(named.filter(({ word }) => others.includes(String(word)))).toEqual([]))
})
