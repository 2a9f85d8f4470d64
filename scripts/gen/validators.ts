import { globSync, readFileSync } from 'node:fs'
import { Ajv, type AnySchemaObject } from 'ajv'
import addFormats from 'ajv-formats'
import { ANNOTATIONS } from '#schemas/vocabulary.ts'
import { standaloneCode } from './standalone.ts'
import { write } from './write.ts'

/** All schemas by `$id`, in the one dialect of the project. */
export function ajvWithSchemas(code = false): Ajv {
  const ajv = new Ajv({
    allErrors: false,
    allowUnionTypes: true,
    strict: true,
    strictTuples: false,
    strictRequired: false,
    code: { source: code, esm: true, lines: false },
  })
  addFormats.default(ajv)
  ajv.addVocabulary(ANNOTATIONS)
  for (const file of globSync('schemas/{entities,definitions}/*.json'))
    ajv.addSchema(JSON.parse(readFileSync(file, 'utf8')) as AnySchemaObject)
  return ajv
}

/** What browsers validate: bodies of live events and answers. Standalone code, since the page may not compile any. */
const inBrowser: Record<string, string> = {
  device: 'entities/device.json',
  floorLayout: 'entities/floor-layout.json',
  devicePage: 'entities/device-page.json',
  layout: 'entities/layout.json',
  homeSnapshot: 'entities/home-snapshot.json',
  propertyChange: 'entities/property-change.json',
}

/** Ajv's standalone code as an ES module: its own helpers come as require(), browsers want imports. */
export function asModule(code: string): string {
  const helpers = new Map<string, string>()
  const body = code.replaceAll(/require\("([^"]+)"\)/g, (_all, path: string) => {
    const name = helpers.get(path) ?? `helper${helpers.size}`
    helpers.set(path, name)
    return name
  })
  // How a CommonJS module looks through an import differs between Node and bundlers.
  const unwrap = 'const unwrap = (m) => { while (typeof m.default === "object") m = m.default; return m }'
  const imports = [...helpers].map(
    ([path, name]) => `import * as ${name}Module from '${path.endsWith('.js') ? path : `${path}.js`}'`,
  )
  const names = [...helpers.values()].map((name) => `const ${name} = unwrap(${name}Module)`)
  return `${[...imports, unwrap, ...names, body].join('\n')}\n`
}

export async function validators(): Promise<void> {
  const ajv = ajvWithSchemas(true)
  write('validate.js', asModule(standaloneCode(ajv, inBrowser)))
  const types = Object.keys(inBrowser).map((name) => `export const ${name}: ValidateFunction`)
  write('validate.d.ts', `import type { ValidateFunction } from 'ajv'\n${types.join('\n')}\n`)
}
