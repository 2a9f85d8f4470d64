import { describe, expect, test } from 'vitest'
import type { Remote } from '#schemas/generated/definitions/infrared.ts'
import { readJson } from './kit.ts'

const icons = readJson('catalogue/icons.json') as Record<string, string>
const words = ['ch_DE', 'ch_EN'].map(
  (language) => (readJson(`locales/${language}/infrared.json`) as { keys: Record<string, string> }).keys,
)
const remotes = (['stb', 'tv', 'ac', 'dvd'] as const).map(
  (name) => [name, readJson(`catalogue/infrared/${name}.json`) as Remote] as const,
)

describe.each(remotes)('the remote %s', (name, { type, power, quick, tabs, keys }) => {
  // 2.3-136
  test('has its index', () => expect(type).toBe({ stb: 1, tv: 2, ac: 3, dvd: 4 }[name]))

  // 2.3-137
  test('has about 40 commands, each of them once', () => {
    expect(keys.length).toBeGreaterThanOrEqual(36)
    expect(keys.length).toBeLessThanOrEqual(48)
    expect(new Set(keys.map(({ command }) => command)).size).toBe(keys.length)
  })

  // 2.3-134, 2.3-135
  test('gives each key a name, what is printed on it, and an icon for every state; words in both languages', () => {
    for (const key of keys) {
      expect(key.altName).not.toBe('')
      for (const icon of Object.values(key.icons)) expect(icons).toHaveProperty([icon])
      expect(Object.keys(key.icons).sort()).toEqual(['active', 'failed', 'inProgress', 'normal', 'success'])
      for (const language of words) expect(language[key.name]).toBeTruthy()
    }
  })

  test('places every key, and nothing else, exactly once', () => {
    const placed = tabs.flatMap(({ blocks }) => blocks.flatMap((block) => block.keys)).filter((key) => key)
    expect(placed.toSorted()).toEqual(keys.map((key) => key.name).toSorted())
  })

  test('names keys that it has for the device page', () => {
    const names = keys.map((key) => key.name)
    expect(quick.filter((key) => !names.includes(key))).toEqual([])
  })

  // 2.4-069, 2.4-070
  test('has the command values of on and off', () => {
    expect(power).toEqual(name === 'ac' ? { on: 1, off: 2 } : { on: 5, off: 6 })
    const commands = new Map(keys.map((key) => [key.name, key.command]))
    expect([commands.get('on'), commands.get('off')]).toEqual([power.on, power.off])
  })
})

test('no word is left over', () => {
  const used = new Set(remotes.flatMap(([, { keys }]) => keys.map(({ name }) => name)))
  for (const language of words) expect(Object.keys(language).filter((name) => !used.has(name))).toEqual([])
})

test('devices 18: the arrows of each remote stand in a ring around their middle', () => {
  for (const [name, { tabs }] of remotes) {
    const blocks = tabs.flatMap((tab) => tab.blocks).filter((block) => block.keys.includes('up'))
    for (const block of blocks)
      expect(block, name).toMatchObject({
        shape: 'ring',
        columns: 3,
        keys: [null, 'up', null, 'left', 'ok', 'right', null, 'down', null],
      })
  }
  expect(remotes.some(([, { keys }]) => keys.some(({ name }) => name === 'up'))).toBe(true)
})
