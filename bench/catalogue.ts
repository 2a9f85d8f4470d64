/** How long the catalogue check takes over 5,000 entries, and how long one device's layout takes. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DeviceModel } from '#schemas/generated/definitions/device-model.ts'
import { openCatalogue } from '#server/catalogue/catalogue.ts'
import { projectPlaces } from '#server/catalogue/definitions/places.ts'
import { checkCatalogue } from '../scripts/catalogue/check/check.ts'
import { type Figure, median } from './support/figures.ts'

const ENTRIES = 5000
const RUNS = 3

export async function measure(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'))
  try {
    for (const part of ['catalogue', 'schemas', 'locales'])
      cpSync(part, join(folder, part), { recursive: true })
    const original = JSON.parse(
      readFileSync('catalogue/devices/gatehouse/DIM200.json', 'utf8'),
    ) as DeviceModel
    mkdirSync(join(folder, 'catalogue/devices/copies'))
    for (let n = 0; n < ENTRIES; n++) {
      const model = `${original.model}-${n}`
      const entry = { ...original, model, match: [{ ecosystem: 'native', class: model }] }
      writeFileSync(join(folder, `catalogue/devices/copies/${model}.json`), JSON.stringify(entry))
    }
    const checks: number[] = []
    for (let run = 0; run < RUNS; run++) {
      const began = performance.now()
      checkCatalogue(projectPlaces(folder))
      checks.push(performance.now() - began)
    }
    const began = performance.now()
    const catalogue = await openCatalogue(join(folder, 'catalogue'))
    const opened = performance.now() - began
    catalogue.close()
    return [
      { name: `catalogue check over ${ENTRIES} entries`, value: median(checks), unit: 'ms', target: 5000 },
      { name: `server opens a catalogue of ${ENTRIES} entries`, value: opened, unit: 'ms' },
    ]
  } finally {
    rmSync(folder, { recursive: true })
  }
}
