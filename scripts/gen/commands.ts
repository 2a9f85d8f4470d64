import { readFileSync } from 'node:fs'
import type { AnySchemaObject } from 'ajv'
import { standaloneCode } from './standalone.ts'
import { ajvWithSchemas, asModule } from './validators.ts'
import { write } from './write.ts'

interface Message {
  'x-kind': string
  'x-changes'?: boolean
  payload: AnySchemaObject
}

/**
 * schemas/channel/asyncapi.json → schemas/generated/validate-commands.js: one validator of params per command, one
 * of requests, one of interests, and which commands change something.
 */
export async function commandValidators(): Promise<void> {
  const doc = JSON.parse(readFileSync('schemas/channel/asyncapi.json', 'utf8')) as {
    components: { messages: Record<string, Message>; schemas: Record<string, AnySchemaObject> }
  }
  const { messages, schemas } = doc.components
  const ajv = ajvWithSchemas(true)
  const names: Record<string, string> = {}
  const add = (name: string, schema: AnySchemaObject | undefined): void => {
    names[name] = `channel/${name}.json`
    ajv.addSchema({ ...schema, $id: names[name] })
  }
  const commands = Object.keys(messages).filter((name) => messages[name]?.['x-kind'] === 'command')
  for (const name of commands) add(name, messages[name]?.payload)
  add('request', schemas.Request)
  add('interest', messages.interest?.payload)
  // What gateways of other makes say of themselves is read with care.
  add('platformInfo', { $ref: '../entities/platform-info.json' })
  add('ruleNotification', messages.rule_notification?.payload)
  add('questionClosed', messages.rule_question_closed?.payload)
  const changing = commands.filter((name) => messages[name]?.['x-changes'])
  const tables = [
    `export const params = { ${commands.join(', ')} }`,
    `export const changing = new Set(${JSON.stringify(changing)})`,
  ]
  write('validate-commands.js', `${asModule(standaloneCode(ajv, names))}${tables.join('\n')}\n`)
  const types = Object.keys(names).map((name) => `export const ${name}: ValidateFunction`)
  const described = [
    '/** By the name of the command. */',
    `export const params: { readonly [name in '${commands.join("' | '")}']: ValidateFunction }`,
    '/** Commands that act once per request id, and are refused by the condition of the gateway. */',
    'export const changing: ReadonlySet<string>',
  ]
  const lines = ["import type { ValidateFunction } from 'ajv'", ...types, ...described]
  write('validate-commands.d.ts', `${lines.join('\n')}\n`)
}
