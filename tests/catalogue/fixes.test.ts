import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DeviceModel, Placement } from '#schemas/generated/definitions/device-model.ts'
import type { CatalogueProblem } from '#schemas/generated/entities/catalogue-problem.ts'
import { type Catalogue, openCatalogue } from '#server/catalogue/catalogue.ts'
import { root } from './kit.ts'

const PATH = 'devices/gatehouse/DIM200.json'
const good = readFileSync(join(root, 'catalogue', PATH), 'utf8')

let catalogue: Catalogue
beforeAll(async () => {
  catalogue = await openCatalogue(join(root, 'catalogue'))
})
afterAll(() => catalogue.close())

/** As an editor does it: lines and columns count from one. */
function withFix(text: string, { line, column, length, text: put }: NonNullable<CatalogueProblem['fix']>) {
  const lines = text.split('\n')
  const at = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0) + column - 1
  return text.slice(0, at) + put + text.slice(at + length)
}

const edited = (change: (model: DeviceModel & Record<string, unknown>) => void): string => {
  const model = JSON.parse(good) as DeviceModel & Record<string, unknown>
  change(model)
  return JSON.stringify(model, null, 2)
}
const first = (model: DeviceModel): Placement => {
  const [placement] = model.properties ?? []
  if (!placement) throw new Error('The model places nothing')
  return placement
}

test.each<[string, string]>([
  ['a slip in a field', good.replace('"icon"', '"icn"')],
  ['a slip in an icon', edited((model) => Object.assign(model, { icon: 'dimer' }))],
  ['a slip in a type', edited((model) => Object.assign(model, { type: 'dimmer' }))],
  ['another version', edited((model) => Object.assign(model, { schemaVersion: 7 }))],
  [
    'a slip in a widget',
    edited((model) => Object.assign(first(model).options, { propertyType: 'valueSeter' })),
  ],
  ['a slip in a section', edited((model) => Object.assign(first(model), { section: 'controll' }))],
  ['a place beyond the edge', edited((model) => first(model).grid.splice(1, 2, 3, 4))],
  [
    'two at one place',
    edited((model) => {
      const [one, other] = model.properties ?? []
      if (one && other) other.grid = [...one.grid]
    }),
  ],
  ['a comma that is missing', good.replace(/,\n/, '\n')],
  ['a comma behind the last field', good.replace(/\n\}\s*$/, ',\n}\n')],
  ['a comma behind the last entry of a list', edited((model) => model).replace(/\n\s*\]\s*\}\s*$/, ',\n]}')],
  ['a curly quote in front of a name', good.replace('"icon"', '\u201Cicon"')],
  ['a curly quote behind a name', good.replace('"icon"', '"icon\u201D')],
  ['lines as Windows ends them', good.replace('"icon"', '"icn"').replaceAll('\n', '\r\n')],
])('%s is set right by what is offered, and by nothing else', (_what, faulty) => {
  let text = faulty
  // A name between two curly quotes takes one fix each.
  for (let turn = 0; turn < 3; turn += 1) {
    const { problems } = catalogue.tryOut(PATH, text)
    if (problems.length === 0) break
    expect(problems.map(({ fix }) => fix)).not.toContain(undefined)
    const [fix] = problems.map((problem) => problem.fix)
    if (fix) text = withFix(text, fix)
  }
  expect(text).not.toBe(faulty)
  expect(catalogue.tryOut(PATH, text).problems).toEqual([])
})

test('where nothing is near, nothing is offered', () => {
  const { problems } = catalogue.tryOut(
    PATH,
    edited((model) => Object.assign(model, { icon: 'zzzzzzzzzz' })),
  )
  expect(problems).toHaveLength(1)
  expect(problems[0]?.fix).toBeUndefined()
})
