import { CommandError, codes } from '#gateway/core/errors.ts'
import type { Commands, Response, ServerCommand } from '#schemas/generated/channel.ts'
import { params as validators } from '#schemas/generated/validate-commands.js'
import { unknownCommand } from '#server/lib/channel/answers.ts'
import type { Incoming } from '#server/lib/channel/port.ts'
import { Refusal, type RefusalKind } from '#server/lib/refusal.ts'

/** What the server answers in place of a gateway; whoever asks may use it, and may send the command. */
export type ServerAnswers = {
  readonly [N in ServerCommand]: (
    serialNumber: string,
    params: Commands[N]['params'],
    userId: string,
  ) => Promise<Commands[N]['data']>
}

/** Refusals as the channel says them: read like those of HTTP. */
const CODES: Readonly<Record<RefusalKind, number>> = {
  invalid: codes.invalid,
  unproved: codes.readOnly,
  forbidden: codes.readOnly,
  missing: codes.unknown,
  conflict: codes.conflict,
  throttled: codes.disabled,
}

/** The commands that the server answers, by whoever keeps what they ask for. */
export class ServerCommands {
  readonly #answers: Partial<ServerAnswers> = {}

  serve(answers: Partial<ServerAnswers>): void {
    Object.assign(this.#answers, answers)
  }

  /** Rejects when it could not be carried out, for another reason than that it may not be. */
  async answer({ serialNumber, userId, request: { id, command, params } }: Incoming): Promise<Response> {
    const name = command as ServerCommand
    const accepts = validators[name]
    if (!accepts(params)) {
      const [fault] = accepts.errors ?? []
      const message = `params${fault?.instancePath ?? ''} ${fault?.message ?? 'are not valid'}`
      return { id, code: codes.invalid, message }
    }
    const answer = this.#answers[name]
    if (!answer) return unknownCommand(id)
    try {
      // The validator has just made the params those of the command.
      return { id, code: codes.ok, message: 'OK', data: await answer(serialNumber, params as never, userId) }
    } catch (error) {
      if (error instanceof CommandError) return { id, code: error.code, message: error.message }
      if (error instanceof Refusal)
        return { id, code: CODES[error.kind], message: error.faults[0]?.errorCode ?? '' }
      throw error
    }
  }
}
