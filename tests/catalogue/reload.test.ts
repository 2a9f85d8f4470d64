import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { DeviceModel } from '#schemas/generated/definitions/device-model.ts'
import { type Catalogue, openCatalogue } from '#server/catalogue/catalogue.ts'
import { spelled } from '#server/catalogue/check/spelled.ts'
import { deviceOf, projectCopy, put } from './kit.ts'

const DIM200 = 'catalogue/devices/gatehouse/DIM200.json'

interface Live {
  folder: string
  catalogue: Catalogue
  /** How often it told of a change. */
  told: () => number
}

async function live(): Promise<Live> {
  const folder = projectCopy()
  const catalogue = await openCatalogue(join(folder, 'catalogue'), { watch: true })
  let told = 0
  catalogue.onChange(() => {
    told += 1
  })
  onTestFinished(() => catalogue.close())
  return { folder, catalogue, told: () => told }
}

const change = (folder: string, path: string, from: string, to: string) =>
  writeFileSync(join(folder, path), readFileSync(join(folder, path), 'utf8').replace(from, to))
/** A second on a quiet machine. */
const soon = { timeout: 10_000, interval: 10 }
const nameOf = (catalogue: Catalogue, model: string) => catalogue.model(model)?.name

describe('the catalogue while it is open', () => {
  test('shows a changed file within a second, and tells of it', async () => {
    const { folder, catalogue, told } = await live()
    const device = deviceOf(catalogue.model('DIM200') as DeviceModel)
    const before = catalogue.layoutOf(device)
    change(folder, DIM200, 'Dimmer insert', 'Dimmer of the hall')
    await vi.waitFor(() => expect(told()).toBeGreaterThan(0), soon)
    expect(nameOf(catalogue, 'DIM200')).toBe('Dimmer of the hall')
    const after = catalogue.layoutOf(device)
    expect(after.layout.name).toBe('Dimmer of the hall')
    expect(after.hash).not.toBe(before.hash)
    expect(catalogue.byHash(before.hash)).toEqual(before.layout)
  })

  /** As people and programs save: in the file itself, or beside it and then renamed, as safe editors and `sed -i` do. */
  const ways: readonly [string, (path: string, text: string) => void][] = [
    ['written in place', (path, text) => writeFileSync(path, text)],
    [
      'replaced by renaming',
      (path, text) => {
        writeFileSync(`${path}.tmp`, text)
        renameSync(`${path}.tmp`, path)
      },
    ],
    [
      'deleted and written anew',
      (path, text) => {
        rmSync(path)
        writeFileSync(path, text)
      },
    ],
    [
      'kept under another name and replaced by a link',
      (path, text) => {
        const target = `${path}.${Math.random()}`
        writeFileSync(target, text)
        rmSync(path)
        symlinkSync(target, path)
      },
    ],
  ]

  test.each(ways)('shows every save of a file that is %s', async (_how, save) => {
    const { folder, catalogue } = await live()
    const path = join(folder, DIM200)
    const text = readFileSync(path, 'utf8')
    for (const name of ['First', 'Second', 'Third', 'Fourth']) {
      save(path, text.replace('Dimmer insert', name))
      await vi.waitFor(() => expect(nameOf(catalogue, 'DIM200')).toBe(name), soon)
    }
  })

  test('shows every save in whatever order the ways of saving follow each other', async () => {
    const { folder, catalogue } = await live()
    const path = join(folder, DIM200)
    const text = readFileSync(path, 'utf8')
    for (const [at, [, save]] of [...ways, ...ways.toReversed()].entries()) {
      save(path, text.replace('Dimmer insert', `Name ${at}`))
      await vi.waitFor(() => expect(nameOf(catalogue, 'DIM200')).toBe(`Name ${at}`), soon)
    }
  })

  test('shows what is saved in a folder that was moved away and came back, and in one behind a link', async () => {
    const { folder, catalogue } = await live()
    const devices = join(folder, 'catalogue/devices/gatehouse')
    const text = readFileSync(join(folder, DIM200), 'utf8')
    renameSync(devices, join(folder, 'elsewhere'))
    await vi.waitFor(() => expect(catalogue.model('DIM200')).toBeUndefined(), soon)
    symlinkSync(join(folder, 'elsewhere'), devices)
    await vi.waitFor(() => expect(nameOf(catalogue, 'DIM200')).toBe('Dimmer insert'), soon)
    for (const name of ['First', 'Second']) {
      writeFileSync(join(folder, 'elsewhere/DIM200.json'), text.replace('Dimmer insert', name))
      await vi.waitFor(() => expect(nameOf(catalogue, 'DIM200')).toBe(name), soon)
    }
    rmSync(devices)
    renameSync(join(folder, 'elsewhere'), devices)
    for (const name of ['Third', 'Fourth']) {
      writeFileSync(join(folder, DIM200), text.replace('Dimmer insert', name))
      await vi.waitFor(() => expect(nameOf(catalogue, 'DIM200')).toBe(name), soon)
    }
  })

  test('shows what is saved in a file elsewhere that one of its files is a link to', async () => {
    const { folder, catalogue } = await live()
    const path = join(folder, DIM200)
    const text = readFileSync(path, 'utf8')
    const target = join(folder, 'DIM200-elsewhere.json')
    renameSync(path, target)
    symlinkSync(target, path)
    for (const name of ['First', 'Second']) {
      writeFileSync(target, text.replace('Dimmer insert', name))
      await vi.waitFor(() => expect(nameOf(catalogue, 'DIM200')).toBe(name), soon)
    }
  })

  test('is not led in circles by links', async () => {
    const { folder, catalogue } = await live()
    symlinkSync('..', join(folder, 'catalogue/devices/gatehouse/around'))
    change(folder, DIM200, 'Dimmer insert', 'Round')
    await vi.waitFor(() => expect(nameOf(catalogue, 'DIM200')).toBe('Round'), soon)
    expect(catalogue.models().filter(({ model }) => model === 'DIM200')).toHaveLength(1)
    expect(catalogue.problems()).toEqual([])
  })

  test('shows a new model within a second, even in a folder that was not there', async () => {
    const { folder, catalogue } = await live()
    put(folder, 'catalogue/devices/brandnew/NEW1.json', {
      schemaVersion: 1,
      model: 'NEW1',
      type: 'Sensor',
      name: 'New',
      icon: 'gauge',
    })
    await vi.waitFor(() => expect(nameOf(catalogue, 'NEW1')).toBe('New'), soon)
  })

  test('a template that changes reaches all who extend it', async () => {
    const { folder, catalogue } = await live()
    const grid = () =>
      catalogue.model('TRV100')?.properties?.find(({ property }) => property === 'battery')?.grid
    const template = JSON.parse(
      readFileSync(join(folder, 'catalogue/templates/battery.json'), 'utf8'),
    ) as DeviceModel
    template.properties = template.properties?.map((placement) => ({ ...placement, grid: [7, 0, 1, 1] }))
    put(folder, 'catalogue/templates/battery.json', template)
    await vi.waitFor(() => expect(grid()).toEqual([7, 0, 1, 1]), soon)
  })

  test.each([
    [
      'half written',
      (text: string) => text.slice(0, text.indexOf(':', text.length / 2) + 1),
      'is expected here',
    ],
    ['empty', () => '', 'A value is expected here'],
    ['with an unknown field', (text: string) => text.replace('"icon"', '"icn"'), 'Unknown field "icn"'],
    ['without sense', (text: string) => text.replace('"max": 100', '"max": -100'), 'is above max'],
    [
      'extending nothing',
      (text: string) => text.replace('"power-meter"', '"power-metre"'),
      'There is no template or model "power-metre"',
    ],
  ])(
    'keeps the last good version of a file that is %s, lists the fault, and is well again when the file is',
    async (_how, spoil, fault) => {
      const { folder, catalogue } = await live()
      const device = deviceOf(catalogue.model('DIM200') as DeviceModel)
      const { hash } = catalogue.layoutOf(device)
      const good = readFileSync(join(folder, DIM200), 'utf8')
      writeFileSync(join(folder, DIM200), spoil(good))
      await vi.waitFor(() => expect(catalogue.problems()).toHaveLength(1), soon)
      expect(catalogue.problems().map(spelled).join()).toMatch(new RegExp(`^${DIM200}:.*${fault}`))
      expect(catalogue.layoutOf(device).hash).toBe(hash)
      expect(nameOf(catalogue, 'PLG100')).toBe('Metering socket')
      writeFileSync(join(folder, DIM200), good.replace('Dimmer insert', 'Mended'))
      await vi.waitFor(() => expect(nameOf(catalogue, 'DIM200')).toBe('Mended'), soon)
      expect(catalogue.problems()).toEqual([])
    },
  )

  test('a file that is deleted takes its model away; its devices are drawn by rule then', async () => {
    const { folder, catalogue } = await live()
    const device = deviceOf(catalogue.model('DIM200') as DeviceModel)
    rmSync(join(folder, DIM200))
    await vi.waitFor(() => expect(catalogue.model('DIM200')).toBeUndefined(), soon)
    expect(catalogue.layoutOf(device).layout).toMatchObject({
      generated: true,
      model: 'DIM200',
      type: 'Dimmer',
    })
  })

  test('a template that is deleted leaves those who extend it as they were, and says so', async () => {
    const { folder, catalogue } = await live()
    rmSync(join(folder, 'catalogue/templates/power-meter.json'))
    await vi.waitFor(() => expect(catalogue.problems().map(({ file }) => file)).toContain(DIM200), soon)
    expect(catalogue.model('DIM200')?.properties?.map(({ property }) => property)).toContain('power')
  })

  test('a rule that changes redraws what is drawn by rule; a faulty one does not', async () => {
    const { folder, catalogue } = await live()
    change(folder, 'catalogue/rules/units.json', '"seconds"', '"sekunden"')
    await vi.waitFor(() => expect(JSON.stringify(catalogue.rules().units)).toContain('sekunden'), soon)
    change(folder, 'catalogue/rules/units.json', '"units"', '"unit"')
    await vi.waitFor(
      () => expect(catalogue.problems()[0]).toMatchObject({ file: 'catalogue/rules/units.json' }),
      soon,
    )
    expect(JSON.stringify(catalogue.rules().units)).toContain('sekunden')
  })

  test('tells nobody any more who has stopped listening', async () => {
    const { folder, catalogue, told } = await live()
    const quiet = vi.fn()
    catalogue.onChange(quiet)()
    change(folder, DIM200, 'Dimmer insert', 'Else')
    await vi.waitFor(() => expect(told()).toBeGreaterThan(0), soon)
    expect(quiet).not.toHaveBeenCalled()
  })
})

test('a folder without any file gives a catalogue that draws all by rule', async () => {
  const folder = join(projectCopy(), 'empty')
  mkdirSync(folder)
  const catalogue = await openCatalogue(folder)
  const { layout } = catalogue.layoutOf(
    deviceOf({
      schemaVersion: 1,
      model: 'X',
      services: { A: { type: 'A', properties: { b: { kind: 'bool', access: ['read', 'write'] } } } },
    }),
  )
  expect(layout.sections.control?.[0]).toMatchObject({
    property: 'b',
    options: { propertyType: 'serviceWithUnit' },
  })
  expect(catalogue.problems()).toEqual([])
})
