import { expect, test, vi } from 'vitest'
import { engineOf } from './engine.ts'
import { type Kept, merge, plain, readerOf, type Texts } from './reader.ts'

const TAG = 'en-CH'

const keptOf = (texts: Texts): Kept => {
  const kept: Kept = { [TAG]: { texts: {} } }
  merge(kept[TAG]?.texts ?? {}, texts)
  return kept
}

const english = (): Kept =>
  keptOf({
    list: {
      count_one: '{{count}} row',
      count_other: '{{count}} rows',
      of: '{{from}} of {{total}}',
      deep: { er: 'down' },
      left_zero: 'none',
      left_one: 'one',
      left_other: 'some',
    },
    mail: { to: 'In {{lng}}, of {{context}}' },
  })

// What is drawn first is read by the one, everything after it by the other.
for (const [name, ways] of [
  ['the first reader', readerOf],
  ['i18next', engineOf],
] as const) {
  const get = (key: string, values?: Record<string, unknown>): string => ways(english())(TAG, key, values)

  test.each([
    [1, '1 row'],
    [0, '0 rows'],
    [1.5, '1.5 rows'],
    [17, '17 rows'],
    [999, '999 rows'],
  ])(`${name}: %d takes its plural form`, (count, text) => {
    expect(get('list.count', { count })).toBe(text)
  })

  test(`${name}: figures of a large count stand in groups`, () => {
    expect(get('list.count', { count: 12_287 })).toMatch(/^12\D287 rows$/)
  })

  test(`${name}: nothing may have a form of its own`, () => {
    expect([0, 1, 2].map((count) => get('list.left', { count }))).toEqual(['none', 'one', 'some'])
  })

  test(`${name}: values are put in, and only those that are given`, () => {
    expect(get('list.of', { from: 3 })).toBe('3 of {{total}}')
    expect(get('list.of', { from: null, total: undefined })).toBe(' of {{total}}')
    expect(get('list.of', { from: 0, total: '' })).toBe('0 of ')
  })

  test.each(['{{total}}', '$t(list.deep.er)', '$&', '$1'])(
    `${name}: the value %s is no part of our texts`,
    (from) => {
      expect(get('list.of', { from, total: 9 })).toBe(`${from} of 9`)
    },
  )

  test(`${name}: a value whose name is an option of the engine is a value`, () => {
    expect(get('mail.to', { lng: 'de-CH', context: 'hall' })).toBe('In de-CH, of hall')
  })

  test(`${name}: a branch is no text, and what is missing is said by its last word and marked`, () => {
    const mark = vi.spyOn(performance, 'mark')
    expect(get('list.deep')).toBe('deep')
    expect(mark).not.toHaveBeenCalled()
    expect(get('list.deep.er')).toBe('down')
    expect(get('list.toString')).toBe('toString')
    expect(mark).toHaveBeenCalledWith('text-missed', { detail: 'list.toString' })
  })

  test(`${name}: texts of a deployment's own stand in the place of those that are shipped`, () => {
    const kept = english()
    const read = ways(kept)
    expect(read(TAG, 'list.count', { count: 2 })).toBe('2 rows')
    kept[TAG] = { texts: kept[TAG]?.texts ?? {}, own: { list: { count_other: '{{count}} lines' } } }
    expect(read(TAG, 'list.count', { count: 2 })).toBe('2 lines')
    expect(read(TAG, 'list.of', { from: 1, total: 2 })).toBe('1 of 2')
    expect(read(TAG, 'list.deep.er')).toBe('down')
    kept[TAG] = { texts: kept[TAG].texts }
    expect(read(TAG, 'list.count', { count: 2 })).toBe('2 rows')
  })

  test(`${name}: texts that come later stand beside the earlier ones`, () => {
    const kept = english()
    const read = ways(kept)
    expect(read(TAG, 'list.deep.er')).toBe('down')
    merge(kept[TAG]?.texts ?? {}, { list: { deep: { down: 'deeper' } }, menu: { main: 'Menu' } })
    expect(['list.deep.er', 'list.deep.down', 'menu.main'].map((key) => read(TAG, key))).toEqual([
      'down',
      'deeper',
      'Menu',
    ])
  })
}

test('what a file brought stays as it came', () => {
  const file = { list: { deep: { er: 'down' } } }
  const kept = keptOf(file)
  merge(kept[TAG]?.texts ?? {}, { list: { deep: { down: 'deeper' } } })
  expect(file).toEqual({ list: { deep: { er: 'down' } } })
  expect(plain(kept, TAG, 'list.deep')).toBeUndefined()
})

const files = import.meta.glob<Texts>('../../locales/*/*.json', { eager: true, import: 'default' })
const tags: Readonly<Record<string, string>> = { ch_DE: 'de-CH', ch_EN: 'en-CH' }

test('every text of both languages reads the same while i18next comes and after it', () => {
  const kept: Kept = {}
  for (const [path, texts] of Object.entries(files)) {
    const [, language = '', area = ''] = /(\w+)\/(\w+)\.json$/.exec(path) ?? []
    const tag = tags[language] ?? ''
    const own = kept[tag] ?? { texts: {} }
    kept[tag] = own
    merge(own.texts, { [area]: texts })
  }
  const [first, after] = [readerOf(kept), engineOf(kept)]
  const keysOf = (texts: Texts, at = ''): string[] =>
    Object.entries(texts).flatMap(([key, text]) =>
      typeof text === 'string' ? [at + key] : keysOf(text, `${at}${key}.`),
    )
  let read = 0
  for (const [tag, { texts }] of Object.entries(kept))
    for (const key of keysOf(texts)) {
      const holes = [...(plain(kept, tag, key) ?? '').matchAll(/\{\{(\w+)\}\}/g)].map(
        ([, hole]) => hole ?? '',
      )
      const values = Object.fromEntries(holes.map((hole, at) => [hole, `<${hole} ${at}> $&`]))
      const stem = key.replace(/_(?:zero|one|other)$/, '')
      for (const asked of [undefined, values, ...[0, 1, 2, 1.5].map((count) => ({ ...values, count }))])
        for (const one of new Set([key, stem])) {
          if (one !== key && asked?.count === undefined) continue
          read += 1
          if (first(tag, one, asked) !== after(tag, one, asked))
            expect([one, asked, first(tag, one, asked)]).toEqual([one, asked, after(tag, one, asked)])
        }
    }
  expect(read).toBeGreaterThan(20_000)
})
