import { readFileSync } from 'node:fs'
import type { CatalogueRules } from '#gateway/lib/models/catalogue-rules.ts'

const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../catalogue/rules/${name}.json`, import.meta.url), 'utf8'))

/** catalogue/rules, for a gateway that runs on its own; their files are checked with the catalogue. */
export const readCatalogueRules = (): CatalogueRules =>
  ({
    exposes: read('exposes'),
    units: read('units'),
    values: read('values'),
    layout: read('layout'),
    propertyTypes: read('property-types'),
  }) as CatalogueRules
