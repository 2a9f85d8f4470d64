import { join } from 'node:path'
import type { DeviceLayout } from '#schemas/generated/entities/layout.ts'
import { openCatalogue } from '#server/catalogue/catalogue.ts'
import { deviceOf } from '../catalogue/kit.ts'

/** Layouts of the catalogue's own entries, as a device that describes itself like its entry gets them. */
export async function catalogueLayouts(): Promise<(model: string) => DeviceLayout> {
  const catalogue = await openCatalogue(join(import.meta.dirname, '../../catalogue'))
  return (name) => {
    const model = catalogue.model(name)
    if (!model) throw new Error(`${name} is not in use`)
    return catalogue.layoutOf(deviceOf(model)).layout
  }
}
