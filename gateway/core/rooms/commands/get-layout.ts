import { defineCommand } from '../../command.ts'
import type { RoomsContext } from '../context.ts'

export const getLayout = defineCommand('get_layout', (_params, { floors }: RoomsContext) => floors.layout())
