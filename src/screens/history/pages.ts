/** Pages that look back share most of their code: one chunk, named once to whoever loads it. */
export { DeviceHistory } from './DeviceHistory.tsx'
export { GatewayHistory } from './GatewayHistory.tsx'
export { TimeMachine } from './past/TimeMachine.tsx'
export { StatusHistory } from './StatusHistory.tsx'
