import type { Commands } from '#schemas/generated/channel.ts'
import { CommandError, codes } from '../errors.ts'

/** The gateway as a machine. Each part begins what it says and resolves; what is missing, this gateway cannot do. */
export interface Machine {
  reboot?(): Promise<void>
  factoryReset?(): Promise<void>
  upgrade?(version: string): Promise<void>
  cancelUpgrade?(): Promise<void>
  setMode?(mode: Commands['set_gateway_operation_mode']['params']): Promise<void>
}

/** Does it, or says that this gateway cannot. */
export async function operate(act: (() => Promise<void>) | undefined): Promise<Record<never, never>> {
  if (!act) throw new CommandError(codes.impossible, 'This gateway cannot do that')
  await act()
  return {}
}
