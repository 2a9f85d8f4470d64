import { ping as accepts } from '#schemas/generated/validate-commands.js'
import { defineCommand } from '../../command.ts'

export const ping = defineCommand({ name: 'ping', accepts, changes: false, run: () => ({}) })
