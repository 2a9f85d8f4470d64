import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { definitionSchemas } from '#server/catalogue/check/schemas.ts'
import { spelled } from '#server/catalogue/check/spelled.ts'
import { projectPlaces } from '#server/catalogue/definitions/places.ts'
import { checkCatalogue } from '../../../scripts/catalogue/check/check.ts'
import { namesInCode } from '../../../scripts/catalogue/check/in-code.ts'
import { copyOfProject, put } from '../kit.ts'

/** A project of a file's own, for as long as its tests run. */
export function checkedProject() {
  const code = namesInCode()
  let folder = ''
  beforeAll(() => {
    folder = copyOfProject()
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  /** What the check says of it while one file is different. */
  function saidOf(path: string, content: string | object): string[] {
    const changed = join(folder, 'catalogue', path)
    const before = existsSync(changed) ? readFileSync(changed, 'utf8') : undefined
    put(folder, `catalogue/${path}`, content)
    const said = checkCatalogue(projectPlaces(folder), definitionSchemas, code).map(spelled)
    if (before === undefined) rmSync(changed)
    else put(folder, `catalogue/${path}`, before)
    return said
  }
  return {
    saidOf,
    sayOfModel: (changes: Readonly<Record<string, string>>): string[] =>
      saidOf('devices/test/X1.json', model(changes)),
    put: (path: string, content: string | object): void => put(folder, path, content),
    remove: (path: string): void => rmSync(join(folder, path)),
  }
}

export const lines = (...text: readonly string[]): string => `${text.join('\n')}\n`

/** A good model, with some of its lines changed. */
export const model = (changes: Readonly<Record<string, string>> = {}, name = 'X1'): string => {
  const good: Record<string, string> = {
    version: '  "schemaVersion": 1,',
    model: `  "model": "${name}",`,
    type: '  "type": "Dimmer",',
    name: '  "name": "One",',
    icon: '  "icon": "dimmer",',
    header: '  "serviceInHeader": { "service": "DimmerService", "property": "state" },',
    match: `  "match": [{ "ecosystem": "native", "class": "${name}" }],`,
    services: '  "services": { "DimmerService": { "type": "DimmerService", "properties": {',
    state: '    "state": { "kind": "bool", "access": ["read", "write"], "on": true, "off": false },',
    level:
      '    "level": { "kind": "range", "access": ["read", "write"], "unit": "%", "min": 0, "max": 100 } } } },',
    properties: '  "properties": [',
    first:
      '    { "service": "DimmerService", "property": "state", "grid": [0, 0, 1, 1], "options": { "propertyType": "iconType" } },',
    second:
      '    { "service": "DimmerService", "property": "level", "grid": [0, 1, 3, 1], "options": { "propertyType": "valueSetter" } }',
    end: '  ]',
  }
  return lines('{', ...Object.entries({ ...good, ...changes }).map(([, line]) => line), '}')
}

/** Where it stands. */
export const file = 'catalogue/devices/test/X1.json'
