import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Menu } from '#schemas/generated/definitions/menu.ts'
import type { Column, ListBlock, ListScreen, Screen } from '#schemas/generated/definitions/screen.ts'

const read = <T>(pattern: string): T[] =>
  globSync(pattern).map((file) => JSON.parse(readFileSync(file, 'utf8')) as T)

const screens = read<Screen>('catalogue/screens/**/*.json')
const lists = screens.flatMap((screen): (ListScreen | ListBlock)[] => {
  if (screen.kind === 'list') return [screen]
  return screen.kind === 'sections' ? screen.sections.filter((block) => block.block === 'list') : []
})

describe('a gateway in a list', () => {
  /** By the number that can be copied below its name. */
  const named = lists.flatMap((list) =>
    list.columns
      .filter(({ noteCell }) => noteCell === 'code')
      .map((column) => ({ list, column, name: `${list.resource}.${column.field}` })),
  )
  const opens = (list: ListScreen | ListBlock, column: Column): boolean =>
    list.open !== undefined && column === (list.columns.find(({ naming }) => naming) ?? list.columns[0])

  test('is found on several pages', () => expect(named.length).toBeGreaterThan(6))

  test.each(named)('leads to its page: $name', ({ list, column }) => {
    expect(column.link !== undefined || opens(list, column)).toBe(true)
  })
})

describe('a page below an entry of the menu', () => {
  const below = read<Menu>('catalogue/menus/*.json').flatMap(({ items }) =>
    items.flatMap((item) => {
      // An entry without a page of its own leads to that of its first child.
      const first = item.screen ?? item.children?.[0]?.screen
      return (item.children ?? [])
        .map(({ screen }) => screen)
        .filter((screen) => screen !== undefined && screen !== first)
    }),
  )

  test('is found several times', () => expect(below.length).toBeGreaterThan(3))

  test.each(below)('leads back to the page above it: %s', (id) => {
    expect(screens.find((screen) => screen.id === id)).toHaveProperty('parent')
  })
})
