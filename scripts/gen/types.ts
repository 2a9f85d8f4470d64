import { globSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { compileFromFile } from 'json-schema-to-typescript'
import { write } from './write.ts'

/** schemas/entities/device.json → schemas/generated/entities/device.ts, one output per input. */
export async function schemaTypes(): Promise<void> {
  const files = globSync('schemas/{entities,definitions}/*.json')
  await Promise.all(
    files.map(async (file) => {
      const code = await compileFromFile(file, {
        cwd: dirname(file),
        additionalProperties: false,
        bannerComment: '',
        format: false,
        unknownAny: true,
        maxItems: 1,
      })
      write(`${basename(dirname(file))}/${basename(file, '.json')}.ts`, code)
    }),
  )
}
