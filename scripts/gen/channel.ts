import { readFileSync } from 'node:fs'
import { compile, type JSONSchema } from 'json-schema-to-typescript'
import { write } from './write.ts'

interface Message {
  name: string
  summary: string
  'x-kind': 'command' | 'answer' | 'event' | 'presence' | 'interest'
  'x-answered-by'?: 'server'
  payload: JSONSchema
}

/**
 * schemas/channel/asyncapi.json → schemas/generated/channel.ts:
 * `Commands[name] = { params, data }`, `Events[name] = body`, the names of commands that the server answers, and the
 * envelopes Request, Response, Event.
 */
export async function channelTypes(): Promise<void> {
  const doc = JSON.parse(readFileSync('schemas/channel/asyncapi.json', 'utf8')) as {
    components: { messages: Record<string, Message>; schemas: Record<string, JSONSchema> }
  }
  const { messages, schemas } = doc.components
  const required = (properties: Record<string, JSONSchema>): JSONSchema => ({
    type: 'object',
    additionalProperties: false,
    required: Object.keys(properties),
    properties,
  })
  const commands: Record<string, JSONSchema> = {}
  const events: Record<string, JSONSchema> = {}
  for (const [key, message] of Object.entries(messages)) {
    if (message['x-kind'] === 'command') {
      const answer = messages[`${key}_answer`]
      if (!answer) throw new Error(`schemas/channel/asyncapi.json: ${key} has no ${key}_answer`)
      commands[key] = required({ params: message.payload, data: answer.payload })
    }
    if (message['x-kind'] === 'event') events[key] = message.payload
  }
  const answeredByServer = Object.keys(commands).filter(
    (name) => messages[name]?.['x-answered-by'] === 'server',
  )
  const root: JSONSchema = {
    title: 'Channel',
    ...required({
      commands: { title: 'Commands', ...required(commands) },
      events: { title: 'Events', ...required(events) },
      serverCommand: { title: 'ServerCommand', enum: answeredByServer },
      request: { title: 'Request', ...schemas.Request },
      response: { title: 'Response', ...schemas.Response },
      event: { title: 'Event', ...schemas.Event },
    }),
  }
  const code = await compile(root, 'Channel', {
    cwd: 'schemas/channel',
    bannerComment: '',
    format: false,
    unknownAny: true,
    maxItems: 1,
    additionalProperties: false,
  })
  write('channel.ts', code)
}
