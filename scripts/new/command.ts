import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { camel, type Draft, Refused, withValues, words } from './draft.ts'

const document = 'schemas/channel/asyncapi.json'

/** `command rooms/paint_room`: its message with the answer, and its file in that room of the gateway. */
export function newCommand(root: string, [path = '']: readonly string[]): Draft {
  const [, room = '', name = ''] = /^([a-z]+)\/([a-z]+(?:_[a-z]+)*)$/.exec(path) ?? []
  if (!name) throw new Refused('Name room and command: npm run new -- command rooms/paint_room')
  const context = join(root, 'gateway/core', room, 'context.ts')
  if (!existsSync(context)) throw new Refused(`gateway/core has no room "${room}" with a context.ts.`)
  const [, reach] = /export interface (\w+Context)\b/.exec(readFileSync(context, 'utf8')) ?? []
  if (!reach) throw new Refused(`${context} has no interface …Context.`)
  const known = JSON.parse(readFileSync(join(root, document), 'utf8')) as { operations: object }
  if (Object.hasOwn(known.operations, name))
    throw new Refused(`${document} has the command "${name}" already.`)

  // Who sends it to many gateways at once reads what it does.
  const titles = ['ch_DE', 'ch_EN'].map((language) => {
    const file = `locales/${language}/commands.json`
    return [file, withValues(root, file, [[['title', name], words(name)]])] as const
  })
  const object = { type: 'object', additionalProperties: false, required: [], properties: {} }
  const message = (one: string) => ({ $ref: `#/components/messages/${one}` })
  const of = (channel: string) => ({
    channel: { $ref: `#/channels/${channel}` },
    messages: [{ $ref: `#/channels/${channel}/messages/${name}` }],
  })
  return {
    files: {
      [document]: withValues(root, document, [
        [['channels', 'requests', 'messages', name], message(name)],
        [['channels', 'responses', 'messages', name], message(`${name}_answer`)],
        [['operations', name], { action: 'send', ...of('requests'), reply: of('responses') }],
        [
          ['components', 'messages', name],
          {
            name,
            summary: `${name}.`,
            'x-kind': 'command',
            'x-policy': 'gateway',
            'x-changes': false,
            payload: object,
          },
        ],
        [
          ['components', 'messages', `${name}_answer`],
          { name, summary: `Data of the answer to ${name}.`, 'x-kind': 'answer', payload: object },
        ],
      ]),
      [`gateway/core/${room}/commands/${name.replaceAll('_', '-')}.ts`]: `import { defineCommand } from '../../command.ts'
import type { ${reach} } from '../context.ts'

export const ${camel(name)} = defineCommand('${name}', (_params, _context: ${reach}) => ({}))
`,
      ...Object.fromEntries(titles),
    },
    left: [
      'write its title in locales/*/commands.json',
      `say in ${document} what it does (summary), what it takes and what it answers`,
      'one that changes something has x-changes: true there and stands in catalogue/permissions.json',
      'npm run gen, then write it',
    ],
  }
}
