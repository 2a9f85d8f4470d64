import { globSync, readFileSync } from 'node:fs'
import { write } from './write.ts'

interface Parameter {
  $ref?: string
  name: string
  in: 'path' | 'query' | 'header'
}

interface Operation {
  operationId: string
  parameters?: Parameter[]
  requestBody?: { content?: Readonly<Record<string, unknown>> }
  'x-quiet'?: boolean
}

type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>

const at = (pointer: string): Parameter => {
  const [file = '', path = ''] = pointer.split('#')
  let value: unknown = JSON.parse(readFileSync(`schemas/api/${file}`, 'utf8'))
  for (const part of path.split('/').slice(1)) value = (value as Record<string, unknown>)[part]
  return value as Parameter
}

/**
 * schemas/api → api/calls.js: how the browser makes each call, so that data can name it by its operation. The page that
 * a gateway serves has a table of its own, local/calls.js: its calls are none of the server's.
 */
export function operationTable(): void {
  callsOf('api', globSync('schemas/api/*.json').sort())
  callsOf('local', ['schemas/local/openapi.json'])
}

function callsOf(folder: string, files: readonly string[]): void {
  const calls: Record<string, object> = {}
  for (const file of files) {
    const { paths } = JSON.parse(readFileSync(file, 'utf8')) as { paths: Paths }
    for (const [path, methods] of Object.entries(paths))
      for (const [method, operation] of Object.entries(methods)) {
        const parameters = (operation.parameters ?? []).map((one) => (one.$ref ? at(one.$ref) : one))
        const names = (place: string) => parameters.filter((one) => one.in === place).map((one) => one.name)
        calls[operation.operationId] = {
          method,
          path,
          inPath: names('path'),
          inQuery: names('query'),
          ...(names('header').includes('idempotency-key') ? { once: true } : {}),
          ...(operation.requestBody ? { body: true } : {}),
          ...(operation.requestBody?.content?.['multipart/form-data'] ? { multipart: true } : {}),
          ...(operation['x-quiet'] ? { quiet: true } : {}),
        }
      }
  }
  write(`${folder}/calls.js`, `export const calls = ${JSON.stringify(calls)}\n`)
  write(
    `${folder}/calls.d.ts`,
    [
      'export interface Call {',
      "  method: 'get' | 'post' | 'put' | 'delete' | 'patch'",
      '  path: string',
      '  inPath: readonly string[]',
      '  inQuery: readonly string[]',
      '  once?: true',
      '  body?: true',
      '  multipart?: true',
      '  quiet?: true',
      '}',
      'export const calls: Readonly<Record<string, Call>>\n',
    ].join('\n'),
  )
}
