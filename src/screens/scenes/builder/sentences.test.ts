import { beforeAll, expect, test } from 'vitest'
import type { EnginePorts } from '#engine/ports.ts'
import { changeLanguage, loadAreas } from '#i18n/i18n.ts'
import { text } from '#i18n/useText.ts'
import { words } from '#i18n/words.ts'
import { kindValue } from '../kinds.ts'
import { vocabulary } from './forms/offered.ts'
import { notificationPart, type Speech, targetPart } from './sentences.ts'

beforeAll(async () => {
  await loadAreas(['builder', 'sentences', 'scenes', 'values', 'properties'])
  await changeLanguage('ch_EN')
})

const speech: Speech = {
  ...{ text, words, naming: { device: () => undefined, property: () => undefined, kind: kindValue } },
  ports: {
    home: { device: () => undefined, devices: () => ({ complete: false }) },
  } as unknown as EnginePorts,
  widgets: new Map(),
  elsewhere: { unread: undefined, addresses: undefined, people: undefined, callers: undefined },
}

const switched = vocabulary.kinds.flatMap(({ id: kind, sets }) =>
  sets.flatMap(({ id, value }) =>
    value.kind === 'bool' ? [true, false].map((to) => ({ kind, sets: id, value: to })) : [],
  ),
)

test.each(switched)('the step says of %j no other than its sentence', (target) => {
  const { text: whole, value } = targetPart({ id: 'g', ...target }, speech)
  // "All speakers · Mute" stands for "Mute all speakers"; that something is on is said by switching it on.
  const verb = whole.split(' ')[0]
  expect(verb === 'Switch' ? whole.endsWith(` ${value.toLowerCase()}`) : value).toBe(
    verb === 'Switch' ? true : verb,
  )
})

test.each([0, 1, 2] as const)('a message of the type %i is called as its sentence calls it', (type) => {
  const { text: whole, name } = notificationPart({ type, short_desc: 'Hello' }, speech)
  expect(whole.toLowerCase()).toContain(name.toLowerCase())
})
