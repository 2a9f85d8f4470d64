/** Pages that look back share most of their code: one chunk, named once to whoever loads it. */
export { DeviceHistory } from './DeviceHistory.tsx'
export { TimeMachine } from './past/TimeMachine.tsx'
export { GatewayHistory } from './states/GatewayHistory.tsx'
export { StatusHistory } from './states/StatusHistory.tsx'
