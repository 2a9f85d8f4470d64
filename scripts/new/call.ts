import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Draft, Refused, withValues } from './draft.ts'

/** `call deployment/readCertificates`: an operation that administrators read by, and its handler among those of its prefix. */
export function newCall(root: string, [path = '']: readonly string[]): Draft {
  const [, prefix = '', id = ''] = /^([a-z]+)\/([a-z]+(?:[A-Z][a-z]+)*)$/.exec(path) ?? []
  if (!id) throw new Refused('Name prefix and call: npm run new -- call deployment/readCertificates')
  const document = `schemas/api/${prefix}.json`
  const handlers = `server/http/${prefix}/handlers.ts`
  for (const file of [document, handlers])
    if (!existsSync(join(root, file))) throw new Refused(`There is no ${file}.`)
  const address = `/${prefix}/${id}`
  const { paths } = JSON.parse(readFileSync(join(root, document), 'utf8')) as {
    paths: Readonly<Record<string, Readonly<Record<string, { operationId?: string }>>>>
  }
  const calls = Object.values(paths).flatMap((methods) => Object.values(methods))
  if (Object.hasOwn(paths, address) || calls.some(({ operationId }) => operationId === id))
    throw new Refused(`${document} has the call "${id}" already.`)
  return {
    files: {
      [document]: withValues(root, document, [
        [
          ['paths', address],
          {
            get: {
              operationId: id,
              'x-policy': 'admin',
              responses: {
                200: {
                  description: `${id}.`,
                  content: {
                    'application/json': {
                      schema: { type: 'object', additionalProperties: false, required: [], properties: {} },
                    },
                  },
                },
                default: { $ref: 'common.json#/components/responses/Failure' },
              },
            },
          },
        ],
      ]),
      [handlers]: handled(readFileSync(join(root, handlers), 'utf8'), handlers, id),
    },
    left: [
      `say in ${document} by which method it is called, who may (x-policy), what it takes and what it answers`,
      'one that names an account says where (x-account); one that changes something stands in catalogue/permissions.json',
      `npm run gen, then write it in ${handlers}`,
      'node scripts/rights.ts writes the table of who may call it, for you to read',
    ],
  }
}

/** The handler stands first in the object that the file's handlers are. */
function handled(text: string, file: string, id: string): string {
  const from = text.search(/^export (?:const|function) \w+Handlers\b/m)
  const begin = from < 0 ? undefined : /^ {2}return \{\n|=> \(\{\n/m.exec(text.slice(from))
  if (!begin) throw new Refused(`${file} answers no object of handlers that one could be added to.`)
  const at = from + begin.index + begin[0].length
  return `${text.slice(0, at)}    ${id}: () => ({}),\n\n${text.slice(at)}`
}
