import { globSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { compile, type Options } from 'json-schema-to-typescript'
import { write } from './write.ts'

/** What is said of a place beside its `$ref` is for readers: the compiler would make a type of its own of it. */
const schemaOf = (text: string): object =>
  JSON.parse(text, (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null || !('$ref' in value) || !('description' in value))
      return value
    const { description: _said, ...rest } = value
    return rest
  }) as object

const $refOptions: Options['$refOptions'] = {
  parse: {
    json: {
      order: 1,
      canParse: /\.json$/,
      parse: ({ data }: { data: string | Buffer }) => schemaOf(data.toString()),
    },
  },
}

/** schemas/entities/device.json → schemas/generated/entities/device.ts, one output per input. */
export async function schemaTypes(): Promise<void> {
  const files = globSync('schemas/{entities,definitions}/*.json')
  await Promise.all(
    files.map(async (file) => {
      const code = await compile(schemaOf(readFileSync(file, 'utf8')), basename(file, '.json'), {
        cwd: dirname(file),
        additionalProperties: false,
        bannerComment: '',
        format: false,
        unknownAny: true,
        maxItems: 1,
        $refOptions,
      })
      write(`${basename(dirname(file))}/${basename(file, '.json')}.ts`, code)
    }),
  )
}
