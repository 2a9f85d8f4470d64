import { describe, expect, test } from 'vitest'
import type { Texts } from './reader.ts'

const files = import.meta.glob<Texts>('../../locales/*/*.json', { eager: true, import: 'default' })
const areas = ['shell', 'menu', 'session']

const textsOf = (language: string, area: string): Texts =>
  files[`../../locales/${language}/${area}.json`] ?? {}

function flat(texts: Texts, at = ''): [string, string][] {
  return Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[at + key, value]] : flat(value, `${at}${key}.`),
  )
}

const holes = (text: string): string[] =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? '').sort()

describe.each(areas)('%s', (area) => {
  const german = new Map(flat(textsOf('ch_DE', area)))
  const english = new Map(flat(textsOf('ch_EN', area)))

  test('has every text in both languages', () => {
    expect(german.size).toBeGreaterThan(0)
    expect([...german.keys()].sort()).toEqual([...english.keys()].sort())
  })

  // 1.1-014
  test('is in Swiss spelling', () => {
    expect([...german.values()].filter((text) => text.includes('ß'))).toEqual([])
  })

  test('puts the same values into both languages', () => {
    for (const [key, text] of german) expect([key, holes(text)]).toEqual([key, holes(english.get(key) ?? '')])
  })
})
