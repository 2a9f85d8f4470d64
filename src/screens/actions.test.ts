import { describe, expect, test } from 'vitest'
import { screens } from '#data/all-screens.ts'
import { resources } from '#data/catalogue.ts'

/** Every named function that definitions could mean. */
const files = import.meta.glob<Record<string, unknown>>('./*/actions.{ts,tsx}', { eager: true })
const named = Object.values(files).flatMap((file) => Object.keys(file))

/** Every `code` in screens and resources, wherever it stands. */
function codesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(codesIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, one]) =>
    key === 'code' && typeof one === 'string' ? [one] : codesIn(one),
  )
}

const used = [...new Set([...screens.values(), ...resources.values()].flatMap(codesIn))]

describe('actions that are code', () => {
  test.each(used)('%s, which a definition names, exists', (name) => {
    expect(named).toContain(name)
  })

  test.each(named)('%s, which exists, is named by a definition', (name) => {
    expect(used).toContain(name)
  })
})
