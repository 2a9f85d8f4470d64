import { readFileSync } from 'node:fs'
import { ajvWithEntities } from './forms.ts'
import { standaloneCode } from './standalone.ts'
import { asModule } from './validators.ts'
import { write } from './write.ts'

interface Operation {
  operationId: string
  requestBody?: { content: { 'application/json': { schema: { $ref: string } } } }
}

/** schemas/local/openapi.json → schemas/generated/local/validate.js: one validator of its body per operation that has one. */
export function localValidators(): void {
  const { paths } = JSON.parse(readFileSync('schemas/local/openapi.json', 'utf8')) as {
    paths: Record<string, Record<string, Operation>>
  }
  const names: Record<string, string> = {}
  for (const { operationId, requestBody } of Object.values(paths).flatMap((methods) =>
    Object.values(methods),
  ))
    if (requestBody)
      names[operationId] = requestBody.content['application/json'].schema.$ref.replace('../', '')
  write('local/validate.js', asModule(standaloneCode(ajvWithEntities(), names)))
  const types = Object.keys(names).map((name) => `export const ${name}: ValidateFunction`)
  write('local/validate.d.ts', `import type { ValidateFunction } from 'ajv'\n${types.join('\n')}\n`)
}
