import { defineCommand } from '../../command.ts'
import { CommandError, codes } from '../../errors.ts'
import type { RulesContext } from '../context.ts'

export const noteSceneCall = defineCommand(
  'note_scene_call',
  ({ run_id, delivery, arrived, reason }, { automation }: RulesContext) => {
    if (!automation.runner.reports.callSettled(run_id, delivery, { arrived, reason }))
      throw new CommandError(codes.unknown, 'There is no such call')
    return {}
  },
)
