import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { layoutFor } from '#gateway/lib/layout/layout.ts'
import type { DeviceModel } from '#schemas/generated/definitions/device-model.ts'
import { layout as validLayout } from '#schemas/generated/validate.js'
import { openCatalogue } from '#server/catalogue/catalogue.ts'
import { definitionSchemas } from '#server/catalogue/check/schemas.ts'
import { told } from '#server/catalogue/check/spelled.ts'
import { judge, type ReadModel } from '#server/catalogue/library.ts'
import { read } from '#server/catalogue/read.ts'
import { deviceOf, modelFiles, readJson, root } from './kit.ts'

/** Numbers that look random and are the same in every run. */
function sequence(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const JUNK: readonly unknown[] = [
  null,
  -1,
  1e9,
  '',
  'valuSetter',
  true,
  [],
  {},
  [[]],
  { service: 1 },
  'constructor',
  'A'.repeat(300),
]

/** One place of a JSON value changed: replaced, removed, doubled, renamed. */
function spoiled(value: unknown, pick: (below: number) => number): unknown {
  const copy: unknown = structuredClone(value)
  let at = copy as Record<string, unknown>
  for (let depth = pick(8); depth > 0; depth -= 1) {
    const inner = Object.values(at).filter((part) => typeof part === 'object' && part !== null)
    if (inner.length === 0) break
    at = inner[pick(inner.length)] as Record<string, unknown>
  }
  const keys = Object.keys(at)
  const key = keys[pick(Math.max(1, keys.length))] ?? 'extra'
  const junk = JUNK[pick(JUNK.length)]
  const change = pick(4)
  if (change === 0) at[key] = junk
  else if (change === 1) delete at[key]
  else if (change === 2 && Array.isArray(at)) at.push(at[0])
  else
    Object.defineProperty(at, change === 3 ? `${key}x` : '__proto__', {
      value: at[key],
      enumerable: true,
      configurable: true,
    })
  return copy
}

const originals = modelFiles.map((file) => ({
  file,
  text: readFileSync(join(root, 'catalogue', file), 'utf8'),
}))
const templates = [
  'battery',
  'identify',
  'link-quality',
  'mains',
  'power-meter',
  'power-on-behavior',
  'switch',
  'tamper',
  'temperature-humidity',
]
const icons = new Set(Object.keys(readJson('catalogue/icons.json') as object))

test('U-02 of 1,000 mutated catalogues none throws, each fault names its entry, and all others load', {
  timeout: 120_000,
}, async () => {
  const catalogue = await openCatalogue(join(root, 'catalogue'))
  const schemas = definitionSchemas
  const rules = catalogue.rules()
  const readOne = (file: string, text: string) =>
    read<DeviceModel>(schemas, 'device-model', `catalogue/${file}`, text)
  const base: ReadModel[] = []
  const all = [
    ...originals,
    ...templates.map((name) => ({
      file: `templates/${name}.json`,
      text: readFileSync(join(root, `catalogue/templates/${name}.json`), 'utf8'),
    })),
  ]
  for (const { file, text } of all) {
    const { source, value } = readOne(file, text)
    if (value) base.push({ source, model: value })
  }
  expect(base).toHaveLength(all.length)
  const devices = catalogue.models().map(deviceOf)
  const pick = sequence(20261121)
  let faulty = 0
  for (let round = 0; round < 1000; round += 1) {
    const { file, text } = all[pick(all.length)] as (typeof all)[number]
    const name = `catalogue/${file}`
    // Now and then a file is cut off, as an editor or a full disk would leave it.
    const mutated =
      pick(8) === 0
        ? text.slice(0, pick(text.length))
        : JSON.stringify(spoiled(JSON.parse(text), pick), null, 2)
    const now = readOne(file, mutated)
    const entries = base.filter(({ source }) => source.file !== name)
    if (now.value) entries.push({ source: now.source, model: now.value })
    const { good, problems } = judge(entries, { rules, icons })
    const faults = [...now.problems, ...problems]
    if (!now.value || !good.has(name)) {
      faulty += 1
      expect(faults.map((fault) => fault.file)).toContain(name)
      expect(
        faults.every((fault) => fault.line > 0 && fault.column > 0 && !/faults\.|\{\{/.test(told(fault))),
      ).toBe(true)
    }
    // What does not build on the spoiled file stays good.
    for (const { source, model } of base) {
      if (
        source.file !== name &&
        model.extends === undefined &&
        !problems.some((fault) => fault.file === source.file)
      )
        expect(good.has(source.file)).toBe(true)
    }
    const model = good.get(name)
    const device = devices[pick(devices.length)]
    if (device) {
      const layout = layoutFor(rules, device, model)
      expect(validLayout(layout)).toBe(true)
      const told = device.service_list.reduce((sum, service) => sum + service.property_list.length, 0)
      const drawn = Object.values(layout.sections).flat()
      expect(drawn.length > 0 || told === 0).toBe(true)
    }
  }
  expect(faulty).toBeGreaterThan(300)
  expect(Object.hasOwn(Object.prototype, 'service')).toBe(false)
})
