import { readFileSync } from 'node:fs'
import type { AnySchemaObject } from 'ajv'
import { standaloneCode } from './standalone.ts'
import { ajvWithSchemas, asModule } from './validators.ts'
import { write } from './write.ts'

interface Document {
  channels: Record<'events', { messages: Record<string, unknown> }>
  components: {
    messages: Record<string, { 'x-kind': string; 'x-answered-by'?: string; payload: AnySchemaObject }>
    schemas: Record<'Event' | 'Response', AnySchemaObject>
  }
}

/**
 * schemas/channel/asyncapi.json → what gateways may say: a validator of each of their events and answers for the server, and
 * the names of their events for browsers, which have one channel for gateways and one for the server, and of the commands
 * that the server answers in their place.
 */
export async function whatGatewaysSay(): Promise<void> {
  const doc = JSON.parse(readFileSync('schemas/channel/asyncapi.json', 'utf8')) as Document
  const { messages, schemas } = doc.components
  const events = Object.keys(doc.channels.events.messages)
  const ajv = ajvWithSchemas(true)
  const names: Record<string, string> = {}
  const add = (name: string, schema: AnySchemaObject | undefined): void => {
    if (!schema) throw new Error(`schemas/channel/asyncapi.json: there is no ${name}`)
    names[name] = `channel/${name}.json`
    ajv.addSchema({ ...schema, $id: names[name] })
  }
  add('envelope_event', schemas.Event)
  add('envelope_response', schemas.Response)
  for (const name of events) add(`event_${name}`, messages[name]?.payload)
  for (const [name, message] of Object.entries(messages))
    if (message['x-kind'] === 'answer') add(name, message.payload)
  write('validate-gateway.js', asModule(standaloneCode(ajv, names)))
  const types = Object.keys(names).map((name) => `export const ${name}: ValidateFunction`)
  write('validate-gateway.d.ts', `import type { ValidateFunction } from 'ajv'\n${types.join('\n')}\n`)
  const quoted = events.map((name) => `  '${name}',\n`).join('')
  write('gateway-events.ts', `export const gatewayEvents = [\n${quoted}] as const\n`)
  const ofServer = Object.entries(messages).flatMap(([name, message]) =>
    message['x-answered-by'] === 'server' ? [`  '${name}',\n`] : [],
  )
  write('server-commands.ts', `export const serverCommands = [\n${ofServer.join('')}] as const\n`)
}
