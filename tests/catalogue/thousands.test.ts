import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { DeviceModel } from '#schemas/generated/definitions/device-model.ts'
import { openCatalogue } from '#server/catalogue/catalogue.ts'
import { fileNameOf } from '#server/catalogue/check/model/identity.ts'
import { projectPlaces } from '#server/catalogue/definitions/places.ts'
import { checkCatalogue } from '../../scripts/catalogue/check/check.ts'
import { modelFiles, projectCopy, put, root } from './kit.ts'

const originals = modelFiles.map(
  (file) => JSON.parse(readFileSync(join(root, 'catalogue', file), 'utf8')) as DeviceModel,
)

/** Copies of our models under names of their own. */
function withModels(folder: string, count: number): void {
  for (let index = 0; index < count; index += 1) {
    const original = originals[index % originals.length] as DeviceModel
    const model = `${original.model}-${index}`
    const native = (original.match ?? []).some(({ ecosystem }) => ecosystem === 'native')
    const match = [native ? { ecosystem: 'native', class: model } : { ecosystem: 'zigbee2mqtt', model }]
    put(folder, `catalogue/devices/copies/${fileNameOf(model)}`, { ...original, model, match })
  }
}

test('the catalogue check reads 5,000 entries in seconds', { timeout: 120_000 }, () => {
  const folder = projectCopy()
  withModels(folder, 5000 - originals.length)
  const started = performance.now()
  const problems = checkCatalogue(projectPlaces(folder))
  const took = performance.now() - started
  expect(problems).toEqual([])
  // Five on a quiet machine (bench/RESULTS.md).
  expect(took).toBeLessThan(25_000)
})

test('a catalogue of a thousand files opens with all of its models', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'many-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (let index = 0; index < 1000; index += 1) {
    put(folder, `catalogue/devices/many/M${index}.json`, {
      schemaVersion: 1,
      model: `M${index}`,
      type: 'Sensor',
      name: `Model ${index}`,
      icon: 'gauge',
    })
  }
  const catalogue = await openCatalogue(join(folder, 'catalogue'))
  expect(catalogue.models()).toHaveLength(1000)
  expect(catalogue.problems()).toEqual([])
})
