import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, test } from 'vitest'
import { signalLevel } from '#gateway/lib/network/signal.ts'
import definition from '#schemas/definitions/screen.json' with { type: 'json' }
import german from '../../../locales/ch_DE/fields.json' with { type: 'json' }
import english from '../../../locales/ch_EN/fields.json' with { type: 'json' }
import { heardAt } from '../property/state/signal.ts'
import { textOf } from './cell.ts'
import { masked } from './kinds/person.tsx'
import { calledBy, cells } from './registry.tsx'

describe('cells', () => {
  test('a row is called by words, also where its name has several parts', () => {
    expect(textOf({ firstName: 'Mia', lastName: 'Zürcher', age: 7 })).toBe('Mia Zürcher')
    expect([textOf(undefined), textOf(null), textOf(0)]).toEqual(['', '', '0'])
  })

  test('whoever hears of a row hears what its cell says: words of a command, and nothing of a person who is hidden', () => {
    const say = (key: string) => (key === 'commands.title.ping' ? 'Ask' : '')
    const mia = { username: 'mia@example.ch', firstName: 'Mia', lastName: 'Zürcher' }
    const called = (cell: 'command' | 'person', value: unknown, ...flags: string[]) =>
      calledBy(cell, value, {}, { field: 'name', say, flags: new Set(flags) })
    expect(called('command', 'ping')).toBe('Ask')
    expect(called('person', mia)).toBe('Mia Zürcher')
    expect(called('person', mia, 'HIDE_SENSITIVE_DATA')).toBe('m•••@example.ch')
    expect(calledBy(undefined, 'Attic', {}, { field: 'name', say, flags: new Set() })).toBe('Attic')
  })

  test('the schema and the files name the same cells', () => {
    const files = readdirSync('src/engine/cells/kinds', { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.tsx'))
      .map((file) => basename(file, '.tsx'))
    expect(files.sort()).toEqual(definition.$defs.cell.enum.toSorted())
  })

  test('each file holds the cell of its name', () => {
    expect([...cells.keys()].sort()).toEqual(definition.$defs.cell.enum.toSorted())
  })

  test('what a value is measured in stands behind it, not in its name', () => {
    const words = { english, german }
    const named = Object.entries(words).flatMap(([language, fields]) =>
      [...JSON.stringify(fields).matchAll(/"([^"]*%[^"]*)"/g)].map(([, label]) => `${language}: ${label}`),
    )
    expect(named).toEqual([])
    expect(JSON.stringify(words)).toContain('Online in the last 30 days')
  })

  // 1.6-104
  test.each([
    ['maria@example.ch', 'm•••@example.ch'],
    ['maria', 'm•••'],
  ])('HIDE_SENSITIVE_DATA masks the user name %s', (username, shown) => {
    expect(masked(username)).toBe(shown)
  })

  test.each([
    [undefined, 0],
    [0, 0],
    [63, 1],
    [64, 2],
    [128, 3],
    [192, 4],
    [255, 4],
  ] as const)('link quality %s is level %i', (lqi, level) => {
    expect(signalLevel(lqi)).toBe(level)
  })

  test.each([
    ['ip', undefined, undefined],
    ['zigbee', undefined, 0],
    ['zigbee', 70, 2],
    ['ip', 200, 4],
  ])('a device on %s with a link quality of %s is heard at %s', (networkType, lqi, level) => {
    const head = {
      id: 'd',
      name: 'D',
      model: 'M',
      type: 'Generic',
      icon: 'device',
      status: 1,
      room: undefined,
      layout: undefined,
    } as const
    expect(heardAt({ ...head, networkType, lqi })).toBe(level)
    expect(heardAt({ ...head, networkType: 'zigbee', lqi, status: 5 })).toBe(0)
  })
})
