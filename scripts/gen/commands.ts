import { readFileSync } from 'node:fs'
import type { AnySchemaObject } from 'ajv'
import { standaloneCode } from './standalone.ts'
import { ajvWithSchemas, asModule } from './validators.ts'
import { write } from './write.ts'

interface Message {
  'x-kind': string
  payload: AnySchemaObject
}

/** schemas/channel/asyncapi.json → schemas/generated/validate-commands.js: one validator of params per command, and one of requests. */
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
  for (const [name, message] of Object.entries(messages))
    if (message['x-kind'] === 'command') add(name, message.payload)
  add('request', schemas.Request)
  // What gateways of other makes say of themselves is read with care.
  add('platformInfo', { $ref: '../entities/platform-info.json' })
  add('ruleNotification', messages.rule_notification?.payload)
  write('validate-commands.js', asModule(standaloneCode(ajv, names)))
  const types = Object.keys(names).map((name) => `export const ${name}: ValidateFunction`)
  write('validate-commands.d.ts', `import type { ValidateFunction } from 'ajv'\n${types.join('\n')}\n`)
}
