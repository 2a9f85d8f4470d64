import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { standaloneCode } from './standalone.ts'
import { ajvWithSchemas, asModule } from './validators.ts'
import { write } from './write.ts'

/** `device-model` → `deviceModel`, which a module can export. */
const exported = (name: string): string =>
  name.replaceAll(/-(.)/g, (_all, letter: string) => letter.toUpperCase())

/** schemas/definitions → schemas/generated/validate-definitions.js: `definitions`, a validator by the name of its file. Compiled here, a server need not do so at each start. */
export function definitionValidators(): void {
  const names = globSync('schemas/definitions/*.json')
    .map((file) => basename(file, '.json'))
    .sort()
  const code = standaloneCode(
    ajvWithSchemas(true),
    Object.fromEntries(names.map((name) => [exported(name), `definitions/${name}.json`])),
  )
  const table = names.map((name) => `  '${name}': ${exported(name)},`)
  write('validate-definitions.js', `${asModule(code)}export const definitions = {\n${table.join('\n')}\n}\n`)
  write(
    'validate-definitions.d.ts',
    "import type { ValidateFunction } from 'ajv'\nexport const definitions: Readonly<Record<string, ValidateFunction>>\n",
  )
}
