import asyncapi from '#schemas/channel/asyncapi.json' with { type: 'json' }
import { ajvWithSchemas } from '../../scripts/gen/validators.ts'

const messages: Record<string, { payload: object } | undefined> = asyncapi.components.messages
const ajv = ajvWithSchemas()

function fits(message: string, data: unknown): true | string {
  const $id = `channel/${message}.json`
  const judge = ajv.getSchema($id) ?? ajv.compile({ ...messages[message]?.payload, $id })
  return judge(data) === true || ajv.errorsText(judge.errors)
}

/** True, or what is wrong with it: whether data is what the channel's description says that a command answers. */
export const answers = (data: unknown, command: string): true | string => fits(`${command}_answer`, data)

/** The same for an event's data. */
export const tells = (data: unknown, event: string): true | string =>
  messages[event] ? fits(event, data) : `${event} is not described`
