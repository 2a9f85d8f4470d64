import { defineCommand } from '../../command.ts'
import { deviceOf } from '../../devices/find.ts'
import type { DiagnosticsContext } from '../context.ts'

export const askDevice = defineCommand('ask_device', ({ device_id }, { devices, ways }: DiagnosticsContext) =>
  ways.ask(deviceOf(devices, device_id).description),
)
