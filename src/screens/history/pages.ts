/** Pages of courses share most of their code: one chunk, named once to whoever loads it. */
export { DeviceHistory } from './DeviceHistory.tsx'
export { GatewayHistory } from './states/GatewayHistory.tsx'
export { StatusHistory } from './states/StatusHistory.tsx'
