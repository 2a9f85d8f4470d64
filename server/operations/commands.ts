import asyncapi from '#schemas/channel/asyncapi.json' with { type: 'json' }
import { parametersOf } from '#schemas/generated/command-parameters.js'
import type { OperationCommand } from '#schemas/generated/entities/operation-command.ts'
import * as generated from '#schemas/generated/validate-commands.js'
import { changesSomething, isAnsweredByServer, isForPersons } from '#server/lib/channel/envelope.ts'

interface Schema {
  type?: string
  properties?: Readonly<Record<string, Schema>>
  items?: Schema
  required?: readonly string[]
  enum?: readonly unknown[]
  const?: unknown
  examples?: readonly unknown[]
  minimum?: number
  minItems?: number
  maxItems?: number
}

const messages: Readonly<Record<string, unknown>> = asyncapi.components.messages
const validators: Readonly<Record<string, unknown>> = generated

/** Whether people may send it to a gateway, and the gateway itself answers. */
export const isSendable = (command: string): boolean =>
  Object.hasOwn(messages, command) && isForPersons(command) && !isAnsweredByServer(command)

/** Whether these are parameters of that command. */
export function fits(command: string, payload: unknown): boolean {
  const valid = validators[command]
  return typeof valid === 'function' && valid(payload) === true
}

/** What stands in a message, by name. */
export const propertiesOf = (message: string): Readonly<Record<string, Schema>> =>
  (messages[message] as { payload?: Schema } | undefined)?.payload?.properties ?? {}

/** All that can be sent, by name. */
export const sendable: readonly OperationCommand[] = Object.keys(messages)
  .filter(isSendable)
  .toSorted()
  .map((command) => {
    const parameters = parametersOf[command] ?? {}
    return { command, changes: changesSomething(command), parameters, payload: exampleOfAll(parameters) }
  })

/** What it needs, and nothing else. */
function exampleOfAll({ properties = {}, required = [] }: Schema): Record<string, unknown> {
  return Object.fromEntries(required.map((name) => [name, exampleOf(properties[name] ?? {})]))
}

/** The plainest value that a schema allows; what it describes elsewhere is empty. */
function exampleOf(schema: Schema): unknown {
  const { type, minimum = 0 } = schema
  if (schema.const !== undefined) return schema.const
  const [given] = schema.examples ?? schema.enum ?? []
  if (given !== undefined) return given
  switch (type) {
    case 'boolean':
      return true
    case 'integer':
    case 'number':
      return minimum
    case 'array':
      return []
    case 'string':
      return ''
    default:
      return exampleOfAll(schema)
  }
}
