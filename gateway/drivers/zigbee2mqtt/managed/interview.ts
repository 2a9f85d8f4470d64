import type { BridgeRequest } from '../describe.ts'
import type { BridgeDevice } from '../wire.ts'
import { type Entry, once } from './entries.ts'

/** An interview waits for a device that may sleep. */
const interviewPatience = 120_000

/** Whether the bridge knows a device fully, and what asks it again. */
export function interview({ ieee, interview: state }: BridgeDevice): Entry[] {
  const ask = (request: string) => (): BridgeRequest => ({
    request,
    body: { id: ieee },
    patience: interviewPatience,
  })
  const states = ['PENDING', 'IN_PROGRESS', 'SUCCESSFUL', 'FAILED'].map((value) => ({ value }))
  return [
    {
      name: 'interview_state',
      compound: 'device',
      value: { kind: 'option', access: ['read'], options: states, category: 'diagnostic' },
      worth: state,
    },
    { name: 'interview', compound: 'device', value: once('interview'), request: ask('device/interview') },
    { name: 'configure', compound: 'device', value: once('configure'), request: ask('device/configure') },
  ]
}
