import { describe, expect, test } from 'vitest'
import { propertiesOf, sendable } from '#server/operations/commands.ts'
import { textsOf } from '../../scripts/locales/files.ts'

describe.each(['ch_DE', 'ch_EN'])('spec 3 §2 in %s', (language) => {
  const texts = textsOf(language)

  test('each command that can be sent has a title of its own', () => {
    const titles = sendable.map(({ command }) => texts.get(`commands.title.${command}`) ?? command)
    expect(titles.filter((title) => /^[a-z_]+$/.test(title))).toEqual([])
    expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([])
  })

  test('whatever is sent with one, and is answered, has a name', () => {
    const messages = sendable.flatMap(({ command }) => [command, `${command}_answer`])
    const names = new Set(messages.flatMap((message) => Object.keys(propertiesOf(message))))
    expect(names.size).toBeGreaterThan(sendable.length / 2)
    expect([...names].filter((name) => !texts.has(`commands.property.${name}`))).toEqual([])
  })

  test('each entry of a list that always has as many has a name', () => {
    const fixed = sendable
      .flatMap(({ command }) => Object.entries(propertiesOf(command)))
      .filter(([, { minItems, maxItems }]) => minItems !== undefined && minItems === maxItems)
    expect(fixed).not.toEqual([])
    const entries = fixed.flatMap(([name, { maxItems = 0 }]) =>
      Array.from({ length: maxItems }, (_none, at) => `commands.entry.${name}.${at + 1}`),
    )
    expect(entries.filter((entry) => !texts.has(entry))).toEqual([])
  })
})
