import { readdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { DeviceModel } from '#schemas/generated/definitions/device-model.ts'
import type { Device } from '#schemas/generated/entities/device.ts'
import type { Rule } from '#schemas/generated/entities/rule.ts'
import { openCatalogue } from '#server/catalogue/catalogue.ts'
import { Studio } from '#server/catalogue/studio/studio.ts'
import { type Language, languages } from '#server/lib/language.ts'
import { projectCopy, put, readJson } from './kit.ts'

const DIMMER = { maker: 'gatehouse', entry: 'DIM200' }
const live: Device = {
  id: 'd1',
  device_name: 'Lamp',
  class: 'DIM200',
  status: 2,
  networkType: 'zigbee',
  service_list: [
    {
      name: 'DimmerService',
      type: 'DimmerService',
      property_list: [{ name: 'level', value: 40, type: 'range', min: 0, max: 100, readonly: false }],
    },
  ],
}

async function studio({ homes = [] as Device[][], rules = [] as Rule[] } = {}) {
  const root = projectCopy()
  const folder = join(root, 'catalogue')
  const locales = join(root, 'locales')
  const catalogue = await openCatalogue(folder, { locales })
  onTestFinished(() => catalogue.close())
  const at = new Studio({
    catalogue,
    folder,
    locales,
    homes: () => homes.map((devices) => ({ devices: () => devices, rules: () => rules })),
  })
  return { at, catalogue, folder, textOf: (path: string) => readFileSync(join(folder, path), 'utf8') }
}

/** The same model with one thing changed. */
const edited = (text: string, change: Partial<DeviceModel>): string =>
  `${JSON.stringify({ ...(JSON.parse(text) as DeviceModel), ...change }, null, 2)}\n`

test('models are listed by file and found by words of their name, maker and type', async () => {
  const { at } = await studio()
  const all = at.list({ language: 'ch_DE', page: 1, limit: 1000 })
  expect(all.count).toBe(all.data.length)
  expect(all.count).toBeGreaterThan(25)
  expect(at.list({ language: 'ch_DE', page: 1, limit: 10, searchText: 'gatehouse DIM200' }).data).toEqual([
    expect.objectContaining({ ...DIMMER, model: 'DIM200', type: 'Dimmer', faults: 0 }),
  ])
  expect(
    at
      .list({ language: 'ch_DE', page: 1, limit: 1000, type: 'Dimmer' })
      .data.every(({ type }) => type === 'Dimmer'),
  ).toBe(true)
  expect(at.list({ language: 'ch_DE', page: 2, limit: 10 }).data[0]).toEqual(all.data[10])
})

test('models are named in the language of whoever asks, and found by their names in every one', async () => {
  const { at, catalogue, folder, textOf } = await studio()
  const namesIn = (language: Language) =>
    new Map(at.list({ language, page: 1, limit: 1000 }).data.map(({ model, name }) => [model, name]))
  for (const language of languages) {
    const words = readJson(`locales/${language}/models.json`) as Record<string, string>
    const names = namesIn(language)
    expect(names.size).toBeGreaterThan(100)
    for (const [model, name] of names) expect(name, model).toBe(words[model.replaceAll('.', '_')])
  }
  for (const searchText of ['Dimmereinsatz', 'Dimmer insert'])
    for (const language of languages)
      expect(at.list({ language, page: 1, limit: 5, searchText }).data).toMatchObject([DIMMER])

  // A model that locales do not know says it itself.
  const path = 'devices/gatehouse/OWN1.json'
  const own = edited(textOf('devices/gatehouse/DIM200.json'), {
    ...{ model: 'OWN1', name: 'Own', match: [] },
    words: { ch_DE: { models: { OWN1: 'Eigenes' } }, ch_EN: { models: { OWN1: 'Own' } } },
  })
  put(folder, path, own)
  await catalogue.refresh()
  expect(namesIn('ch_DE').get('OWN1')).toBe('Eigenes')
  expect(namesIn('ch_EN').get('OWN1')).toBe('Own')
})

test('a fault is told with line and column, nothing is drawn, and nothing is saved', async () => {
  const { at, textOf } = await studio()
  const file = await at.read(DIMMER)
  const faulty = edited(file?.text ?? '', { icon: 'bulbb' })
  const checked = at.check(DIMMER, faulty)
  const line = faulty.split('\n').findIndex((said) => said.includes('bulbb')) + 1
  expect(checked.problems).toEqual([
    expect.objectContaining({ file: 'catalogue/devices/gatehouse/DIM200.json', line }),
  ])
  expect(checked.layout).toBeUndefined()
  expect(await at.save(DIMMER, faulty, file?.version)).toMatchObject({ outcome: 'faulty' })
  expect(textOf('devices/gatehouse/DIM200.json')).toBe(file?.text)
})

test('a sound text is drawn as a device of it, and saved whole', async () => {
  const { at, folder, textOf } = await studio()
  const file = await at.read(DIMMER)
  const sound = edited(file?.text ?? '', { name: 'Another name' })
  const checked = at.check(DIMMER, sound)
  expect(checked.problems).toEqual([])
  expect(checked.layout).toMatchObject({ model: 'DIM200', type: 'Dimmer', name: 'Another name' })
  expect(checked.device?.service_list.length).toBeGreaterThan(0)
  const saved = await at.save(DIMMER, sound, file?.version)
  expect(saved).toEqual({ outcome: 'saved', version: expect.stringMatching(/^[0-9a-f]{32}$/) })
  expect(textOf('devices/gatehouse/DIM200.json')).toBe(sound)
  expect(readdirSync(join(folder, 'devices/gatehouse')).filter((name) => !name.endsWith('.json'))).toEqual([])
})

test('of two people who edit the same file, the second is told', async () => {
  const { at } = await studio()
  const file = await at.read(DIMMER)
  const [one, other] = await Promise.all(
    ['One', 'Other'].map((name) => at.save(DIMMER, edited(file?.text ?? '', { name }), file?.version)),
  )
  expect([one?.outcome, other?.outcome]).toEqual(['saved', 'changed'])
  expect((await at.save(DIMMER, file?.text ?? '')).outcome).toBe('changed')
})

test('it is told which homes, devices and rules an edit touches, and previews as one of them describes itself', async () => {
  const rule = (id: string, device: string): Rule => ({
    id,
    name: id,
    rule_logic: 'OR',
    active: true,
    scenes: [{ id: `${id}s`, name: 'Light', devices: [{ id: device, settings: [] }] }],
  })
  const { at } = await studio({
    homes: [[live, { ...live, id: 'd2' }], [], [{ ...live, class: 'other' }]],
    rules: [rule('r1', 'd2'), rule('r2', 'elsewhere')],
  })
  const checked = at.check(DIMMER, (await at.read(DIMMER))?.text ?? '')
  expect(checked.touches).toEqual({ homes: 1, devices: 2, rules: 1 })
  expect(checked.device?.service_list).toEqual(live.service_list)
})

test('a model is previewed with a description that is pasted', async () => {
  const { at } = await studio()
  const described = { ...live, service_list: [{ name: 'Odd', type: 'Odd', property_list: [] }] }
  expect(at.check(DIMMER, (await at.read(DIMMER))?.text ?? '', described).device?.service_list).toEqual(
    described.service_list,
  )
})

test('a draft is a sound file, from a device and from what Zigbee2MQTT tells; a known model and nonsense are refused', async () => {
  const { at } = await studio()
  const told = readJson('tests/fixtures/zigbee2mqtt/bridge-devices.json') as {
    definition?: { model: string } | null
  }[]
  const results = [...told, { ...live, class: 'NEW-1', device_manufacturer: 'Some Maker' }].map((one) =>
    at.draft(one),
  )
  const drafts = results.filter((result) => typeof result === 'object')
  expect(drafts).toContainEqual(expect.objectContaining({ maker: 'some-maker', entry: 'NEW-1' }))
  for (const { maker, entry, text } of drafts) expect(at.check({ maker, entry }, text).problems).toEqual([])
  expect(at.draft(live)).toBe('known already')
  for (const nonsense of [{}, { service_list: [] }, { definition: null }])
    expect(at.draft(nonsense)).toBe('nothing described')
})

test('a new file is written only where there is none', async () => {
  const { at, textOf } = await studio()
  const drafted = at.draft({ ...live, class: 'NEW-1', device_manufacturer: 'Some Maker' })
  if (typeof drafted === 'string') throw new Error(drafted)
  expect(await at.save(drafted, drafted.text, 'a'.repeat(32))).toEqual({ outcome: 'changed' })
  expect(await at.save(drafted, drafted.text)).toMatchObject({ outcome: 'saved' })
  expect(textOf('devices/some-maker/NEW-1.json')).toBe(drafted.text)
})

test('a file that is faulty on disk is listed with its faults and can be read', async () => {
  const root = projectCopy()
  put(root, 'catalogue/devices/gatehouse/BAD1.json', '{ "model": ')
  const folder = join(root, 'catalogue')
  const catalogue = await openCatalogue(folder)
  onTestFinished(() => catalogue.close())
  const at = new Studio({ catalogue, folder, locales: join(root, 'locales'), homes: () => [] })
  expect(at.list({ language: 'ch_DE', page: 1, limit: 5, searchText: 'BAD1' }).data).toEqual([
    { maker: 'gatehouse', entry: 'BAD1', model: 'BAD1', faults: 1 },
  ])
  expect((await at.read({ maker: 'gatehouse', entry: 'BAD1' }))?.text).toBe('{ "model": ')
})

test('a catalogue that cannot be written says so before anything is lost', async () => {
  const { at, folder } = await studio()
  const file = await at.read(DIMMER)
  expect(file?.writable).toBe(true)
  renameSync(join(folder, 'devices'), join(folder, 'elsewhere'))
  expect(await at.save(DIMMER, file?.text ?? '', file?.version)).toEqual({ outcome: 'read only' })
})

test('what is pasted as a description and is none previews like none, and drafts nothing', async () => {
  const { at, textOf } = await studio()
  const text = textOf('devices/gatehouse/DIM200.json')
  const pasted: unknown[] = [
    { class: 'X', service_list: [null] },
    { class: 'X', service_list: [{ name: 'a', type: 'b' }] },
    { class: 'X', service_list: [{ name: 'a', type: 'b', property_list: [null] }] },
    { class: 'X', service_list: 'all' },
    { definition: { vendor: 'a', model: 'b', exposes: [null, 7, { features: [null] }] } },
    null,
  ]
  for (const described of pasted) {
    const { device, problems } = at.check(DIMMER, text, described)
    expect(problems).toEqual([])
    expect(device).toBeDefined()
    const drafted = at.draft(described)
    if (typeof drafted === 'object') expect(JSON.parse(drafted.text)).toMatchObject({ model: 'b' })
    else expect(drafted).toBe('nothing described')
  }
})

test('a text of 200 kB of brackets is told where it goes too deep', async () => {
  const { at } = await studio()
  const { problems } = at.check(DIMMER, '['.repeat(200_000))
  expect(problems).toEqual([
    expect.objectContaining({ line: 1, column: 65, says: { code: 'json.deep', count: 64 } }),
  ])
})

test('of fifteen thousand unknown fields a hundred are told, and how many more there are', async () => {
  const { at, textOf } = await studio()
  const model = JSON.parse(textOf('devices/gatehouse/DIM200.json')) as object
  const many = Object.fromEntries(Array.from({ length: 15_000 }, (_, number) => [`field${number}`, 1]))
  const { problems } = at.check(DIMMER, JSON.stringify({ ...model, ...many }))
  expect(problems).toHaveLength(101)
  expect(problems.map(({ says }) => says)).toContainEqual({ code: 'schema.more', count: 14900 })
  expect(JSON.stringify(problems).length).toBeLessThan(50_000)
})

test('models that are drawn by rule are listed, those with most devices first, and drafted from one of them', async () => {
  const odd: Device = { ...live, class: 'ODD-7', device_manufacturer: 'Örtli' }
  const other: Device = { ...live, id: 'd9', class: 'ODD-8' }
  const { at } = await studio({ homes: [[live, other, odd], [{ ...odd, id: 'd3' }]] })
  expect(at.listByRule({ page: 1, limit: 10 })).toEqual({
    count: 2,
    data: [
      expect.objectContaining({ id: 'Örtli ODD-7', model: 'ODD-7', manufacturer: 'Örtli', devices: 2 }),
      expect.objectContaining({ id: 'ODD-8', model: 'ODD-8', devices: 1 }),
    ],
  })
  expect(at.listByRule({ page: 2, limit: 1 }).data.map(({ model }) => model)).toEqual(['ODD-8'])
  expect(at.listByRule({ page: 1, limit: 10, searchText: 'ortli' }).count).toBe(1)
  const drafted = at.draftLike({ model: 'ODD-7', manufacturer: 'Örtli' })
  if (typeof drafted === 'string') throw new Error(drafted)
  expect(at.check(drafted, drafted.text)).toMatchObject({ problems: [], touches: { homes: 2, devices: 2 } })
  for (const none of [{ model: 'ODD-7' }, { model: '' }]) expect(at.draftLike(none)).toBe('no such model')
  expect(at.draftLike({ model: 'DIM200' })).toBe('known already')
})

test('what an entry may name is what the check accepts of it', async () => {
  const { at, textOf } = await studio()
  const { names, under } = at.vocabulary()
  const text = textOf('devices/gatehouse/DIM200.json')
  const icons = readJson('catalogue/icons.json') as Readonly<Record<string, string>>
  expect(names.icon).toEqual(Object.keys(icons))
  expect(at.check(DIMMER, edited(text, { icon: names.icon?.at(-1) ?? '' })).problems).toEqual([])
  expect(names.template).toContain('DIM200')
  expect(names.service).toEqual(Object.keys(under.property ?? {}).toSorted())
  expect(names.widget).toEqual(Object.keys(under.param ?? {}))
  expect(under.param?.valueSetter?.control).toEqual(['slider', 'stepper'])
})
