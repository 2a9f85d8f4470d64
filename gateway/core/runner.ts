import type { Request, Response } from '#schemas/generated/channel.ts'
import {
  changing,
  params as validators,
  request as validRequest,
} from '#schemas/generated/validate-commands.js'
import type { Command } from './command.ts'
import type { CommandContext } from './command-context.ts'
import { commands } from './commands.ts'
import { CommandError, codes, type Refusal } from './errors.ts'
import type { CommandName } from './ports.ts'
import type { IdempotencyCache, Until } from './store/idempotency-cache.ts'

/** Validates requests and runs their commands, each once per request id. */
export function createRunner(
  context: CommandContext,
  cache: IdempotencyCache,
  conditions: (command: CommandName, userId: string) => Refusal | undefined,
) {
  const execute = async (
    command: Command<CommandName, CommandContext>,
    request: Request,
    userId: string,
    until: Until,
  ): Promise<Response> => {
    const { id } = request
    const refusal = changing.has(command.name) ? conditions(command.name, userId) : undefined
    if (refusal) return { id, ...refusal }
    try {
      // The validator has just made the params those of the command.
      const data = await command.run(request.params as never, context, { id, userId, until })
      return { id, code: codes.ok, message: 'OK', data }
    } catch (error) {
      if (error instanceof CommandError) return { id, code: error.code, message: error.message }
      context.trouble(`${command.name} failed`, error)
      return { id, code: codes.failed, message: 'The gateway could not do it' }
    }
  }

  return async (request: unknown, from: { userId: string }): Promise<Response> => {
    if (!isRequest(request))
      return { id: idOf(request), code: codes.invalid, message: 'The request is not valid' }
    const { id, command: name, params } = request
    if (!Object.hasOwn(commands, name))
      return { id, code: codes.unknown, message: 'There is no such command' }
    const command = commands[name as CommandName] as unknown as Command<CommandName, CommandContext>
    const accepts = validators[command.name]
    if (!accepts(params)) {
      const fault = accepts.errors?.[0]
      return {
        id,
        code: codes.invalid,
        message: `params${fault?.instancePath ?? ''} ${fault?.message ?? 'are not valid'}`,
      }
    }
    // Ids are a session's own: nobody can take another user's answer.
    const key = `${from.userId}/${id}`
    try {
      const answer = await cache.once(key, JSON.stringify([name, params]), changing.has(name), (until) =>
        execute(command, request, from.userId, until),
      )
      return { ...answer, id }
    } catch (error) {
      context.trouble(`${name} could not be recorded`, error)
      return { id, code: codes.failed, message: 'The gateway could not do it' }
    }
  }
}

const isRequest = (request: unknown): request is Request => validRequest(request)

function idOf(request: unknown): string {
  const id = typeof request === 'object' && request !== null && 'id' in request ? request.id : undefined
  return typeof id === 'string' ? id.slice(0, 64) : ''
}
