import type { ActionContext } from '#engine/actions/code-action.ts'
import type { ActionResult, Row, Source } from '#engine/doors.ts'
import type { Commands } from '#schemas/generated/channel.ts'

export function sourceOf({ doors }: Pick<ActionContext, 'doors'>): Source {
  if (!doors) throw new Error('Devices need a session')
  return doors.source
}

/** Runs a command; what fails is told by whoever asked for it. */
export const command = <N extends keyof Commands & string>(
  context: Pick<ActionContext, 'doors'>,
  name: N,
  params: Commands[N]['params'],
): Promise<ActionResult> =>
  sourceOf(context).act(
    {
      command: name,
      params: Object.fromEntries(Object.keys(params).map((one) => [one, `row.${one}`])),
      outcomes: { other: {} },
    },
    { row: params as Row },
  )
