import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { write } from './write.ts'

type Json = { [key: string]: unknown }

/** Marks a place that an entity's own type fills. */
const mark = 'x-entity'

/** `{ "$ref": "../entities/x.json" }` becomes a mark: entities have their types already. */
function markEntities(node: unknown, found: Map<string, string>): unknown {
  if (Array.isArray(node)) return node.map((one) => markEntities(one, found))
  if (typeof node !== 'object' || node === null) return node
  const ref = (node as Json).$ref
  const entity = typeof ref === 'string' ? /^\.\.\/entities\/([a-z-]+)\.json$/.exec(ref)?.[1] : undefined
  if (entity === undefined)
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, markEntities(value, found)]))
  const { title } = JSON.parse(readFileSync(`schemas/entities/${entity}.json`, 'utf8')) as { title: string }
  found.set(title, entity)
  return { type: 'object', [mark]: title }
}

/** schemas/api/udm.json → schemas/generated/api/udm.ts with `paths` and `operations`; api/index.ts joins them. */
export async function apiTypes(): Promise<void> {
  const names = await typesIn('api')
  const imports = names.map((name) => `import type * as ${name} from './${name}.ts'`)
  const joined = (part: string) => `export type ${part} = ${names.map((n) => `${n}.${part}`).join(' & ')}`
  write('api/index.ts', `${[...imports, '', joined('paths'), joined('operations')].join('\n')}\n`)
  // What a gateway serves itself: schemas/local/openapi.json → schemas/generated/local/openapi.ts.
  await typesIn('local')
}

/** The types of each document of a folder; its names. */
async function typesIn(of: 'api' | 'local'): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-api-'))
  const entitiesOf = new Map<string, Map<string, string>>()
  for (const file of globSync(`schemas/${of}/*.json`)) {
    const found = new Map<string, string>()
    entitiesOf.set(basename(file, '.json'), found)
    writeFileSync(
      join(folder, basename(file)),
      JSON.stringify(markEntities(JSON.parse(readFileSync(file, 'utf8')), found)),
    )
  }
  const shared = entitiesOf.get('common') ?? new Map()
  const names = [...entitiesOf.keys()].filter((name) => name !== 'common').sort()
  for (const name of names) {
    const imports = [...shared, ...(entitiesOf.get(name) ?? [])].map(
      ([title, entity]) => `import type { ${title} } from '../entities/${entity}.ts'`,
    )
    const tree = await openapiTS(pathToFileURL(join(folder, `${name}.json`)), {
      silent: true,
      inject: [...new Set(imports)].sort().join('\n'),
      transform: (schema) => {
        const title = (schema as Json)[mark]
        return typeof title === 'string' ? ts.factory.createTypeReferenceNode(title) : undefined
      },
    })
    write(`${of}/${name}.ts`, astToString(tree))
  }
  rmSync(folder, { recursive: true })
  return names
}
