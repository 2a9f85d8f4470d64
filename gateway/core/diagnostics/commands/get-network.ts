import { defineCommand } from '../../command.ts'
import type { DiagnosticsContext } from '../context.ts'

export const getNetwork = defineCommand('get_network', (_params, { ways }: DiagnosticsContext) => ways.all())
