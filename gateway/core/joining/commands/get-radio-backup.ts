import { defineCommand } from '../../command.ts'
import type { JoiningContext } from '../context.ts'

/** What holds the keys of networks: only the server asks for it. */
export const getRadioBackup = defineCommand(
  'get_radio_backup',
  async (_params, { network }: JoiningContext) => ({
    radios: await Promise.all(
      network.ableToBackUp.map(async ({ name, backup }) => ({ name, zip: await backup() })),
    ),
  }),
)
