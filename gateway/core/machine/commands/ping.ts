import { defineCommand } from '../../command.ts'

export const ping = defineCommand('ping', () => ({}))
